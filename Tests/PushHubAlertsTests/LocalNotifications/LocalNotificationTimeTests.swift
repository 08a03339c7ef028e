import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// When reminders are shown: in which time zone, and by whose clock.
final class LocalNotificationTimeTests: LocalNotificationApp {
  private let nine = LocalNotification(
    id: "a",
    body: "",
    trigger: .calendar(DateComponents(hour: 9), repeats: false)
  )

  /// A process of the app in a time zone; the first begins at midnight UTC.
  private func launch(in zone: String) async throws {
    var calendar = Calendar.utc
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    await launch(calendar: calendar)
  }

  private func scheduleAtNine(in zone: String) async throws {
    try await launch(in: zone)
    await schedule(nine)
  }

  /// The system has no reminder any more, and a launch in a time zone adds none.
  private func expectNoneAfterLaunch(in zone: String) async throws {
    _ = system.takeLog()
    try await launch(in: zone)
    #expect(system.takeLog() == ["pending"])
    #expect(notifications.scheduled == [])
  }

  @Test func `who travels west is reminded at nine there`() async throws {
    try await scheduleAtNine(in: "Europe/Berlin")
    pass(10 * 3_600)
    try await launch(in: "America/New_York")
    #expect(notifications.scheduled == [nine])
    pass(4 * 3_600)
    #expect(notifications.scheduled == [])
  }

  @Test func `who travels east is reminded once`() async throws {
    try await scheduleAtNine(in: "America/New_York")
    pass(10 * 3_600)
    try await system.removePending(["pushhub.local.a"])
    try await expectNoneAfterLaunch(in: "Europe/Berlin")
  }

  @Test(arguments: ["Asia/Tokyo", nil])
  func `components are in their own time zone, else in the device's`(own: String?) async throws {
    try await launch(in: "Europe/Berlin")
    let zone = try own.map { try #require(TimeZone(identifier: $0)) }
    let components = DateComponents(timeZone: zone, hour: 12)
    await schedule("a", .calendar(components, repeats: false))
    let request = try #require(system.held["pushhub.local.a"])
    #expect(request.date == clock.date + (own == nil ? 11 : 3) * 3_600)
  }

  @Test func `one that repeats in one year is over after it`() async throws {
    try await launch(in: "UTC")
    let date = clock.date + 86_400
    var components = Calendar.utc.dateComponents([.year, .month, .day, .hour], from: date)
    components.minute = 0
    await schedule("a", .calendar(components, repeats: true))
    pass(3 * 86_400)
    try await system.removePending(["pushhub.local.a"])
    try await expectNoneAfterLaunch(in: "UTC")
  }

  @Test func `a clock that was ahead for a moment loses and delays no reminder`() async {
    await launch()
    leavePlaces(1)
    await schedule("a", after: 1)
    await schedule("daily", .calendar(DateComponents(hour: 9), repeats: true))
    await schedule("c", after: 2 * 86_400)
    for days in [40, -40] {
      clock.jumpWallClock(by: .seconds(days * 86_400))
      await comeBack()
    }
    #expect(notifications.scheduled.map(\.id) == ["a", "daily", "c"])
  }

  @Test(arguments: [1, 3_600_000], [true, false])
  func `a shown reminder is not repeated though the clock was set back`(
    milliseconds: Int,
    isNewProcess: Bool
  ) async {
    await launch()
    await schedule("a", after: 60)
    pass(60)
    clock.jumpWallClock(by: .milliseconds(-milliseconds))
    _ = system.takeLog()
    if isNewProcess { await launch() } else { await comeBack() }
    #expect(system.takeLog() == ["pending"])
    #expect(notifications.scheduled == [])
    #expect(log == [])
  }

  @Test func `a reminder dropped before its time is restored though the clock was set`() async {
    await launch()
    await schedule("a", after: 60)
    try? await system.removePending(["pushhub.local.a"])
    clock.jumpWallClock(by: .seconds(-60))
    pass(59)
    await comeBack()
    #expect(system.ids == ["a"])
  }

  @Test(arguments: [true, false])
  func `who was reminded at nine and travels west is not reminded again`(
    wasOpen: Bool
  ) async throws {
    try await scheduleAtNine(in: "Europe/Berlin")
    pass(9 * 3_600)
    if wasOpen { try await launch(in: "Europe/Berlin") }
    try await system.removePending(["pushhub.local.a"])
    pass(3_600)
    try await expectNoneAfterLaunch(in: "America/New_York")
  }

  @Test(arguments: [60, 86_400])
  func `what the system has not shown by our clock stays there, with its place`(later: Int) async {
    leavePlaces(1)
    await launch()
    await schedule("a", after: 60)
    clock.jumpWallClock(by: .seconds(later))
    #expect(notifications.scheduled == [])
    await schedule("b", after: 600)
    #expect(system.ids == ["a"])
    pass(61)
    await comeBack()
    #expect(system.ids == ["b"])
    #expect(log == [])
  }
}
