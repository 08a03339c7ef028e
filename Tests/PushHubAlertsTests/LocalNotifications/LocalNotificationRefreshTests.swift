import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The time that the system gives the app in the background is used to fill places.
@MainActor
struct LocalNotificationRefreshTests {
  private let app = LocalNotificationApp(limit: 1)
  private let results = Holder<[FetchResult]>([])

  private func refresh() async {
    app.clock.perform { [manager = app.manager, results] in
      results.value.append(await manager.refresh())
    }
    await app.settle()
  }

  @Test func `a place that has become free is filled`() async {
    await app.launch()
    await app.schedule("a", after: 100)
    await app.schedule("b", after: 200)
    app.clock.sleepThrough(.seconds(150))
    await refresh()
    #expect(app.system.ids == ["b"])
    #expect(results.value == [.noData])
  }

  @Test func `a system that does not answer is waited for as long as it may take`() async {
    await app.launch()
    app.system.isSilent = true
    await refresh()
    #expect(results.value == [])
    await app.wait(10)
    #expect(results.value == [.noData])
  }

  @Test func `detached meanwhile, it delays no caller`() async {
    await app.launch()
    app.system.isSilent = true
    await refresh()
    app.notifications.detach()
    await app.settle()
    #expect(results.value == [.noData])
  }
}
