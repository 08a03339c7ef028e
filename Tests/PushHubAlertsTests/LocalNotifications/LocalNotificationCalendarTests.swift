import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// When a trigger of the calendar comes: in hours that the clock skips or shows twice, on devices with
/// other calendars, on rare days and never.
final class LocalNotificationCalendarTests: LocalNotificationApp {
  private static let twoThirty = DateComponents(hour: 2, minute: 30)

  /// What the system was given, of a reminder that was scheduled at a date.
  private func moment(
    of components: DateComponents,
    in zone: String,
    on device: Calendar.Identifier = .gregorian,
    after start: String = "2026-01-01T00:00:00Z",
    repeats: Bool = false
  ) async throws -> String? {
    var calendar = Calendar(identifier: device)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let clock = ManualScheduler(date: try Date(start, strategy: .iso8601))
    let system = LocalNotificationSystemProbe(scheduler: clock)
    let notifications = LocalNotifications(
      system: system,
      store: MemoryStore<LocalNotificationLedger>(),
      calendar: calendar
    )
    var log: [LocalNotificationsEvent] = []
    notifications.log = { log.append($0) }
    SimulatedApp(clock: clock).host.context.attach(notifications)
    notifications.schedule(
      LocalNotification(id: "a", body: "", trigger: .calendar(components, repeats: repeats)),
      isBoundToAccount: false
    )
    await clock.settle()
    let date = system.held["pushhub.local.a"]?.date
    #expect(log == (date == nil ? [.neverShown(id: "a")] : []))
    return date?.ISO8601Format()
  }

  @Test(
    arguments: [
      (
        "Africa/Cairo", DateComponents(year: 2026, month: 4, day: 24, hour: 0),
        "2026-04-23T22:00:00Z"
      ),
      ("Africa/Cairo", DateComponents(month: 4, day: 24, hour: 0), "2026-04-23T22:00:00Z"),
      ("Africa/Cairo", DateComponents(month: 4, day: 24), "2026-04-23T22:00:00Z"),
      (
        "Europe/Berlin", DateComponents(year: 2026, month: 3, day: 29, hour: 2, minute: 30),
        "2026-03-29T01:00:00Z"
      ),
      (
        "America/Santiago", DateComponents(year: 2026, month: 9, day: 6, hour: 0, minute: 0),
        "2026-09-06T04:00:00Z"
      ),
    ]
  )
  func `a time that the clock skips is the first instant after the gap`(
    zone: String,
    components: DateComponents,
    moment: String
  ) async throws {
    #expect(try await self.moment(of: components, in: zone) == moment)
  }

  @Test func `a daily time that the clock skips still comes that day`() async throws {
    let moment = try await moment(
      of: Self.twoThirty,
      in: "Europe/Berlin",
      after: "2026-03-28T12:00:00Z",
      repeats: true
    )
    #expect(moment == "2026-03-29T01:00:00Z")
  }

