import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// The icon's number of an app and its service extension.
struct SharedBadgeTests {
  private let folder = TemporaryFolder()
  private let date = Date(timeIntervalSince1970: 1_767_225_600)
  private var badge: SharedBadge { SharedBadge(folder.url) }

  @Test func `what the app sets and each notification after it add up`() throws {
    #expect(try badge.number == 0)
    #expect(try badge.count("a", at: date) == 1)
    try badge.set(5, at: date)
    #expect(try badge.number == 5)
    #expect(try badge.count("b", at: date) == 6)
    #expect(try badge.count("b", at: date) == 6)
    #expect(try badge.count("c/\u{0}ä", at: date) == 7)
    try badge.set(-3, at: date)
    #expect(try badge.number == 0)
    #expect(folder.files.count == 1)
  }

  @Test func `a number of any size can be counted on`() throws {
    try badge.set(.max, at: date)
    #expect(try badge.count("a", at: date) == 1_000_000_000)
  }

  @Test func `the number is the sum over accounts, each of which is set by itself`() throws {
    #expect(try badge.count("a", at: date) == 1)
    try badge.set(2, for: "ann", at: date)
    try badge.set(5, for: "bob", at: date)
    #expect(try badge.count("a", for: "ann", at: date) == 8)
    #expect(try badge.count("a", for: "bob", at: date) == 9)
    try badge.set(0, for: "bob", at: date)
    #expect(try badge.number == 3)
    try badge.set(1, at: date)
    #expect(try badge.number == 1)
  }

  @Test func `a number that the app has set is never replaced by an older count`() throws {
    let counting = badge
    _ = try counting.count("a", at: date)
    try badge.set(9, at: date.addingTimeInterval(-3_600))
    #expect(try counting.number == 9)
    #expect(try badge.count("b", at: date.addingTimeInterval(-7_200)) == 10)
  }

  @Test(arguments: FaultPlan.Extent.allCases)
  func `when an operation fails the number is the former one or the new one`(
    extent: FaultPlan.Extent
  ) throws {
    var number = 0
    while true {
      number += 1
      let plan = FaultPlan(.init(number: number, extent: extent))
      let folder = TemporaryFolder()
      let failing = SharedBadge(
        folder.url,
        files: FileSystem.failing { _ in plan.fails() ? .EIO : nil }
      )
      var expected: Set<Int> = [0]
      for round in 1...3 {
        let isSet = (try? failing.set(10 * round, at: date)) != nil
        expected = isSet ? [10 * round] : expected.union([10 * round])
        let isCounted = (try? failing.count("\(round)", at: date)) != nil
        expected =
          isCounted ? Set(expected.map { $0 + 1 }) : expected.union(expected.map { $0 + 1 })
      }
      let found = try SharedBadge(folder.url).number
      #expect(expected.contains(found), "fault \(number): \(found) of \(expected)")
      guard plan.faultCount > 0 else { break }
    }
    #expect(number > 10)
  }

  @Test func `the steps write an entry and set the badge of what counts`() async {
    let inbox = TemporaryFolder()
    let scheduler = await ManualScheduler()
    let steps: [ServiceExtensionStep] = [
      .changing("open") { $0.userInfo["quiet"] = $0.payload["sealed"] },
      .inbox(InboxFolder(inbox.url)), .badge(badge) { $0["quiet"] == nil },
    ]
    let host = ServiceExtensionHost(steps, scheduler: { scheduler })
    let shown = await MainActor.run { Shown() }
    for json in [#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi","badge":7},"sealed":1}"#] {
      let request = UUID().uuidString
      let notification = ExtensionNotification(
        payload(json),
        requestIdentifier: request,
        date: date
      )
      await MainActor.run {
        host.process(notification) { shown.badges.append($0.badge) }
      }
      await scheduler.settle()
    }
    #expect(await shown.badges == [1, nil])
    #expect(inbox.files.count == 2)
  }

  @MainActor
  private final class Shown {
    var badges: [Int?] = []
  }
}
