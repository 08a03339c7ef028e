import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// A server as the documentation wants it: the latest revision of each account counts.
struct RegistrationServer {
  private var latest: [AccountID: RegistrationRequest] = [:]

  mutating func receive(_ request: RegistrationRequest) {
    if let known = latest[request.account], known.revision > request.revision { return }
    latest[request.account] = request
  }

  /// Whom it would push to, and how.
  var devices: [AccountID: DeviceRecord] { latest.compactMapValues(\.record) }
}

/// The core in an app with a server, and what must be true of what it says.
struct RegistrationWorld: CheckedWorld {
  enum Operation: Hashable {
    case token
    case signIn(AccountID?)
    case permit
    case topic
    case refresh
    case succeed

    /// Neither the request nor an answer gets through.
    case fail

    /// The request gets through, its answer doesn't.
    case loseAnswer
    case turnAway
    case refuse

    /// No answer comes in time.
    case hang

    /// What was canceled or had no answer gets through after all.
    case arrive

    /// The process dies, and comes back knowing who is signed in.
    case die

    /// The process dies, and comes back without knowing.
    case dieUnknowing
    case wait(Int)
  }

  /// What the app would say of itself.
  private struct App {
    var token: DeviceToken?
    var permission: PermissionLevel?
    var topics: [AccountID: Set<String>] = [:]
    var account: AccountID?
    var isAccountKnown = false

    /// Who has signed out, and not in again.
    var leavers: Set<AccountID> = []

    func record(for account: AccountID) -> DeviceRecord? {
      token.map {
        DeviceRecord(
          token: $0,
          environment: .sandbox,
          permission: permission,
          topics: (topics[account] ?? []).sorted()
        )
      }
    }
  }

  private var driver: RegistrationDriver
  private var server = RegistrationServer()
  private var app = App()

  /// What has left the device, and may arrive yet.
  private var wire: [RegistrationRequest] = []

  /// What was begun, and was neither answered nor canceled.
  private var underWay: RegistrationRequest?

  /// What was begun last.
  private var asked: RegistrationRequest?

  /// Of whom anything was ever said.
  private var everKnown: Set<AccountID> = []

  /// What was said last of each account.
  private var said: [AccountID: RegistrationRequest] = [:]

  /// What the server has acknowledged, and nothing was said since.
  private var acknowledged: [AccountID: DeviceRecord] = [:]

  /// Of whom the server may know.
  private var mayBeKnown: Set<AccountID> = []

  /// Whom the server has refused to take off.
  private var kept: Set<AccountID> = []

  /// Whom this process has tried to take off, and could not.
  private var failed: Set<AccountID> = []

  /// Whether the app requests that the server receive its record.
  private var isRefreshWanted = false

  /// What the server has refused for good, of who is signed in.
  private var refused: DeviceRecord?
  private var highestRevisions: [AccountID: Int] = [:]
  private var found: String?

  init(_ configuration: DeviceRegistration.Configuration = .testing) {
    driver = RegistrationDriver(configuration)
    driver.attach()
    note(driver.takeEffects())
  }
}

// MARK: - What happens

