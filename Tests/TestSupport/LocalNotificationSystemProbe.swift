import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts

/// A system that holds what it is given, and notes what it was asked for.
final class LocalNotificationSystemProbe: LocalNotificationSystem {
  var error: (any Error)?
  var isSilent = false

  /// Whether it takes its time, and ignores cancellation.
  var isDeaf = false

  /// What it never takes.
  var refusedID: String?
  private var requests: [String: Request] = [:]
  private var due: [String: ContinuousClock.Instant] = [:]
  private(set) var log: [String] = []

  /// What it was given, and when that is shown by the clock of then.
  struct Request {
    let notification: LocalNotification
    let date: Date
  }

  var foreign: [String] = []
  private let scheduler: ManualScheduler

  init(scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  /// The requests that it has not shown; those with a date are shown by a clock that is never set.
  var held: [String: Request] {
    requests.filter { due[$0.key].map { $0 > scheduler.now } ?? true }
  }

  var ids: [String] { held.values.sorted { $0.date < $1.date }.map(\.notification.id) }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws {
    try await answer("add \(notification.id)")
    if notification.id == refusedID { throw CocoaError(.featureUnsupported) }
    requests[identifier] = Request(
      notification: notification,
      date: scheduler.date + interval
    )
    if case .calendar = notification.trigger {
      due[identifier] = nil
    } else {
      due[identifier] = scheduler.now + .seconds(max(1, interval))
    }
  }

  func show(_ notification: LocalNotification, as identifier: String) throws {
    log.append("show \(identifier)")
    if let error { throw error }
  }

  func removePending(_ identifiers: [String]) async throws {
    let ids = identifiers.map { LocalNotification.id(inRequest: $0) ?? $0 }
    try await answer("remove \(ids.joined(separator: " "))")
    for identifier in identifiers { requests[identifier] = nil }
    foreign.removeAll(where: identifiers.contains)
  }

  func pending() async throws -> [String] {
    try await answer("pending")
    return held.keys + foreign
  }

  private func answer(_ call: String) async throws {
    log.append(call)
    if let error { throw error }
    if isDeaf { try? await scheduler.sleep(for: .seconds(86_400)) }
    if isSilent { try await scheduler.sleep(for: .seconds(86_400)) }
  }
}

/// An app with local notifications, which can end and start again.
class LocalNotificationApp: AppFixture {
  private(set) var app = SimulatedApp()
  let store = FailingStore<LocalNotificationLedger>()
  let system: LocalNotificationSystemProbe
  private(set) var notifications: LocalNotifications
  private(set) var log: [LocalNotificationsEvent] = []

  init() {
    system = LocalNotificationSystemProbe(scheduler: app.clock)
    notifications = LocalNotifications(system: system, store: store)
  }

  /// Lets others take the system's places but for a few.
  func leavePlaces(_ count: Int) {
    system.foreign = (count..<64).map { "theirs \($0)" }
  }

  func launch(as account: AccountID? = nil, calendar: Calendar = .utc) async {
    app = SimulatedApp(clock: clock) {
      $0.identification.account = TestSupport.account(under: "for")
    }
    lifecycle.setAccount(account)
    notifications = LocalNotifications(
      system: system,
      store: store,
      calendar: calendar,
      adopting: { $0.hasPrefix("old.") ? String($0.dropFirst(4)) : nil }
    )
    notifications.log = { [weak self] in self?.log.append($0) }
    context.attach(notifications)
    await settle()
  }

  func schedule(
    _ id: String,
    after seconds: Int = 60,
    isBound: Bool = false,
    cancelledBy: [NotificationSubject] = []
  ) async {
    let trigger = LocalNotification.Trigger.after(.seconds(seconds))
    await schedule(
      LocalNotification(id: id, body: "text", trigger: trigger, cancelledBy: cancelledBy),
      isBound: isBound
    )
  }

  func schedule(_ id: String, _ trigger: LocalNotification.Trigger) async {
    await schedule(LocalNotification(id: id, body: "", trigger: trigger))
  }

  func schedule(_ notification: LocalNotification, isBound: Bool = false) async {
    notifications.schedule(notification, isBoundToAccount: isBound)
    await settle()
  }
}

extension Calendar {
  static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
