import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// What each occasion does about answers that came late or not at all, and about times that have come.
@MainActor
struct LocalNotificationOccasionTests {
  private let app = LocalNotificationApp()

  @Test func `a call may take ten seconds, and has failed then`() async {
    await app.launch()
    app.system.isSilent = true
    await app.schedule("a", after: 600)
    app.pass(9)
    #expect(app.log == [])
    app.pass(1)
    #expect(app.log == [.failed(error: "no answer within 10.0 seconds")])
  }

  @Test func `what the system refuses is logged`() async {
    await app.launch()
    app.system.refusedID = "a"
    await app.schedule("a", after: 600)
    #expect(app.log.map(\.name) == ["failed"])
  }

  @Test func `after a call without an answer the next occasion compares first`() async {
    await app.launch()
    app.system.isSilent = true
    await app.schedule("a", after: 600)
    await app.wait(10)
    #expect(app.system.takeLog() == ["pending", "add a"])
    app.system.isSilent = false
    await app.schedule("b", after: 700)
    #expect(app.system.takeLog() == ["pending", "add a", "add b"])
  }

  @Test func `what the system has taken late is not given to it again`() async {
    await app.launch()
    app.system.isDeaf = true
    await app.schedule("a", after: 600)
    app.system.isDeaf = false
    await app.wait(10)
    #expect(app.system.takeLog() == ["pending", "add a", "pending"])
  }

  @Test func `a push is an occasion to fill a place that has become free`() async throws {
    let app = LocalNotificationApp(limit: 1)
    await app.launch()
    await app.schedule("a", after: 60)
    await app.schedule("b", after: 600)
    app.pass(61)
    #expect(app.system.ids == [])
    try app.receive("m1")
    await app.settle()
    #expect(app.system.ids == ["b"])
  }

  @Test func `one that the system shows late costs no other its place`() async throws {
    let app = LocalNotificationApp(limit: 2)
    await app.launch()
    await app.schedule("a", after: 60)
    await app.schedule("b", after: 600)
    _ = app.system.takeLog()
    app.clock.jumpWallClock(by: .seconds(60))
    try app.receive("m1")
    await app.settle()
    #expect(app.system.takeLog() == ["pending"])
    #expect(app.system.held.count == 2)
  }

  @Test func `one that repeats stays scheduled when its time has come`() async {
    await app.launch()
    await app.schedule("daily", .calendar(.init(hour: 9), repeats: true))
    app.clock.advance(by: .seconds(10 * 3_600))
    #expect(app.notifications.scheduled.map(\.id) == ["daily"])
  }

  @Test func `one whose time has come before the store could be read is missed`() async {
    app.store.failsToLoad = true
    await app.launch()
    await app.schedule("brief", after: 60)
    app.pass(60)
    app.store.failsToLoad = false
    await app.comeBack()
    #expect(app.log.last == .missed(id: "brief"))
    #expect(app.system.ids == [])
  }

  @Test func `one that is never shown takes the place of the one of its id all the same`() async {
    await app.launch()
    await app.schedule("a", after: 600)
    let past = app.clock.date - 1
    await app.schedule("a", .at(past))
    #expect(app.log == [.neverShown(id: "a")])
    #expect(app.system.ids == [])
  }
}
