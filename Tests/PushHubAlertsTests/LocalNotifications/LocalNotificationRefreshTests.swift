import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The time that the system gives the app in the background is used to fill places.
final class LocalNotificationRefreshTests: LocalNotificationApp, RefreshFixture {
  let results = Holder<[FetchResult]>([])

  @Test func `a place that has become free is filled`() async {
    leavePlaces(1)
    await launch()
    await schedule("a", after: 100)
    await schedule("b", after: 200)
    clock.sleepThrough(.seconds(150))
    await refresh()
    #expect(system.ids == ["b"])
    #expect(results.value == [.noData])
  }

  @Test func `a system that does not answer is waited for as long as it may take`() async {
    await launch()
    system.isSilent = true
    await refresh()
    #expect(results.value == [])
    await wait(10)
    #expect(results.value == [.noData])
  }

  @Test func `detached meanwhile, it delays no caller`() async {
    await launch()
    system.isSilent = true
    await refresh()
    notifications.detach()
    await settle()
    #expect(results.value == [.noData])
  }
}
