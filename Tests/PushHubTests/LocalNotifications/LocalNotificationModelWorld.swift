import Foundation
import PushHub
import PushHubReplay

@testable import PushHubObservers

/// The core with a system of two places, beside what the user should see.
struct LocalNotificationWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// For who is signed in, in twenty seconds; a push makes it pointless.
    case scheduleOwn
    /// The same under its id, in forty seconds and with other words.
    case replaceOwn
    /// For everybody, in thirty and in fifty seconds.
    case scheduleOthers
    case cancel
    case signIn(AccountID?)
    case push
    case failNext
    /// The next call has no answer, whether or not the system does it.
    case hangNext(isDone: Bool)
    case die
    /// Somebody else is signed in when the app is there again.
    case dieUntil(AccountID)
    case refresh
    case wait
  }

  private struct Wanted: Hashable {
    let body: String
    let account: AccountID?
    let date: Date
  }

  private struct Held: Hashable {
    let body: String
    let date: Date
  }

  private enum Fault {
    case failure
    case silence(isDone: Bool)
  }

  private static let places = 2
  private var core: LocalNotificationCore
  private var stored = LocalNotificationCore.Ledger()
  private var held: [String: Held] = [:]
  private var fault: Fault?
  private var openCalls: [(Int, LocalNotificationCore.Call)] = []
  private var hanging: Int?

  /// Whether a refresh waits, which only an answer may keep it from going.
  private var isAwaited = false
  private var now = ContinuousClock.now
  private var date = Date(timeIntervalSinceReferenceDate: 0)
  private var account: AccountID?
  private var wanted: [String: Wanted] = [:]
  private(set) var mistake: String?

  init() {
    core = Self.core()
    live()
  }

  private static func core() -> LocalNotificationCore {
    LocalNotificationCore(
      limit: places,
      timeout: .seconds(10),
      calendar: Calendar(identifier: .gregorian)
    )
  }

  private mutating func live() {
    core = Self.core()
    openCalls = []
    hanging = nil
    isAwaited = false
    handle(.account(account.map(LocalNotificationCore.Presence.signedIn) ?? .unknown))
    handle(.loaded(stored))
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .scheduleOwn: schedule("own", "first", after: 20, isBound: true)
    case .replaceOwn: schedule("own", "second", after: 40, isBound: true)
    case .scheduleOthers:
      schedule("near", "near", after: 30, isBound: false)
      schedule("far", "far", after: 50, isBound: false)
    case .cancel:
      wanted["own"] = nil
      handle(.cancel(["own"]))
    case .signIn(let account):
      change(to: account)
      handle(.account(account.map(LocalNotificationCore.Presence.signedIn) ?? .signedOut))
    case .push:
      wanted["own"] = nil
      handle(.received(Self.push, messageID: nil))
    case .failNext: fault = .failure
    case .hangNext(let isDone): fault = .silence(isDone: isDone)
    case .die: live()
    case .dieUntil(let account):
      change(to: account)
      live()
    case .refresh:
      isAwaited = true
      handle(.backgroundRefresh)
    case .wait: wait(15)
    }
    check()
  }

  private mutating func change(to account: AccountID?) {
    self.account = account
    wanted = wanted.filter { $0.value.account == nil || $0.value.account == account }
  }

  private mutating func schedule(
    _ id: String,
    _ body: String,
    after seconds: Int,
    isBound: Bool
  ) {
    if !isBound || account != nil {
      wanted[id] = Wanted(
        body: body,
        account: isBound ? account : nil,
        date: date + Double(seconds)
      )
    }
    let notification = LocalNotification(
      id: id,
      body: body,
      trigger: .after(.seconds(seconds)),
      mootedBy: id == "own" ? [.value("done", forKey: "state")] : []
    )
    handle(.schedule(notification, for: isBound ? .present : .everybody))
  }

  private mutating func wait(_ seconds: Int) {
    for _ in 0..<seconds {
      now += .seconds(1)
      date += 1
      held = held.filter { $0.value.date > date }
      wanted = wanted.filter { $0.value.date > date }
      if let deadline = core.nextDeadline, deadline <= now {
        hanging = nil
        take(core.handle(LocalNotificationCore.deadline, at: now))
      }
    }
  }

  private mutating func handle(_ kind: LocalNotificationCore.Kind) {
    take(core.handle(.init(kind, at: date), at: now))
  }

  /// Carries out what the core wants, and answers at once unless something is wrong with the system.
  private mutating func take(_ effects: [LocalNotificationCore.Effect]) {
    for effect in effects {
      switch effect {
      case .log: break
      case .release: isAwaited = false
      case .save(let ledger): stored = ledger
      case .call(let number, let call):
        if hanging != nil || !openCalls.isEmpty { mistake = "Two calls at once." }
        openCalls.append((number, call))
      }
    }
    while hanging == nil, !openCalls.isEmpty {
      let (number, call) = openCalls.removeFirst()
      let fault = self.fault
      self.fault = nil
      switch fault {
      case .failure: handle(.answered(number, .failed("full")))
      case .silence(let isDone):
        if isDone { _ = carryOut(call) }
        hanging = number
      case nil: handle(.answered(number, carryOut(call)))
      }
    }
  }

  private mutating func carryOut(
    _ call: LocalNotificationCore.Call
  ) -> LocalNotificationCore.Answer {
    switch call {
    case .add(let request):
      held[request.identifier] = Held(body: request.notification.body, date: request.date)
      if held.count > Self.places { mistake = "The system drops one." }
      return .done
    case .removePending(let identifiers):
      for identifier in identifiers { held[identifier] = nil }
      return .done
    case .pending: return .pending(Array(held.keys))
    }
  }

  /// With a system that is well, and one more occasion, it holds what is wanted.
  private mutating func check() {
    guard mistake == nil else { return }
    if isAwaited, hanging == nil { mistake = "A refresh waits for nothing." }
    var later = self
    later.fault = nil
    if later.hanging != nil { later.wait(11) }
    later.handle(.occasion)
    let first = later.wanted.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }
      .prefix(Self.places)
    let expected = Dictionary(
      uniqueKeysWithValues: first.map { id, wanted in
        (LocalNotificationRequest.prefix + id, Held(body: wanted.body, date: wanted.date))
      }
    )
    mistake = mistake ?? later.mistake
    if later.held != expected { mistake = "The system holds \(later.held), not \(expected)." }
  }

  private static let push = PushPayload(userInfo: ["state": "done"])
}
