import Foundation
import PushHub
import PushHubAlerts
import Testing

/// Delivered notifications while a clock shows no time.
@MainActor
struct DeliveredNotificationsClockTests {
  private final class Center: DeliveredNotificationCenter {
    var notifications: [DeliveredNotification] = []
    var removed: [[String]] = []

    /// Whether what is removed is in the list once more.
    var isLate = false

    func delivered() async -> [DeliveredNotification] { notifications }

    func remove(_ ids: [String]) {
      removed.append(ids)
      if !isLate {
        notifications.removeAll { ids.contains($0.id) }
      }
    }
  }

  private let clock = WrongClock()
  private let lifecycle = AppLifecycle()
  private let center = Center()
  private let manager: NotificationManager

  init() {
    manager = NotificationManager(scheduler: clock)
  }

  private func attached() async -> DeliveredNotifications {
    let delivered = DeliveredNotifications(center: center)
    lifecycle.setPhase(.active)
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock).attach(delivered)
    await clock.base.settle()
    return delivered
  }

  private func deliver(_ id: String, _ json: String, at date: Date? = nil) throws {
    let payload = try PushPayload(json: json.utf8)
    center.notifications.append(
      DeliveredNotification(id: id, payload: payload, date: date ?? clock.base.date)
    )
  }

  private var shown: [String] { center.notifications.map(\.id) }

  @Test(arguments: WrongClock.timeless)
  func `what is to go goes although the clock shows no time`(seconds: Double) async throws {
    let delivered = await attached()
    try deliver("a", #"{"aps":{"thread-id":"t"}}"#)
    try deliver("b", #"{"aps":{"thread-id":"u"}}"#)
    clock.shown = seconds
    delivered.remove([.thread("t")])
    await clock.base.settle()
    #expect(shown == ["b"])
    #expect(delivered.count == 1)
    clock.shown = nil
    try deliver("c", #"{"aps":{"thread-id":"t"}}"#)
    clock.base.advance(by: .seconds(1))
    manager.receive(try message("m1"), via: .remote)
    await clock.base.settle()
    #expect(shown == ["b", "c"])
    delivered.remove([.thread("t")])
    await clock.base.settle()
    #expect(shown == ["b"])
  }

  @Test(arguments: WrongClock.bad)
  func `whatever the clock shows, the next wish is heard`(seconds: Double) async throws {
    let delivered = await attached()
    clock.shown = seconds
    try deliver("a", #"{"aps":{"thread-id":"t"}}"#)
    delivered.remove([.thread("t")])
    manager.receive(
      try payload(#"{"aps":{"content-available":1},"remove":{"threads":["t"]}}"#),
      via: .remote
    )
    lifecycle.setAccount("ann")
    lifecycle.setAccount(nil)
    #expect(await clock.advance(by: .seconds(60)) <= 1)
    clock.shown = nil
    try deliver("b", #"{"aps":{"thread-id":"t"}}"#)
    delivered.remove([.thread("t")])
    await clock.base.settle()
    #expect(shown == [])
    #expect(delivered.count == 0)
  }

  @Test(arguments: WrongClock.timeless)
  func `what has signed out goes although the clock shows no time`(seconds: Double) async throws {
    lifecycle.setAccount("ann")
    let delivered = await attached()
    try deliver("a", "{}")
    clock.shown = seconds
    lifecycle.setAccount(nil)
    await clock.base.settle()
    #expect(shown == [])
    clock.shown = nil
    try deliver("b", "{}")
    lifecycle.setPhase(.background)
    await clock.base.settle()
    #expect(shown == ["b"])
    #expect(delivered.count == 1)
  }

  @Test(arguments: WrongClock.bad)
  func `a notification of no date is removed once, and not counted any more`(
    seconds: Double
  ) async throws {
    let delivered = await attached()
    center.isLate = true
    let log = Holder<[DeliveredNotificationsLogEntry]>([])
    delivered.log = { log.value.append($0) }
    let date = Date(timeIntervalSince1970: seconds)
    try deliver("a", #"{"aps":{"target-content-id":"chat"}}"#, at: date)
    lifecycle.pageAppeared("chat")
    await clock.base.settle()
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    await clock.base.settle()
    #expect(log.value == [.removed(["a"])])
    #expect(delivered.count == 0)
  }
}
