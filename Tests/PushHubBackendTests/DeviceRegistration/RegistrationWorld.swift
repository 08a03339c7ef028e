import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// A server with a row for each account of an installation, which ignores requests with an old revision.
struct RegistrationServer {
  var ignoresOld = true
  private(set) var rows: [AccountID: DeviceRecord] = [:]
  private var revisions: [AccountID: Int] = [:]

  mutating func receive(_ asked: RegistrationDriver.Asked) {
    guard !ignoresOld || asked.number > revisions[asked.account] ?? 0 else { return }
    revisions[asked.account] = asked.number
    rows[asked.account] = asked.request.record
  }
}

/// Two accounts that sign in and out, a server that fails, and launches.
struct RegistrationWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case token, signInAnn, signInBob, showOther, signOutAnn, signOutBob
    case permit, topic, withdraw, register, refresh, signOff, discard

    /// The server answers, its answer is lost, or it can't be reached.
    case ok, lost, fail, turnAway, refuse

    /// A request that was canceled, or had no answer, arrives after all.
    case late
    case second, minute, hour, activate, relaunch, prewarm, lock

    /// Ann signs out while no process runs.
    case lose
  }

  private let configuration: DeviceRegistration.Configuration
  private var driver: RegistrationDriver
  private var server = RegistrationServer()
  private var token: DeviceToken?
  private var permission: PermissionLevel?
  private var topics: [AccountID: [String]] = [:]
  private var signedIn: Set<AccountID> = []
  private var shown: AccountID?
  private var withdrawn: Set<AccountID> = []

  /// The accounts that are signed in, and that the app has signed off in this process.
  private var signedOff: Set<AccountID> = []

  /// The accounts whose sign-off was given up.
  private var discarded: Set<AccountID> = []

  /// The requests under way, and those that may still arrive.
  private var (asked, abandoned): ([RegistrationDriver.Asked], [RegistrationDriver.Asked]) =
    ([], [])
  private var found: String?

  init(_ configuration: DeviceRegistration.Configuration = .testing, ignoresOld: Bool = true) {
    self.configuration = configuration
    server.ignoresOld = ignoresOld
    driver = RegistrationDriver(RegistrationCore(configuration), store: [:])
    driver.changeLifecycle { $0.phase = .active }
  }
}

// MARK: - Operations

