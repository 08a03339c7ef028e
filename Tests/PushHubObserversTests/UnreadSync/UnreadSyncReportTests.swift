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
}