extension RegistrationWorld {
  /// Whether an app can do that now; a call without a change is never reported.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .succeed, .fail, .loseAnswer, .turnAway, .refuse, .hang: underWay != nil
    case .arrive: !wire.isEmpty
    case .topic: app.account != nil
    case .signIn(let account): account != app.account
    case .die: app.isAccountKnown
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .token:
      let token: DeviceToken = app.token == .first ? .second : .first
      app.token = token
      driver.setToken(token)
    case .signIn(let account): signIn(account)
    case .permit:
      let permission: PermissionLevel =
        app.permission == .authorized ? .denied : .authorized
      app.permission = permission
      driver.wish(.permission(permission))
    case .topic: changeTopic()
    case .refresh:
      isRefreshWanted = app.account != nil
      driver.wish(.wholeRefresh)
    case .succeed: succeed()
    case .fail: fail()
    case .loseAnswer:
      underWay.map { server.receive($0) }
      fail()
    case .turnAway: fail(SourceFailure(message: "429", retryAfter: .seconds(10)))
    case .refuse: refuse()
    case .hang: pass(.seconds(60))
    case .arrive: server.receive(wire.removeFirst())
    case .die: die(returningAs: app.account)
    case .dieUnknowing:
      app.isAccountKnown = false
      app.account = nil
      die(returningAs: nil)
    case .wait(let seconds): pass(.seconds(seconds))
    }
    note(driver.takeEffects())
  }

  private mutating func signIn(_ account: AccountID?) {
    app.isAccountKnown = true
    app.account = account
    app.leavers = everKnown
    if let account {
      app.leavers.remove(account)
      failed.remove(account)
    }
    driver.signIn(account)
  }

  private mutating func changeTopic() {
    guard let account = app.account else { return }
    let isWanted = app.topics[account]?.contains("news") != true
    app.topics[account] = isWanted ? ["news"] : nil
    driver.wish(.topic("news", isWanted: isWanted))
  }

  private mutating func succeed() {
    guard let request = underWay else { return }
    underWay = nil
    server.receive(request)
    acknowledged[request.account] = request.record
    said[request.account] = nil
    if request.record == nil {
      mayBeKnown.remove(request.account)
      failed.remove(request.account)
    }
    driver.succeed()
  }

  private mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    underWay = nil
    driver.fail(failure)
  }

  /// Lets time pass, and looks at what happens when it does.
  private mutating func pass(_ duration: Duration) {
    let end = driver.now + duration
    repeat {
      driver.wait(min(driver.delayOfDeadline ?? duration, end - driver.now))
      note(driver.takeEffects())
    } while driver.now < end && !driver.hasStaleDeadline
  }

  private mutating func refuse() {
    guard let request = underWay else { return }
    underWay = nil
    if request.record == nil {
      mayBeKnown.remove(request.account)
      said[request.account] = nil
      kept.insert(request.account)
      failed.remove(request.account)
    }
    refused = request.record ?? refused
    driver.refuse()
    if request.record != nil, request.record != app.record(for: request.account) {
      let delay = driver.delayOfDeadline ?? .seconds(86_400)
      let isGoingOn = driver.open != nil || delay <= .seconds(2)
      expect(isGoingOn, "What has changed meanwhile is kept back with what was refused.")
    }
  }

  private mutating func die(returningAs account: AccountID?) {
    if let underWay {
      wire.append(underWay)
    }
    underWay = nil
    failed = []
    if let ledger = driver.stored {
      driver.stored = (try? JSONEncoder().encode(ledger))
        .flatMap { try? JSONDecoder().decode(RegistrationLedger.self, from: $0) }
    }
    driver.die(returningAs: account)
  }
}

// MARK: - What must be true

extension RegistrationWorld {
  private mutating func note(_ effects: [ManualFeatureEffect<RegistrationCore>]) {
    for effect in effects {
      switch effect {
      case .own(.send(let request)): check(request)
      case .cancel:
        underWay.map { wire.append($0) }
        underWay = nil
      case .log(.failed(.signOff, _, _?)):
        if let account = asked?.account { failed.insert(account) }
      default: break
      }
    }
  }

  private mutating func check(_ request: RegistrationRequest) {
    let account = request.account
    expect(underWay == nil, "Two requests are under way.")
    underWay = request
    asked = request
    everKnown.insert(account)
    if request.record == nil {
      expect(app.leavers.contains(account), "\(account) was taken off without having signed out.")
      expect(mayBeKnown.contains(account), "\(account) was taken off, of whom nothing was said.")
    } else {
      expect(account == app.account, "\(account) was told of, who isn't signed in.")
      let others = mayBeKnown.subtracting([account])
      expect(others.isSubset(of: failed), "\(account) came before another one was off.")
      expect(request.record == app.record(for: account), "Something else was said than is true.")
      let isNews = acknowledged[account] != request.record || isRefreshWanted
      expect(isNews, "The server was told what it knows.")
      isRefreshWanted = false
    }
    if said[account] != request {
      expect(request.revision > highestRevisions[account] ?? 0, "The revision has not grown.")
    }
    expect(!driver.hasSaidUnsaved, "It was said before it was saved.")
    highestRevisions[account] = request.revision
    said[account] = request
    acknowledged[account] = nil
    kept.remove(account)
    if request.record != nil {
      mayBeKnown.insert(account)
    }
  }

