import Foundation
import PushHub
import PushHubTesting

/// A server that has a row for each account of an installation, and ignores old requests.
struct SignOnServer {
  var ignoresOld = true
  private(set) var rows: [AccountID: SignOnCore.Record] = [:]
  private var revisions: [AccountID: Int] = [:]

  mutating func apply(_ asked: SignOnWorld.Asked) {
    guard !ignoresOld || asked.number >= revisions[asked.account] ?? 0 else { return }
    revisions[asked.account] = asked.number
    if case .register(let record) = asked.request {
      rows[asked.account] = record
    } else {
      rows[asked.account] = nil
    }
  }
}

/// Accounts that sign in and out, a server that fails, and launches.
struct SignOnWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case signInAnn, signInBob, showAnn, showBob, signOutAnn, token, tag, withdraw, register
    case ok, lost, fail, refuse, short, long, late, relaunch, prewarm, lock
  }

  typealias Asked = (account: AccountID, number: Int, request: SignOnCore.Request)

  private var simulation = FeatureSimulation(SignOnCore(), store: [:])
  private var server = SignOnServer()
  private var signedIn: Set<AccountID> = []
  private var shown: AccountID?
  private var (token, tag, isWithdrawn) = (0, 0, false)

  /// The requests under way, and those that were canceled and may still arrive.
  private var (asked, abandoned): ([Asked], [Asked]) = ([], [])
  private var found: String?

  init(ignoresOld: Bool = true) {
    server.ignoresOld = ignoresOld
    launch()
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .ok, .lost, .fail, .refuse: !asked.isEmpty
    case .late: !abandoned.isEmpty
    case .signInAnn: !signedIn.contains("ann")
    case .signInBob: !signedIn.contains("bob")
    case .showAnn: signedIn.contains("ann") && shown != "ann"
    case .showBob: signedIn.contains("bob") && shown != "bob"
    case .signOutAnn: signedIn.contains("ann")
    case .withdraw: !isWithdrawn
    case .register: isWithdrawn
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .signInAnn, .signInBob:
      let account: AccountID = operation == .signInAnn ? "ann" : "bob"
      signedIn.insert(account)
      show(account)
    case .showAnn: show("ann")
    case .showBob: show("bob")
    case .signOutAnn:
      signedIn.remove("ann")
      show(signedIn.first)
    case .token:
      token += 1
      simulation.handle(.push(.registered(deviceToken)))
    case .tag:
      tag += 1
      simulation.send(.setTag(tag))
    case .withdraw:
      isWithdrawn = true
      simulation.send(.withdraw)
    case .register:
      isWithdrawn = false
      simulation.send(.register)
    case .ok: answer(.success(Done()), isApplied: true)
    case .lost: answer(.failure(SourceFailure(message: "500")), isApplied: true)
    case .fail: answer(.failure(SourceFailure(message: "500")), isApplied: false)
    case .refuse:
      answer(.failure(SourceFailure(message: "401", isFinal: true)), isApplied: false)
    case .short: simulation.advance(by: .seconds(2))
    case .long: simulation.advance(by: .seconds(100))
    case .late: server.apply(abandoned.removeFirst())
    case .lock: simulation.isStoreLocked.toggle()
    case .relaunch, .prewarm: relaunch(knowsAccounts: operation == .relaunch)
    }
    collect()
  }

  private var deviceToken: DeviceToken { DeviceToken([UInt8(token % 250), 1, 2]) }

  private mutating func show(_ account: AccountID?) {
    shown = account
    simulation.changeLifecycle { [signedIn] in $0.setAccounts(signedIn, shown: account) }
  }

  private mutating func launch(knowsAccounts: Bool = true) {
    simulation.changeLifecycle { [signedIn, shown] in
      $0.phase = .active
      if knowsAccounts { $0.setAccounts(signedIn, shown: shown) }
    }
    simulation.handle(.push(.registered(deviceToken)))
    collect()
  }

  private mutating func relaunch(knowsAccounts: Bool) {
    abandoned += asked
    asked = []
    simulation.date -= 3_600
    let device = simulation.store[""]?.device
    simulation.relaunch(SignOnCore())
    launch(knowsAccounts: knowsAccounts)
    // An app repeats what the store lacks.
    if device?.tag ?? 0 != tag { simulation.send(.setTag(tag)) }
    if device?.isWithdrawn ?? false != isWithdrawn {
      simulation.send(isWithdrawn ? .withdraw : .register)
    }
    guard !knowsAccounts else { return }
    simulation.advance(by: .seconds(20))
    collect()
    if !asked.isEmpty { found = "The server is asked before the accounts are known." }
    show(shown)
  }

  private mutating func answer(_ result: Result<Done, SourceFailure>, isApplied: Bool) {
    let first = asked.removeFirst()
    if isApplied { server.apply(first) }
    let before = simulation.kernel
    simulation.handle(.answer(first.number, result))
    for (account, state) in before.states where account != first.account {
      if simulation.kernel.states[account] != state {
        found = "An answer for \(first.account) changes \(account)."
      }
    }
  }

  private mutating func collect() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .ask(let request, let account, let number):
        if asked.contains(where: { $0.account == account }) {
          found = "Two requests of \(account) are under way."
        }
        asked.append((account, number, request))
      case .cancel(let number):
        guard let index = asked.firstIndex(where: { $0.number == number }) else { break }
        abandoned.append(asked.remove(at: index))
      case .report(.stuck): found = "A deadline is stuck."
      default: break
      }
    }
  }

  var mistake: String? {
    if let found = found ?? simulation.mistake { return found }
    if let deadline = simulation.kernel.nextDeadline, deadline < simulation.now {
      return "A deadline stays in the past."
    }
    var rest = self
    return rest.mistakeAtRest()
  }

  /// What is wrong after the server has answered everything, and what was canceled has come late.
  private mutating func mistakeAtRest() -> String? {
    simulation.isStoreLocked = false
    simulation.advance(by: .seconds(11))
    collect()
    for _ in 0..<40 {
      while !asked.isEmpty {
        answer(.success(Done()), isApplied: true)
        collect()
      }
      guard let deadline = simulation.kernel.nextDeadline else { break }
      simulation.advance(by: max(.zero, deadline - simulation.now))
      collect()
    }
    if let found { return found }
    if !asked.isEmpty || simulation.kernel.nextDeadline != nil { return "It never comes to rest." }
    for late in abandoned { server.apply(late) }
    let record = SignOnCore.Record(token: deviceToken, tag: tag)
    let expected =
      isWithdrawn ? [:] : Dictionary(uniqueKeysWithValues: signedIn.map { ($0, record) })
    if server.rows != expected { return "The server has \(server.rows), not \(expected)." }
    let kept = Set(simulation.store.accounts.keys).subtracting([""])
    if kept != Set(expected.keys) { return "The store has \(kept), not \(expected.keys)." }
    let states = Set(simulation.kernel.states.keys)
    return states == signedIn ? nil : "There are cores of \(states)."
  }
}