extension RegistrationWorld {
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .ok, .lost, .fail, .turnAway, .refuse: !asked.isEmpty
    case .late: !abandoned.isEmpty
    case .signInAnn: !signedIn.contains("ann")
    case .signInBob: !signedIn.contains("bob")
    case .showOther: signedIn.count == 2
    case .signOutAnn, .signOff: signedIn.contains("ann")
    case .signOutBob: signedIn.contains("bob")
    case .lose: signedIn.contains("ann") && !driver.isStoreLocked
    case .topic: shown != nil
    case .withdraw: !withdrawn.contains("ann")
    case .register: withdrawn.contains("ann")
    case .discard: driver.kernel.leavingAccounts.contains("ann")
    // What the app changes while the store is locked would be lost.
    case .relaunch, .prewarm: !driver.isStoreLocked
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .token:
      token = token == .first ? .second : .first
      driver.setToken(token ?? .first)
    case .signInAnn: signIn("ann")
    case .signInBob: signIn("bob")
    case .showOther: show(shown == "ann" ? "bob" : "ann")
    case .signOutAnn:
      signedIn.remove("ann")
      signedOff.remove("ann")
      show(signedIn.first)
    case .signOutBob:
      signedIn.remove("bob")
      show(signedIn.first)
    case .lose:
      signedIn.remove("ann")
      shown = signedIn.first
      relaunch(knowsAccounts: true)
    case .permit:
      permission = permission == .denied ? .authorized : .denied
      driver.setPermission(permission ?? .denied)
    case .topic:
      guard let shown else { break }
      let isWanted = topics[shown] == nil
      topics[shown] = isWanted ? ["news"] : nil
      driver.setTopic("news", to: isWanted)
    case .withdraw: setRegistered(false)
    case .register: setRegistered(true)
    case .refresh: driver.send(.refresh)
    case .signOff:
      signedOff.insert("ann")
      driver.send(.signOff, for: "ann")
    case .discard:
      driver.send(.discard, for: "ann")
      if !driver.kernel.leavingAccounts.contains("ann") { discarded.insert("ann") }
    case .ok: answer(.success(Done()), isApplied: true)
    case .lost: answer(.failure(SourceFailure(message: "500")), isApplied: true)
    case .fail: answer(.failure(SourceFailure(message: "500")), isApplied: false)
    case .turnAway:
      answer(
        .failure(SourceFailure(message: "429", retryAfter: .seconds(10))),
        isApplied: false
      )
    case .refuse: answer(.failure(.refusal), isApplied: false)
    case .late: server.receive(abandoned.removeFirst())
    case .second: driver.pass(1)
    case .minute: driver.pass(70)
    case .hour: driver.pass(3_600)
    case .activate: driver.activate()
    case .relaunch, .prewarm: relaunch(knowsAccounts: operation == .relaunch)
    case .lock:
      driver.isStoreLocked.toggle()
      if !driver.isStoreLocked { driver.pass(11) }
    }
    collect()
  }

  private mutating func signIn(_ account: AccountID) {
    signedIn.insert(account)
    show(account)
  }

  private mutating func show(_ account: AccountID?) {
    shown = account
    driver.changeLifecycle { [signedIn] in $0.setAccounts(signedIn, shown: account) }
  }

  private mutating func setRegistered(_ isRegistered: Bool) {
    withdrawn = isRegistered ? [] : ["ann"]
    driver.send(.setRegistered(isRegistered: isRegistered, account: Private("ann")))
  }

  private mutating func relaunch(knowsAccounts: Bool) {
    abandoned += asked
    (asked, signedOff) = ([], [])
    // A wall clock that goes back does not matter.
    driver.date -= 60
    driver.relaunch(RegistrationCore(configuration))
    driver.changeLifecycle { [signedIn, shown] in
      $0.phase = .active
      if knowsAccounts { $0.setAccounts(signedIn, shown: shown) }
    }
    guard !knowsAccounts else { return }
    driver.pass(20)
    collect()
    if !asked.isEmpty { found = "The server is asked before the accounts are known." }
    show(shown)
  }

  private mutating func answer(_ result: Result<Done, SourceFailure>, isApplied: Bool) {
    let first = asked.removeFirst()
    if isApplied { server.receive(first) }
    let before = driver.kernel
    driver.handle(.answer(first.number, result))
    for (account, state) in before.states where account != first.account {
      if driver.kernel.states[account] != state {
        found = "An answer for \(first.account) changes \(account)."
      }
    }
  }

  private mutating func collect() {
    for effect in driver.takeEffects() {
      switch effect {
      case .ask(let request, let account, let number):
        if asked.contains(where: { $0.account == account }) {
          found = "Two requests of \(account) are under way."
        }
        if driver.isStoreLocked, driver.store[account] == nil {
          found = "A request is not in the store."
        }
        asked.append((account, request, number))
        if request.record != nil { discarded.remove(account) }
      case .cancel(let number):
        guard let index = asked.firstIndex(where: { $0.number == number }) else { break }
        abandoned.append(asked.remove(at: index))
      case .report(.stuck): found = "A deadline is stuck."
      default: break
      }
    }
  }
}

// MARK: - Invariants

extension RegistrationWorld {
  var mistake: String? {
    if let found = found ?? driver.mistake { return found }
    if let deadline = driver.kernel.nextDeadline, deadline < driver.now {
      return "A deadline stays in the past."
    }
    var rest = self
    return rest.mistakeAtRest()
  }

  /// What is wrong after the server has answered everything, and what was canceled has come late.
  private mutating func mistakeAtRest() -> String? {
    driver.isStoreLocked = false
    driver.pass(11)
    driver.activate()
    collect()
    for _ in 0..<40 {
      while !asked.isEmpty {
        answer(.success(Done()), isApplied: true)
        collect()
      }
      guard let delay = driver.delay, delay < .seconds(86_400) else { break }
      driver.advance(by: max(.zero, delay))
      collect()
    }
    if let found { return found }
    if !asked.isEmpty { return "It never comes to rest." }
    for late in abandoned { server.receive(late) }
    var expected: [AccountID: DeviceRecord] = [:]
    for account in signedIn.subtracting(withdrawn).subtracting(signedOff) {
      expected[account] = token.map { DeviceRecord(token: $0, environment: .sandbox) }
      expected[account]?.permission = permission
      expected[account]?.topics = topics[account] ?? []
    }
    let rows = server.rows.filter { !discarded.contains($0.key) }
    if rows != expected { return "The server has \(rows), not \(expected)." }
    for (account, state) in driver.kernel.states {
      if state.acknowledged != nil, state.record != expected[account] {
        return "The state of \(account) is \(state)."
      }
      if expected[account] != nil, !state.isAcknowledged { return "\(account) isn't acknowledged." }
    }
    if driver.kernel.states.keys.sorted() != signedIn.sorted() {
      return "There are cores of \(driver.kernel.states.keys)."
    }
    let kept = Set(driver.store.accounts.keys).subtracting([""])
    return kept == Set(expected.keys) ? nil : "The store has \(kept), not \(expected.keys)."
  }
}
