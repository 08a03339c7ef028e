import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The time that the system gives the app in the background is used to say what is due.
final class RegistrationRefreshTests: RegistrationApp, RefreshFixture {
  let results = Holder<[FetchResult]>([])

  @Test func `a record that the server has is not sent`() async {
    await register()
    await refresh()
    #expect(requests.count == 1)
    #expect(results.value == [.noData])
  }

  @Test func `a change that is still settling is sent at once`() async {
    await register()
    registration.setTags(["language": "de"])
    await refresh()
    #expect(requests.count == 2)
    #expect(results.value == [])
    await answer()
    #expect(results.value == [.newData])
    #expect(state.isAcknowledged)
  }

  @Test func `a refresh waits for the request under way`() async {
    lifecycle.setAccount("ann")
    attach()
    manager.didRegister(deviceToken: .first)
    await wait(1)
    await refresh()
    #expect(requests.count == 1)
    await answer()
    #expect(results.value == [.newData])
  }

  @Test func `a refresh ends when it is detached`() async {
    await register()
    registration.setTags(["language": "de"])
    await refresh()
    detach()
    await settle()
    #expect(results.value == [.noData])
  }

  @Test func `a refresh renews an old acknowledgement`() async {
    await register()
    clock.sleepThrough(.seconds(30 * 86_400))
    await refresh()
    #expect(requests.count == 2)
    await answer()
    #expect(results.value == [.newData])
  }

  @Test func `a failed request is a failed refresh, and the next one waits for the retry`() async {
    await register()
    registration.setTags(["language": "de"])
    await refresh()
    await answer(.failure(Unavailable(retryAfter: .seconds(600))))
    await refresh()
    #expect(requests.count == 2)
    #expect(results.value == [.failed, .failed])
  }

  @Test func `an unreadable store is a failure`() async {
    store.failsToLoad = true
    lifecycle.setAccount("ann")
    attach()
    await refresh()
    #expect(requests.isEmpty)
    #expect(results.value == [.failed])
  }
}