  private mutating func expect(_ isTrue: Bool, _ mistake: @autoclosure () -> String) {
    if !isTrue, found == nil {
      found = mistake()
    }
  }

  var mistake: String? {
    if let found { return found }
    if driver.hasStaleDeadline { return "A deadline has passed and was left." }
    var end = self
    end.heal()
    if let mistake = end.found ?? end.difference { return mistake }
    var sick = self
    let delayOfFailures = sick.takeNobodyOff(answering: true)
    guard !app.leavers.isEmpty else { return sick.found ?? sick.delay }
    var silent = self
    let delayOfSilence = silent.takeNobodyOff(answering: false)
    // 5 s for each of two others.
    let isHeldUp = delayOfSilence > delayOfFailures + .seconds(10)
    return sick.found ?? sick.delay ?? silent.found ?? silent.delay
      ?? (isHeldUp ? "A sign-off without an answer has held somebody up." : nil)
  }

  /// Lets everything run with a server that is well, and whatever is late arrive.
  private mutating func heal() {
    for _ in 0..<100 {
      if underWay != nil {
        succeed()
      } else if let delay = driver.delayOfDeadline, delay <= .seconds(2 * 86_400),
        !driver.hasStaleDeadline
      {
        driver.wait(delay)
      } else {
        for request in wire {
          server.receive(request)
        }
        return
      }
      note(driver.takeEffects())
    }
    found = "It does not come to rest."
  }

  /// Lets everything run for some time, with a server that deregisters no account, with an error or without an answer.
  ///
  /// - Returns: How long who is signed in was held up.
  private mutating func takeNobodyOff(answering: Bool) -> Duration {
    let (start, end) = (driver.now, driver.now + .seconds(700))
    var time: Duration?
    for _ in 0..<1_000 {
      if time == nil, delay == nil { time = driver.now - start }
      if let underWay, underWay.record != nil || answering {
        underWay.record == nil ? fail() : succeed()
      } else if driver.now < end, !driver.hasStaleDeadline {
        driver.wait(min(driver.delayOfDeadline ?? end - driver.now, end - driver.now))
      } else {
        return time ?? .seconds(700)
      }
      note(driver.takeEffects())
    }
    found = "It asks without end."
    return .seconds(700)
  }

  /// A description of a delay of an account that was too long.
  private var delay: String? {
    if driver.hasStaleDeadline { return "A deadline has passed and was left." }
    guard let account = app.account, let record = app.record(for: account), record != refused
    else { return nil }
    return acknowledged[account] == record ? nil : "\(account) was held up for too long."
  }

  /// What is wrong with what the server has in the end.
  private var difference: String? {
    let devices = server.devices.filter { $0.key == app.account || !kept.contains($0.key) }
    guard app.isAccountKnown else {
      let wrong = devices.keys.filter { app.leavers.contains($0) }
      return wrong.isEmpty ? nil : "The server has \(wrong), who signed out."
    }
    let account = app.account
    let record = account.flatMap { app.record(for: $0) }
    var expected: [AccountID: DeviceRecord] = [:]
    if let account, let record {
      expected[account] = record
    }
    guard devices == expected else { return "The server has \(devices), and not \(expected)." }
    guard driver.core.state.isAcknowledged == (record != nil) else {
      return "The state does not tell what the server has."
    }
    return driver.core.state.leavingCount == 0 ? nil : "The state tells of somebody who leaves."
  }
}
