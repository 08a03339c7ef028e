import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The time that the system gives the app in the background is used to say what is due.
@MainActor
struct RegistrationRefreshTests {
  private let app = RegistrationApp()
  private let results = Holder<[FetchResult]>([])

  private func refresh() async {
    app.clock.perform { [manager = app.manager, results] in
      results.value.append(await manager.refresh())
    }
    await app.settle()
  }

  @Test func `a record that the server has is not sent`() async {
    await app.register()
    await refresh()
    #expect(app.requests.count == 1)
    #expect(results.value == [.noData])
  }

  @Test func `a change that is still settling is sent at once`() async {
    await app.register()
    app.registration?.setTags(["language": "de"])
    await refresh()
    #expect(app.requests.count == 2)
    #expect(results.value == [])
    await app.answer()
    #expect(results.value == [.newData])
    #expect(app.state?.isAcknowledged == true)
  }

  @Test func `a refresh waits for the request under way`() async {
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.wait(1)
    await refresh()
    #expect(app.requests.count == 1)
    await app.answer()
    #expect(results.value == [.newData])
  }

  @Test func `a refresh ends when it is detached`() async {
    await app.register()
    app.registration?.setTags(["language": "de"])
    await refresh()
    app.detach()
    await app.settle()
    #expect(results.value == [.noData])
  }

  @Test func `a refresh renews an old acknowledgement`() async {
    await app.register()
    app.clock.sleepThrough(.seconds(30 * 86_400))
    await refresh()
    #expect(app.requests.count == 2)
    await app.answer()
    #expect(results.value == [.newData])
  }

  @Test func `a failed request is a failed refresh, and the next one waits for the retry`() async {
    await app.register()
    app.registration?.setTags(["language": "de"])
    await refresh()
    await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(600))))
    await refresh()
    #expect(app.requests.count == 2)
    #expect(results.value == [.failed, .failed])
  }

  @Test func `a store that can't be read yet is a failure`() async {
    app.store.failsToLoad = true
    app.lifecycle.setAccount("ann")
    app.attach()
    await refresh()
    #expect(app.requests.isEmpty)
    #expect(results.value == [.failed])
  }
}