  @Test(
    arguments: [
      ("2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
      ("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
      ("2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z"),
    ]
  )
  func `a time that occurs twice is the first that is still to come`(
    start: String,
    moment: String
  ) async throws {
    let found = try await self.moment(
      of: Self.twoThirty,
      in: "Europe/Berlin",
      after: start,
      repeats: true
    )
    #expect(found == moment)
  }

  @Test func `one that was shown at the first is not shown at the second`() async throws {
    await launch()
    var components = DateComponents(year: 2026, month: 10, day: 25, hour: 2, minute: 30)
    components.timeZone = TimeZone(identifier: "Europe/Berlin")
    await schedule("a", .calendar(components, repeats: false))
    let date = try #require(system.held["pushhub.local.a"]?.date)
    #expect(date.ISO8601Format() == "2026-10-25T00:30:00Z")
    pass(date.timeIntervalSince(clock.date))
    try await system.removePending(["pushhub.local.a"])
    await comeBack()
    pass(1_800)
    await comeBack()
    #expect(system.takeLog() == ["pending", "add a", "remove a", "pending", "pending"])
    #expect(notifications.scheduled == [])
  }

  @Test(
    arguments: [
      Calendar.Identifier.buddhist, .islamicUmmAlQura, .hebrew, .persian, .japanese, .gregorian,
    ]
  )
  func `components without a calendar are Gregorian on every device`(
    device: Calendar.Identifier
  ) async throws {
    let morning = DateComponents(year: 2_026, month: 3, day: 1, hour: 9)
    let first = try await moment(of: morning, in: "Asia/Bangkok", on: device)
    #expect(first == "2026-03-01T02:00:00Z")
    let eve = DateComponents(month: 12, day: 24)
    let second = try await moment(of: eve, in: "Asia/Bangkok", on: device, repeats: true)
    #expect(second == "2026-12-23T17:00:00Z")
  }

  @Test func `components with a calendar are those of that calendar`() async throws {
    var components = DateComponents(year: 2_569, month: 3, day: 1, hour: 9)
    components.calendar = Calendar(identifier: .buddhist)
    #expect(try await moment(of: components, in: "Asia/Bangkok") == "2026-03-01T02:00:00Z")
  }

  @Test(
    arguments: [
      (DateComponents(month: 2, day: 29), "2028-02-29T00:00:00Z"),
      (DateComponents(month: 2, day: 29, weekday: 6), "2036-02-29T00:00:00Z"),
      (DateComponents(month: 2, weekday: 2, weekdayOrdinal: 5), "2044-02-29T00:00:00Z"),
      (DateComponents(hour: 9, weekday: 2, weekdayOrdinal: 2), "2026-01-12T09:00:00Z"),
      (DateComponents(day: 13, hour: 9, second: 30), "2026-01-13T09:00:30Z"),
      (DateComponents(minute: 30), "2026-01-01T00:30:00Z"),
      (DateComponents(day: 1), "2026-02-01T00:00:00Z"),
    ]
  )
  func `a day that is rare is found`(components: DateComponents, moment: String) async throws {
    #expect(try await self.moment(of: components, in: "GMT") == moment)
  }

  @Test func `the last day of a month is found although the clock skips its time`() async throws {
    let moment = try await moment(
      of: DateComponents(day: 31, hour: 2, minute: 30),
      in: "Europe/Berlin",
      after: "2024-02-01T00:00:00Z"
    )
    #expect(moment == "2024-03-31T01:00:00Z")
  }

  @Test(
    arguments: [
      DateComponents(weekday: 2, weekdayOrdinal: 6), DateComponents(month: 2, day: 31),
      DateComponents(year: 2_025), DateComponents(hour: 25), DateComponents(hour: 9, minute: 75),
      DateComponents(hour: -1), DateComponents(),
    ]
  )
  func `components that no time has are refused`(components: DateComponents) async throws {
    #expect(try await moment(of: components, in: "GMT", repeats: true) == nil)
  }

  /// Looking at all of them each time would take 512 times as long as looking at each once.
  @Test func `scheduling many reminders does not read all dates each time`() async {
    let triggers = (0..<1_024).map { number in
      LocalNotification.Trigger.calendar(
        .init(hour: number % 24, minute: number % 60),
        repeats: true
      )
    }
    var ratios: [Double] = []
    for _ in 0..<8 where ratios.allSatisfy({ $0 > 150 }) {
      let once = time {
        for trigger in triggers { #expect(trigger.date(after: .now, in: .gmt) != nil) }
      }
      ratios.append(await timeOfScheduling(triggers) / once)
    }
    #expect(ratios.contains { $0 <= 150 }, "\(ratios)")
  }

  private func timeOfScheduling(_ triggers: [LocalNotification.Trigger]) async -> Duration {
    let app = LocalNotificationApp()
    await app.launch()
    return time {
      for (number, trigger) in triggers.enumerated() {
        app.notifications.schedule(
          LocalNotification(id: "\(number)", body: "", trigger: trigger),
          isBoundToAccount: false
        )
      }
    }
  }

  private func time(_ work: () -> Void) -> Duration {
    ContinuousClock().measure(work)
  }
}
