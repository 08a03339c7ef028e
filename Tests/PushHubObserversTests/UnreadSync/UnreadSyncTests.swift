import Foundation
import Observation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The sync in an app: with the real subjects, a manual scheduler and a server under control.
final class UnreadSyncTests: UnreadSyncApp {
  // MARK: - Out

  @Test func `the reason for no request is logged when an event could cause one`()
    async
  {
    attach()
    receive("m1")
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    #expect(skips == [.signedOut, .signedOut, .noPage])
    lifecycle.pageAppeared("home")
    lifecycle.setPhase(.inactive)
    returnToForeground()
    await answer(3)
    pass(20)
    returnToForeground()
    #expect(skips.dropFirst(3) == [.underWay, .fresh(age: .seconds(20))])
    #expect(log.filter(\.isSkip).isEmpty && reasons == [.firstAppearance])
  }

  @Test func `an answer is the state, a post and a log entry`() async {
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    attach()
    lifecycle.pageAppeared("home")
    await answer(3)
    #expect(source.askers == ["ann"])
    #expect(state == UnreadState(count: 3))
    #expect(postedCounts == [3])
    #expect(log == [.sync(reason: .firstAppearance), .count(count: 3)])
  }

  @Test func `a sync attached late starts from the pages that are visible`() async {
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("ann")
    attach()
    await answer(3)
    #expect(reasons == [.account])
    pass(60)
    #expect(reasons == [.account, .interval])
  }

  @Test func `the post comes from the sync, on a change of the count only`() async {
    await startAtHome()
    let senders = center.addObserver(forName: .unreadCountDidChange, object: sync, queue: nil) {
      #expect($0.userInfo?["count"] as? Int == 4)
    }
    receive("m1")
    await answer(3)
    receive("m2")
    await fail()
    #expect(postedCounts.isEmpty)
    receive("m3")
    await answer(4)
    #expect(postedCounts == [4])
    center.removeObserver(senders)
  }

  @Test func `a first answer of zero is posted, since the icon may show another number`() async {
    lifecycle.setAccount("ann")
    attach()
    sync.refresh()
    await answer(0)
    #expect(postedCounts == [0])
    #expect(log == [.sync(reason: .request)])
  }

  @Test func `the state is observable`() async {
    await startAtHome()
    await confirmation { changed in
      withObservationTracking {
        _ = sync.state
      } onChange: {
        changed()
      }
      lifecycle.setAccount(nil)
    }
  }

  @Test func `a negative count is zero, and each answer is recorded as asked for`() async {
    let records = RecordedAnswers()
    context.records.add(records)
    await startAtHome()
    sync.refresh()
    await answer(.min)
    #expect(state == UnreadState(count: 0))
    sync.refresh()
    await fail()
    let results: [Result<Int, SourceFailure>] = [
      .success(3), .success(0), .failure(SourceFailure(message: "503")),
    ]
    #expect(records.refreshCount == 2)
    #expect(records.answers == results.map { UnreadAnswer(result: $0, isAsked: true) })
  }

  // MARK: - The stream

  @Test func `the stream starts with the state and sends each change`() async {
    await startAtHome()
    var states = sync.states.makeAsyncIterator()
    #expect(await states.next() == UnreadState(count: 3))
    receive("m1")
    await answer(4)
    #expect(await states.next() == UnreadState(count: 4))
    receive("m2")
    await fail()
    #expect(await states.next() == UnreadState(count: 4, isStale: true))
  }

  @Test func `a slow consumer gets the latest state`() async {
    await startAtHome()
    var states = sync.states.makeAsyncIterator()
    for count in 4...6 {
      receive("m\(count)")
      await answer(count)
    }
    #expect(await states.next() == UnreadState(count: 6))
  }

  @Test func `a consumer that is canceled disturbs no other`() async {
    await startAtHome()
    let states = sync.states
    let reader = Task {
      for await _ in states {}
    }
    var other = sync.states.makeAsyncIterator()
    _ = await other.next()
    reader.cancel()
    await reader.value
    lifecycle.setAccount(nil)
    #expect(await other.next() == .signedOut)
  }

  // MARK: - In

  @Test func `a sync that is not attached asks nothing`() {
    lifecycle.setAccount("ann")
    sync.refresh()
    #expect(log.isEmpty)
  }

  // MARK: - Time

  @Test func `time asks once a minute, whatever the wall clock says`() async {
    await startAtHome()
    clock.jumpWallClock(by: .seconds(86_400))
    pass(59)
    clock.jumpWallClock(by: .seconds(-172_800))
    #expect(reasons.isEmpty)
    pass(1)
    #expect(reasons == [.interval])
    await answer(4)
    pass(60)
    #expect(reasons == [.interval, .interval])
  }

  @Test func `a failure is logged with the delay of the next attempt`() async {
    await startAtHome()
    receive("m1")
    await fail()
    #expect(state == UnreadState(count: 3, isStale: true))
    #expect(log.last == .failed(error: "503", retryIn: .seconds(1)))
    pass(1)
    await fail(Unavailable(retryAfter: .seconds(90)))
    #expect(log.last == .failed(error: "503", retryIn: .seconds(99)))
    pass(99)
    await fail(Unavailable(isFinal: true))
    #expect(log.last == .failed(error: "503", retryIn: nil))
    #expect(reasons == [.push, .retry, .retry])
    #expect(clock.pendingCount == 0)
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
