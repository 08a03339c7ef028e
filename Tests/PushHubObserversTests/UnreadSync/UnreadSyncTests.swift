import Foundation
import Observation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The sync in an app: with the real subjects, a manual scheduler and a server under control.
@MainActor
struct UnreadSyncTests {
  let app = UnreadSyncApp()

  // MARK: - Out

  @Test func `the reason for no request is logged when an event could cause one`()
    async throws
  {
    let app = UnreadSyncApp()
    app.attach()
    try app.receive("m1")
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    #expect(app.skips == [.signedOut, .signedOut, .noPage])
    app.lifecycle.pageAppeared("home")
    app.lifecycle.setPhase(.inactive)
    app.lifecycle.setPhase(.background)
    app.lifecycle.setPhase(.active)
    await app.answer(3)
    app.pass(20)
    app.lifecycle.setPhase(.background)
    app.lifecycle.setPhase(.active)
    #expect(app.skips.dropFirst(3) == [.underWay, .fresh(age: .seconds(20))])
    #expect(app.log.filter(\.isSkip).isEmpty && app.reasons == [.firstAppearance])
  }

  @Test func `an answer is the state, a post and a log entry`() async {
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.attach()
    app.lifecycle.pageAppeared("home")
    await app.answer(3)
    #expect(app.source.askers == ["ann"])
    #expect(app.state == UnreadState(count: 3))
    #expect(app.postedCounts == [3])
    #expect(app.log == [.sync(reason: .firstAppearance), .count(count: 3)])
  }

  @Test func `a sync attached late starts from the pages that are visible`() async {
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("home")
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.answer(3)
    #expect(app.reasons == [.account])
    app.pass(60)
    #expect(app.reasons == [.account, .interval])
  }

  @Test func `the post comes from the sync, on a change of the count only`() async throws {
    await app.startAtHome()
    let sync = try #require(app.sync)
    let senders = app.center.addObserver(forName: .unreadCountDidChange, object: sync, queue: nil) {
      #expect($0.userInfo?["count"] as? Int == 4)
    }
    try app.receive("m1")
    await app.answer(3)
    try app.receive("m2")
    await app.fail()
    #expect(app.postedCounts.isEmpty)
    try app.receive("m3")
    await app.answer(4)
    #expect(app.postedCounts == [4])
    app.center.removeObserver(senders)
  }

  @Test func `a first answer of zero is posted, since the icon may show another number`() async {
    let app = UnreadSyncApp()
    app.lifecycle.setAccount("ann")
    app.attach()
    app.sync?.refresh()
    await app.answer(0)
    #expect(app.postedCounts == [0])
    #expect(app.log == [.sync(reason: .request)])
  }

  @Test func `the state is observable`() async throws {
    await app.startAtHome()
    let sync = try #require(app.sync)
    await confirmation { changed in
      withObservationTracking {
        _ = sync.state
      } onChange: {
        changed()
      }
      app.lifecycle.setAccount(nil)
    }
  }

  @Test func `a negative count is zero, and each answer is recorded as asked for`() async {
    let records = RecordedAnswers()
    app.context.records.add(records)
    await app.startAtHome()
    app.sync?.refresh()
    await app.answer(.min)
    #expect(app.state == UnreadState(count: 0))
    app.sync?.refresh()
    await app.fail()
    let results: [Result<Int, SourceFailure>] = [
      .success(3), .success(0), .failure(SourceFailure(message: "503")),
    ]
    #expect(records.refreshCount == 2)
    #expect(records.answers == results.map { UnreadAnswer(result: $0, isAsked: true) })
  }

  // MARK: - The stream

  @Test func `the stream starts with the state and sends each change`() async throws {
    await app.startAtHome()
    var states = try #require(app.sync).states.makeAsyncIterator()
    #expect(await states.next() == UnreadState(count: 3))
    try app.receive("m1")
    await app.answer(4)
    #expect(await states.next() == UnreadState(count: 4))
    try app.receive("m2")
    await app.fail()
    #expect(await states.next() == UnreadState(count: 4, isStale: true))
  }

  @Test func `a slow consumer gets the latest state`() async throws {
    await app.startAtHome()
    var states = try #require(app.sync).states.makeAsyncIterator()
    for count in 4...6 {
      try app.receive("m\(count)")
      await app.answer(count)
    }
    #expect(await states.next() == UnreadState(count: 6))
  }

  @Test func `a consumer that is canceled disturbs no other`() async throws {
    await app.startAtHome()
    let sync = try #require(app.sync)
    let states = sync.states
    let reader = Task {
      for await _ in states {}
    }
    var other = sync.states.makeAsyncIterator()
    _ = await other.next()
    reader.cancel()
    await reader.value
    app.lifecycle.setAccount(nil)
    #expect(await other.next() == .signedOut)
  }

  // MARK: - In

  @Test func `a sync that is not attached asks nothing`() {
    app.lifecycle.setAccount("ann")
    app.sync?.refresh()
    #expect(app.log.isEmpty)
  }

  // MARK: - Time

  @Test func `time asks once a minute, whatever the wall clock says`() async {
    await app.startAtHome()
    app.clock.jumpWallClock(by: .seconds(86_400))
    app.pass(59)
    app.clock.jumpWallClock(by: .seconds(-172_800))
    #expect(app.reasons.isEmpty)
    app.pass(1)
    #expect(app.reasons == [.interval])
    await app.answer(4)
    app.pass(60)
    #expect(app.reasons == [.interval, .interval])
  }

  @Test func `a failure is logged with the delay of the next try, which then comes`() async throws {
    await app.startAtHome()
    try app.receive("m1")
    await app.fail()
    #expect(app.state == UnreadState(count: 3, isStale: true))
    #expect(app.log.last == .failed(error: "503", retryIn: .seconds(1)))
    app.pass(1)
    await app.fail(ControlledSource.Failure(retryAfter: .seconds(90)))
    #expect(app.log.last == .failed(error: "503", retryIn: .seconds(99)))
    app.pass(99)
    await app.fail(ControlledSource.Failure(isFinal: true))
    #expect(app.log.last == .failed(error: "503", retryIn: nil))
    #expect(app.reasons == [.push, .retry, .retry])
    #expect(app.clock.pendingCount == 0)
  }
}

private final class RecordedAnswers: FeatureRecordObserver {
  private(set) var answers: [UnreadAnswer] = []
  private(set) var refreshCount = 0

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    if record is UnreadRefresh { refreshCount += 1 }
    (record as? UnreadAnswer).map { answers.append($0) }
  }
}
