import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// When reminders are shown: in which time zone, and by whose clock.
@MainActor
struct LocalNotificationTimeTests {
  private let clock = ManualScheduler()
  private let system: LocalNotificationSystemProbe
  private let store = MemoryStore<LocalNotificationLedger>()
  private let nine = LocalNotification(
    id: "a",
    body: "",
    trigger: .calendar(DateComponents(hour: 9), repeats: false)
  )

  init() {
    system = LocalNotificationSystemProbe(scheduler: clock)
  }

  /// A process of the app in a time zone; it begins at midnight UTC.
  private func launch(in zone: String) async throws -> LocalNotifications {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let notifications = LocalNotifications(
      system: system,
      store: store,
      calendar: calendar
    )
    SimulatedApp(clock: clock).host.context.attach(notifications)
    await clock.settle()
    return notifications
  }

  @Test func `who travels west is reminded at nine there`() async throws {
    let first = try await launch(in: "Europe/Berlin")
    first.schedule(nine, isBoundToAccount: false)
    await clock.settle()
    clock.advance(by: .seconds(10 * 3_600))
    let second = try await launch(in: "America/New_York")
    #expect(second.scheduled == [nine])
    clock.advance(by: .seconds(4 * 3_600))
    #expect(second.scheduled == [])
  }

  @Test func `who travels east is reminded once`() async throws {
    let first = try await launch(in: "America/New_York")
    first.schedule(nine, isBoundToAccount: false)
    await clock.settle()
    clock.advance(by: .seconds(10 * 3_600))
    try await system.removePending(["pushhub.local.a"])
    _ = system.takeLog()
    let second = try await launch(in: "Europe/Berlin")
    #expect(system.takeLog() == ["pending"])
    #expect(second.scheduled == [])
  }

  @Test(arguments: ["Asia/Tokyo", nil])
  func `components are in their own time zone, else in the device's`(own: String?) async throws {
    let app = try await launch(in: "Europe/Berlin")
    let zone = try own.map { try #require(TimeZone(identifier: $0)) }
    let components = DateComponents(timeZone: zone, hour: 12)
    app.schedule(
      LocalNotification(id: "a", body: "", trigger: .calendar(components, repeats: false)),
      isBoundToAccount: false
    )
    await clock.settle()
    let request = try #require(system.held["pushhub.local.a"])
    #expect(request.date == clock.date + (own == nil ? 11 : 3) * 3_600)
  }

  @Test func `one that repeats in one year is over after it`() async throws {
    let app = try await launch(in: "UTC")
    let date = clock.date + 86_400
    var components = Calendar.utc.dateComponents([.year, .month, .day, .hour], from: date)
    components.minute = 0
    app.schedule(
      LocalNotification(id: "a", body: "", trigger: .calendar(components, repeats: true)),
      isBoundToAccount: false
    )
    await clock.settle()
    clock.advance(by: .seconds(3 * 86_400))
    try await system.removePending(["pushhub.local.a"])
    _ = system.takeLog()
    let next = try await launch(in: "UTC")
    #expect(system.takeLog() == ["pending"])
    #expect(next.scheduled == [])
  }

  @Test(arguments: [1, 3_600_000], [true, false])
  func `a shown reminder is not repeated though the clock was set back`(
    milliseconds: Int,
    isNewProcess: Bool
  ) async {
    let app = LocalNotificationApp()
    await app.launch()
    await app.schedule("a", after: 60)
    app.pass(60)
    app.clock.jumpWallClock(by: .milliseconds(-milliseconds))
    _ = app.system.takeLog()
    if isNewProcess { await app.launch() } else { await app.comeBack() }
    #expect(app.system.takeLog() == ["pending"])
    #expect(app.notifications.scheduled == [])
    #expect(app.log == [])
  }

  @Test func `a reminder dropped before its time is restored though the clock was set`() async {
    let app = LocalNotificationApp()
    await app.launch()
    await app.schedule("a", after: 60)
    try? await app.system.removePending(["pushhub.local.a"])
    app.clock.jumpWallClock(by: .seconds(-60))
    app.pass(59)
    await app.comeBack()
    #expect(app.system.ids == ["a"])
  }

  @Test(arguments: [true, false])
  func `who was reminded at nine and travels west is not reminded again`(
    wasOpen: Bool
  ) async throws {
    let first = try await launch(in: "Europe/Berlin")
    first.schedule(nine, isBoundToAccount: false)
    await clock.settle()
    clock.advance(by: .seconds(9 * 3_600))
    if wasOpen { _ = try await launch(in: "Europe/Berlin") }
    try await system.removePending(["pushhub.local.a"])
    clock.advance(by: .seconds(3_600))
    _ = system.takeLog()
    let second = try await launch(in: "America/New_York")
    #expect(system.takeLog() == ["pending"])
    #expect(second.scheduled == [])
  }

  @Test(arguments: [60, 86_400])
  func `what the system has not shown by our clock stays there, with its place`(later: Int) async {
    let app = LocalNotificationApp(limit: 1)
    await app.launch()
    await app.schedule("a", after: 60)
    app.clock.jumpWallClock(by: .seconds(later))
    #expect(app.notifications.scheduled == [])
    await app.schedule("b", after: 600)
    #expect(app.system.ids == ["a"])
    app.pass(61)
    await app.comeBack()
    #expect(app.system.ids == ["b"])
    #expect(app.log == [])
  }
}
