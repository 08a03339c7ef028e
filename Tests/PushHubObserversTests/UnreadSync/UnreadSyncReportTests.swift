import Foundation
import PushHub
import PushHubObservers
import Testing

@testable import TestSupport

/// What the sync reports: to deliveries in the background, and by notifications.
final class UnreadSyncReportTests: UnreadSyncApp {
  @Test func `a push without effect on the count reports no other push's data`()
    async
  {
    let app = UnreadSyncApp(
      UnreadSync.Configuration(trackedPages: ["home"], spread: .zero) { $0.id != "promotion" }
    )
    app.lifecycle.setAccount("ann")
    app.attach()
    var results: [String: FetchResult] = [:]
    for id in ["message", "promotion"] {
      let message = message(id)
      app.clock.perform { [manager = app.manager] in
        results[id] = await manager.deliver(message, via: .remote)
      }
    }
    await app.source.waitForCall(1)
    app.source.answer(3)
    await app.settle()
    #expect(results == ["message": .newData, "promotion": .noData])
  }

  @Test func `the notification says whether the count is known`() async {
    let posts = Lock<[String]>([])
    let observer = center.addObserver(forName: .unreadCountDidChange, object: nil, queue: nil) {
      let (count, isKnown) = ($0.userInfo?["count"] as? Int, $0.userInfo?["isKnown"] as? Bool)
      posts.withLock { $0.append("\(count ?? -1) \(isKnown.map { "\($0)" } ?? "missing")") }
    }
    await startAtHome()
    lifecycle.pageDisappeared("home")
    lifecycle.setAccount("bob")
    receive("m1")
    await answer(0)
    sync.refresh()
    await answer(2)
    detach()
    #expect(
      posts.withLock { $0 } == ["3 true", "0 false", "0 true", "2 true", "0 false"]
    )
    center.removeObserver(observer)
  }

  @Test func `the words name the interval and no time, since the app chooses it`() {
    #expect(
      UnreadSyncEvent.sync(reason: .interval).message
        == "requests the count: the last request was an interval ago"
    )
    #expect(
      UnreadSyncEvent.sync(reason: .return).message
        == "requests the count: the user is back after more than an interval away"
    )
  }

  @Test(arguments: [
    ("The network connection was lost.", "The network connection was lost"),
    ("503 Service Unavailable", "503 Service Unavailable"),
    ("one moment...", "one moment..."),
    (".", ""),
    ("", ""),
  ])
  func `a sentence that goes on has no full stop within`(error: String, message: String) {
    let retried = UnreadSyncEvent.failed(error: error, retryIn: .seconds(2))
    #expect(retried.message == "the request failed: \(message); retrying in 2 s")
    let givenUp = UnreadSyncEvent.failed(error: error, retryIn: nil)
    #expect(givenUp.message == "the request failed: \(message)")
  }

  @Test func `a sign-out from inside a change comes after it, and stops the rest`()
    async
  {
    await startAtHome()
    onLog = { [unowned self] in
      if $0 == .count(count: 4) { lifecycle.setAccount(nil) }
    }
    receive("m1")
    await source.waitForCall(2)
    receive("m2")
    await answer(4)
    #expect(source.askers == ["ann", "ann"])
    #expect(postedCounts == [4, 0])
    #expect(state == .signedOut)
    #expect(
      log == [.sync(reason: .push), .count(count: 4), .sync(reason: .push), .count(count: 0)]
    )
  }

  @Test func `a detachment as a request begins keeps it from the source`() async {
    await startAtHome()
    onLog = { [unowned self] in
      if $0 == .sync(reason: .push) { detach() }
    }
    receive("m1")
    await settle()
    #expect(source.askers == ["ann"])
    #expect(state == UnreadState())
  }
}
