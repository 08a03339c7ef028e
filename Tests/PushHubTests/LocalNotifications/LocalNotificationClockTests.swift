import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Reminders while the clock on the wall shows no time.
@MainActor
struct LocalNotificationClockTests {
  private let clock = WrongClock()
  private let lifecycle = AppLifecycle()
  private let store = InMemoryLocalNotificationStore()
  private let system: LocalNotificationSystemProbe
  private let manager: NotificationManager
  private let log = Holder<[LocalNotificationLogEntry]>([])

  init() {
    system = LocalNotificationSystemProbe(scheduler: clock.base)
    manager = NotificationManager(scheduler: clock.base)
  }

  private func launch() async -> LocalNotifications {
    var configuration = LocalNotifications.Configuration()
    configuration.calendar = .utc
    let notifications = LocalNotifications(
      system: system,
      store: store,
      configuration: configuration
    )
    let log = log
    notifications.log = { log.value.append($0) }
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock).attach(notifications)
    await clock.base.settle()
    return notifications
  }

  private func reminder(
    _ id: String,
    _ trigger: LocalNotification.Trigger = .after(.seconds(3_600)),
    mootedBy: [LocalNotification.PushRule] = []
  ) -> LocalNotification {
    LocalNotification(id: id, body: "text", trigger: trigger, mootedBy: mootedBy)
  }

  private var nine: LocalNotification.Trigger {
    .calendar(DateComponents(hour: 9), repeats: true)
  }

  @Test(arguments: WrongClock.timeless)
  func `what is wanted while the clock shows no time is scheduled when it shows one`(
    seconds: Double
  ) async {
    let notifications = await launch()
    clock.shown = seconds
    notifications.schedule(reminder("a"), isBoundToAccount: false)
    notifications.schedule(reminder("b", nine), isBoundToAccount: false)
    #expect(await clock.advance(by: .seconds(600)) <= 10)
    #expect(system.ids == [])
    #expect(store.data == nil)
    clock.shown = nil
    #expect(await clock.advance(by: .seconds(60)) <= 1)
    #expect(system.ids == ["a", "b"])
    #expect(system.held["pushhub.local.a"]?.date == clock.date + 3_600)
    #expect(log.value == [])
    #expect(clock.base.pendingCount == 0)
    let next = await launch()
    #expect(next.scheduled.map(\.id) == ["a", "b"])
  }

  @Test(arguments: WrongClock.bad)
  func `whatever the clock shows, nothing is looked at without end and the store is written`(
    seconds: Double
  ) async {
    let notifications = await launch()
    notifications.schedule(reminder("a", nine), isBoundToAccount: false)
    clock.shown = seconds
    notifications.schedule(reminder("b", nine), isBoundToAccount: false)
    notifications.schedule(reminder("c"), isBoundToAccount: false)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    #expect(await clock.advance(by: .seconds(600)) <= 10)
    _ = notifications.scheduled
    _ = notifications.waiting
    clock.shown = nil
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    _ = await clock.advance(by: .seconds(60))
    notifications.schedule(reminder("d", nine), isBoundToAccount: false)
    await clock.base.settle()
    #expect(Set(notifications.scheduled.map(\.id)).isSuperset(of: ["a", "b", "d"]))
    let next = await launch()
    #expect(Set(next.scheduled.map(\.id)).isSuperset(of: ["a", "b", "d"]))
    #expect(!log.value.contains { if case .storeNotSaved = $0 { true } else { false } })
  }

  @Test(arguments: WrongClock.timeless)
  func `a process that begins while the clock shows no time leaves all as it was`(
    seconds: Double
  ) async {
    let first = await launch()
    first.schedule(reminder("a"), isBoundToAccount: false)
    first.schedule(reminder("b", nine), isBoundToAccount: false)
    await clock.base.settle()
    first.detach()
    let stored = store.data
    clock.shown = seconds
    let second = await launch()
    #expect(second.scheduled.map(\.id) == ["a", "b"])
    #expect(await clock.advance(by: .seconds(600)) <= 10)
    #expect(store.data == stored)
    #expect(system.ids == ["a", "b"])
    clock.shown = nil
    _ = await clock.advance(by: .seconds(60))
    #expect(second.scheduled.map(\.id) == ["a", "b"])
    #expect(log.value == [])
  }

  @Test(arguments: WrongClock.timeless)
  func `what waits for the clock can be taken back, replaced and made pointless`(
    seconds: Double
  ) async throws {
    lifecycle.setAccount("ann")
    let notifications = await launch()
    clock.shown = seconds
    let rule = LocalNotification.PushRule.messageID("m1")
    notifications.schedule(reminder("cancelled"), isBoundToAccount: false)
    notifications.schedule(reminder("bound"))
    notifications.schedule(reminder("mooted", mootedBy: [rule]), isBoundToAccount: false)
    notifications.schedule(reminder("replaced"), isBoundToAccount: false)
    notifications.schedule(reminder("signed out"))
    notifications.schedule(reminder("kept"), isBoundToAccount: false)
    notifications.cancel("cancelled")
    notifications.schedule(reminder("replaced", .after(.seconds(60))), isBoundToAccount: false)
    manager.receive(try message("m1"), via: .remote)
    notifications.cancelAll(for: "bob")
    lifecycle.setAccount("bob")
    await clock.base.settle()
    clock.shown = nil
    _ = await clock.advance(by: .seconds(60))
    #expect(system.ids == ["replaced", "kept"])
    #expect(log.value == [.mooted("mooted"), .signedOut("bound"), .signedOut("signed out")])
  }

  @Test func `what waits for the clock is still wanted after the plugin was detached`() async {
    let notifications = await launch()
    clock.shown = .nan
    notifications.schedule(reminder("a"), isBoundToAccount: false)
    notifications.detach()
    #expect(clock.base.pendingCount == 0)
    clock.shown = nil
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock).attach(notifications)
    await clock.base.settle()
    #expect(system.ids == ["a"])
  }

  @Test func `a refresh in the background does not wait for the clock`() async throws {
    let notifications = await launch()
    clock.shown = .nan
    notifications.schedule(reminder("a"), isBoundToAccount: false)
    let result = try await notifications.performBackgroundRefresh()
    #expect(result == .noData)
  }

  @Test func `a push that makes something pointless does not wait for the clock`() async throws {
    let notifications = await launch()
    let rule = LocalNotification.PushRule.messageID("m1")
    notifications.schedule(reminder("a", mootedBy: [rule]), isBoundToAccount: false)
    await clock.base.settle()
    clock.shown = .infinity
    let result = await manager.deliver(try message("m1"), via: .remote)
    #expect(result == .noData)
    clock.shown = nil
    _ = await clock.advance(by: .seconds(60))
    #expect(system.ids == [])
  }

  @Test(arguments: WrongClock.timeless)
  func `a date that no clock will show is never shown, and does not spoil the store`(
    seconds: Double
  ) async {
    let notifications = await launch()
    let date = Date(timeIntervalSince1970: seconds)
    notifications.schedule(reminder("a", .at(date)), isBoundToAccount: false)
    notifications.schedule(reminder("b", .after(.seconds(Int64.max))), isBoundToAccount: false)
    notifications.schedule(reminder("c"), isBoundToAccount: false)
    await clock.base.settle()
    #expect(log.value == [.neverShown("a"), .neverShown("b")])
    let next = await launch()
    #expect(next.scheduled.map(\.id) == ["c"])
  }
}
