import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts

/// The core with a system of two places, beside what the user should see.
struct LocalNotificationWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// For the account, in twenty seconds; a push cancels it.
    case scheduleOwn
    /// The same under its id, in forty seconds and with other words.
    case replaceOwn
    /// For all accounts, in thirty and in fifty seconds.
    case scheduleOthers
    case cancel
    case signIn(AccountID?)
    case push
    /// The next call fails, whether or not the system does it.
    case failNext(isDone: Bool)
    /// What the next operation changes is not saved before the one after it.
    case failSave
    /// The next call has no answer, whether or not the system does it.
    case hangNext(isDone: Bool)
    case die
    /// Another account is signed in when the app runs again.
    case dieUntil(AccountID)
    /// The app does not run for twenty-five seconds.
    case sleep
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

  private enum Fault: Equatable {
    case failure(isDone: Bool)
    case silence(isDone: Bool)
  }

  private static let places = 2
  private static let calendar = Calendar(identifier: .gregorian)
  private var simulation = FeatureSimulation(
    LocalNotificationCore(calendar: calendar, limit: places),
    store: [:],
    date: Date(timeIntervalSinceReferenceDate: 0)
  )

  /// How long the system goes after our clock.
  private let lag: Double
  private var held: [String: Held] = [:]
  private var fault: Fault?
  private var openCalls: [(call: LocalNotificationCall, number: Int)] = []
  private var isHanging = false
  private var isWorking = false
  private var date: Date { simulation.date }
  private var account: AccountID?

  /// The accounts that were signed in since the launch, and the date when others count as signed out.
  private var seen: Set<AccountID> = []
  private var departure = Date.distantFuture

  /// Also what has been shown.
  private var wanted: [String: Wanted] = [:]
  private var shown: [String: Held] = [:]

  /// What looks like one that was canceled and that the system still had.
  private var twins: Set<String> = []
  private(set) var mistake: String?

  init(lag: Double = 0) {
    self.lag = lag
    live()
  }

  /// What could not be saved is, before the process ends.
  private mutating func live() {
    simulation.isStoreLocked = false
    handle(.deadline)
    simulation.relaunch(LocalNotificationCore(calendar: Self.calendar, limit: Self.places))
    openCalls = []
    (isHanging, isWorking) = (false, false)
    (seen, departure) = ([], date + 10)
    change(to: account)
    handle(.lifecycle(state, after: nil))
  }

  mutating func perform(_ operation: Operation) {
    let wasLocked = simulation.isStoreLocked
    defer { if wasLocked { simulation.isStoreLocked = false } }
    switch operation {
    case .scheduleOwn: schedule("own", "first", after: 20, isBound: true)
    case .replaceOwn: schedule("own", "second", after: 40, isBound: true)
    case .scheduleOthers:
      schedule("near", "near", after: 30, isBound: false)
      schedule("far", "far", after: 50, isBound: false)
    case .cancel:
      wanted["own"] = nil
      handle(.action(.cancel(ids: Private(["own"]))))
    case .signIn(let account):
      change(to: account)
      handle(.lifecycle(state, after: .accountChanged(account)))
    case .push:
      wanted["own"] = nil
      handle(.push(.received(Self.push)))
    case .failNext(let isDone): fault = .failure(isDone: isDone)
    case .failSave: simulation.isStoreLocked = true
    case .hangNext(let isDone): fault = .silence(isDone: isDone)
    case .die: live()
    case .dieUntil(let account):
      if wasLocked { live() }
      self.account = account
      live()
    case .sleep:
      pass(25)
      live()
    case .refresh:
      isWorking = true
      handle(.work(isRefresh: true))
    case .wait: wait(15)
    }
    check()
  }

  private mutating func change(to account: AccountID?) {
    self.account = account
    account.map { _ = seen.insert($0) }
    discardForeign()
  }

  private mutating func discardForeign() {
    wanted = wanted.filter { _, wanted in
      guard let owner = wanted.account, owner != account else { return true }
      return !seen.contains(owner) && date < departure
    }
  }

  private mutating func schedule(
    _ id: String,
    _ body: String,
    after seconds: Int,
    isBound: Bool
  ) {
    guard !isBound || account != nil else { return }
    // The two accounts' texts differ.
    let body = isBound ? "\(body) for \(account?.rawValue ?? "")" : body
    let held = Held(body: body, date: date + Double(seconds))
    if self.held[LocalNotification.prefix + id] == held {
      twins.insert(id)
    } else {
      twins.remove(id)
    }
    wanted[id] = Wanted(
      body: body,
      account: isBound ? account : nil,
      date: date + Double(seconds)
    )
    let notification = LocalNotification(
      id: id,
      body: body,
      trigger: .after(.seconds(seconds)),
      cancelledBy: id == "own" ? [.value("done", forKey: "state")] : []
    )
    handle(.action(.schedule(notification: notification, isBoundToAccount: isBound)))
  }

  private mutating func wait(_ seconds: Int) {
    for _ in 0..<seconds { pass(1) }
  }

  /// The system shows what is due.
  private mutating func pass(_ seconds: Int) {
    simulation.advance(by: .seconds(seconds))
    discardForeign()
    for (identifier, due) in held where due.date + lag <= date {
      held[identifier] = nil
      shown[LocalNotification.id(inRequest: identifier) ?? ""] = due
    }
    performEffects()
  }

  private static let push = Push(payload: PushPayload(userInfo: ["state": "done"]))

  private var state: LifecycleState {
    var state = LifecycleState(phase: .active)
    state.account = account
    return state
  }

  private mutating func takeOpportunity() {
    handle(.lifecycle(state, after: .phaseChanged(.active)))
  }

  private mutating func handle(_ input: KernelInput<LocalNotificationCore>) {
    simulation.handle(input)
    performEffects()
  }

  /// Carries out what the core wants, and answers at once unless something is wrong with the system.
  private mutating func performEffects() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .log(.missed(let id)):
        if let wanted = wanted[id], !twins.contains(id),
          shown[id] == Held(body: wanted.body, date: wanted.date)
        {
          mistake = "\(id) was shown, and not missed."
        }
      case .cancel: isHanging = false
      case .finishWork:
        if isHanging { mistake = "Work is finished too early." }
        isWorking = false
      case .ask(let call, _, let number):
        if isHanging || !openCalls.isEmpty { mistake = "Two calls at once." }
        openCalls.append((call, number))
      default: break
      }
    }
    while !isHanging, !openCalls.isEmpty {
      let (call, number) = openCalls.removeFirst()
      let fault = self.fault
      self.fault = nil
      guard let fault else {
        handle(.answer(number, .success(carryOut(call))))
        continue
      }
      // It may be shown, without an answer that says so.
      if fault != .failure(isDone: false), case .add(let entry, _) = call {
        twins.insert(entry.notification.id)
      }
      switch fault {
      case .failure(let isDone):
        if isDone { _ = carryOut(call) }
        handle(.answer(number, .failure(SourceFailure(message: "full"))))
      case .silence(let isDone):
        if isDone { _ = carryOut(call) }
        isHanging = true
      }
    }
  }

  private mutating func carryOut(_ call: LocalNotificationCall) -> PendingNotifications? {
    switch call {
    case .add(let entry, _):
      let notification = entry.notification
      held[LocalNotification.prefix + notification.id] =
        Held(body: notification.body, date: entry.date)
      if held.count > Self.places { mistake = "The system drops one." }
    case .remove(let identifiers): for identifier in identifiers { held[identifier] = nil }
    case .pending: return PendingNotifications(ids: held.keys.compactMap(LocalNotification.id))
    }
    return nil
  }

  /// With a system that is well, and one more occasion, it holds what is wanted, now and when the app
  /// starts again.
  private mutating func check() {
    guard mistake == nil else { return }
    if isWorking, !isHanging { mistake = "Work waits for nothing." }
    if isHanging != (simulation.request != nil) { mistake = "A call is under way." }
    var later = self
    later.fault = nil
    later.simulation.isStoreLocked = false
    if later.isHanging { later.wait(11) }
    let passing = later.passing
    later.takeOpportunity()
    let first = later.wanted.filter { $0.value.date > later.date }
      .sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }
      .prefix(Self.places - passing.count)
    let expected = Dictionary(
      uniqueKeysWithValues: first.map { id, wanted in
        (LocalNotification.prefix + id, Held(body: wanted.body, date: wanted.date))
      }
    ).merging(passing) { $1 }
    mistake = later.mistake
    if later.held != expected { mistake = "The system holds \(later.held), not \(expected)." }
    later.live()
    if later.held != expected { mistake = "After a start, \(later.held), not \(expected)." }
  }

  /// What the system is about to show.
  private var passing: [String: Held] {
    held.filter { identifier, held in
      guard held.date <= date, let id = LocalNotification.id(inRequest: identifier),
        let wanted = wanted[id]
      else { return false }
      return held == Held(body: wanted.body, date: wanted.date)
    }
  }
}
