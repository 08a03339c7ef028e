import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Stores that can't be read or written cost what is in them, and nothing else.
@MainActor
struct RegistrationStoreTests {
  @Test func `a store that can't be written is logged, and requests continue`() async {
    let app = RegistrationApp()
    await app.register()
    app.store.failsToSave = true
    app.registration?.subscribe("news")
    await app.advance()
    await app.answer()
    #expect(app.requests.count == 2)
    #expect(app.state?.isAcknowledged == true)
    #expect(app.log.contains { if case .storeFailed = $0 { true } else { false } })
  }

  @Test func `a change that could not be saved is saved with the next input`() async {
    let app = RegistrationApp()
    await app.register()
    app.store.failsToSave = true
    app.registration?.subscribe("news")
    app.store.failsToSave = false
    let count = app.store.saveCount
    app.lifecycle.setPhase(.active)
    #expect(app.store.saveCount == count + 1)
    app.lifecycle.setPhase(.background)
    #expect(app.store.saveCount == count + 1)
    let next = RegistrationApp(store: app.store)
    next.attach()
    next.lifecycle.setAccount("ann")
    await next.advance()
    #expect(next.requests.map(\.record?.topics) == [["news"]])
  }

  @Test func `an unchanged ledger is not saved`() async {
    let app = RegistrationApp()
    await app.register()
    let count = app.store.saveCount
    app.registration?.setTags([:])
    app.registration?.unsubscribe("news")
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setPhase(.active)
    await app.advance(by: .seconds(3_600))
    app.lifecycle.setPhase(.background)
    app.detach()
    app.attach()
    #expect(app.store.saveCount == count)
  }

  @Test func `a store that can't be decoded is logged and replaced`() async {
    let app = RegistrationApp()
    app.store.isDamaged = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.advance()
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    guard case .storeFailed? = app.log.first else {
      Issue.record("nothing told")
      return
    }
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    #expect(tomorrow.log.isEmpty)
  }

  @Test func `a store that can't be read yet is read again, and is not written meanwhile`() async {
    let app = RegistrationApp()
    await app.register()
    let kept = app.store.value
    let tomorrow = RegistrationApp(store: app.store)
    app.store.failsToLoad = true
    tomorrow.registration?.setTags(["language": "de"])
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.registration?.subscribe("news")
    await tomorrow.advance(by: .seconds(3))
    #expect(tomorrow.requests.isEmpty)
    #expect(app.store.value == kept)
    app.store.failsToLoad = false
    await tomorrow.advance(by: .seconds(10))
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.map(\.record?.tags) == [["language": "de"]])
  }

  @Test func `changes that wait for the store outlive a detaching, for the account at their time`()
    async
  {
    let app = RegistrationApp()
    app.store.failsToLoad = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.registration?.setTags(["language": "de"])
    app.registration?.subscribe("news")
    app.detach()
    app.store.failsToLoad = false
    app.lifecycle.setAccount("bob")
    app.manager.didRegister(deviceToken: .first)
    app.attach()
    await app.advance(by: .milliseconds(999))
    #expect(app.requests.isEmpty)
    await app.advance(by: .milliseconds(1))
    #expect(app.requests.map(\.account) == ["bob"])
    #expect(app.requests.map(\.record?.tags) == [["language": "de"]])
    #expect(app.requests.map(\.record?.topics) == [[]])
    app.lifecycle.setAccount("ann")
    #expect(app.registration?.state.topics == ["news"])
  }

  @Test func `inputs that wait do not sign in the account from before a detaching`() async {
    let app = RegistrationApp()
    app.store.failsToLoad = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    app.detach()
    app.store.failsToLoad = false
    app.lifecycle.setAccount(nil)
    app.attach()
    await app.advance(by: .seconds(60))
    #expect(app.state?.account == nil)
    #expect(app.requests.isEmpty)
  }

  @Test func `the number of sign-offs is unknown before the store was read`() async {
    let app = RegistrationApp()
    #expect(app.state?.leavingCount == nil)
    await app.register()
    app.lifecycle.setAccount(nil)
    #expect(app.state?.leavingCount == 1)
    let tomorrow = RegistrationApp(store: app.store)
    app.store.failsToLoad = true
    tomorrow.attach()
    #expect(tomorrow.state?.leavingCount == nil)
    app.store.failsToLoad = false
    await tomorrow.advance(by: .seconds(15))
    #expect(tomorrow.state?.leavingCount == 1)
  }
}
