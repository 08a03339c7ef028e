import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// What each occasion does about answers that came late or not at all, and about times that have come.
final class LocalNotificationOccasionTests: LocalNotificationApp {
  @Test func `a call may take ten seconds, and has failed then`() async {
    await launch()
    system.isSilent = true
    await schedule("a", after: 600)
    pass(9)
    #expect(log == [])
    pass(1)
    #expect(log == [.failed(error: "no answer within 10.0 seconds")])
  }

  @Test func `what the system refuses is logged`() async {
    await launch()
    system.refusedID = "a"
    await schedule("a", after: 600)
    #expect(log.map(\.name) == ["failed"])
  }

  @Test func `after a call without an answer the next occasion compares first`() async {
    await launch()
    system.isSilent = true
    await schedule("a", after: 600)
    await wait(10)
    #expect(system.takeLog() == ["pending", "add a"])
    system.isSilent = false
    await schedule("b", after: 700)
    #expect(system.takeLog() == ["pending", "add a", "add b"])
  }

  @Test func `what the system has taken late is not given to it again`() async {
    await launch()
    system.isDeaf = true
    await schedule("a", after: 600)
    system.isDeaf = false
    await wait(10)
    #expect(system.takeLog() == ["pending", "add a", "pending"])
  }

  @Test func `a push is an occasion to fill a place that has become free`() async {
    leavePlaces(1)
    await launch()
    await schedule("a", after: 60)
    await schedule("b", after: 600)
    pass(61)
    #expect(system.ids == [])
    receive("m1")
    await settle()
    #expect(system.ids == ["b"])
  }

  @Test func `one that the system shows late costs no other its place`() async {
    leavePlaces(2)
    await launch()
    await schedule("a", after: 60)
    await schedule("b", after: 600)
    _ = system.takeLog()
    clock.jumpWallClock(by: .seconds(60))
    receive("m1")
    await settle()
    #expect(system.takeLog() == ["pending"])
    #expect(system.held.count == 2)
  }

  @Test func `one that repeats stays scheduled when its time has come`() async {
    await launch()
    await schedule("daily", .calendar(.init(hour: 9), repeats: true))
    pass(10 * 3_600)
    #expect(notifications.scheduled.map(\.id) == ["daily"])
  }

  @Test func `one whose time has come before the store could be read is missed`() async {
    store.failsToLoad = true
    await launch()
    await schedule("brief", after: 60)
    pass(60)
    store.failsToLoad = false
    await comeBack()
    #expect(log.last == .missed(id: "brief"))
    #expect(system.ids == [])
  }

  @Test func `a reminder that is never shown replaces the one with its id`() async {
    await launch()
    await schedule("a", after: 600)
    let past = clock.date - 1
    await schedule("a", .at(past))
    #expect(log == [.neverShown(id: "a")])
    #expect(system.ids == [])
  }
}
