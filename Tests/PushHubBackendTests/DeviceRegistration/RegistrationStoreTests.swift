import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// Stores that can't be read or written cost what is in them, and nothing else.
@MainActor
struct RegistrationStoreTests {
  private let app = RegistrationApp()

  @Test func `a store that can't be written is logged, and a request waits for it`() async {
    await app.register()
    app.store.failsToSave = true
    app.registration?.subscribe("news")
    await app.wait(1)
    #expect(app.requests.count == 1)
    #expect(app.log.map(\.name) == ["storeFailed"])
    app.store.failsToSave = false
    await app.wait(10)
    #expect(app.requests.last?.record?.topics == ["news"])
  }

  @Test func `ten changes in one moment are saved once`() async {
    await app.register()
    let count = app.store.saveCount
    for number in 1...10 { app.registration?.setTags(["number": "\(number)"]) }
    await app.settle()
    #expect(app.store.saveCount == count + 1)
    let next = RegistrationApp(store: app.store)
    next.lifecycle.setAccount("ann")
    next.attach()
    await next.wait(1)
    #expect(next.requests.map(\.record?.tags) == [["number": "10"]])
  }

  @Test func `what is unchanged is not saved`() async {
    await app.register()
    let count = app.store.saveCount
    app.registration?.setTags([:])
    app.registration?.unsubscribe("news")
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setPhase(.active)
    await app.wait(3_600)
    app.lifecycle.setPhase(.background)
    app.detach()
    app.attach()
    await app.settle()
    #expect(app.store.saveCount == count)
  }

  @Test func `a store that can't be decoded is logged and replaced`() async {
    app.store.isDamaged = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.wait(1)
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    #expect(app.log.first?.name == "storeFailed")
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    #expect(tomorrow.log.isEmpty)
  }

  @Test func `a store that can't be read yet is read again, and is not written meanwhile`() async {
    await app.register()
    let kept = app.store.value
    let tomorrow = RegistrationApp(store: app.store)
    app.store.failsToLoad = true
    tomorrow.registration?.setTags(["language": "de"])
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.registration?.subscribe("news")
    await tomorrow.wait(3)
    #expect(tomorrow.requests.isEmpty)
    #expect(app.store.value == kept)
    #expect(tomorrow.state?.isKnown == false)
    app.store.failsToLoad = false
    await tomorrow.wait(10)
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.map(\.record?.tags) == [["language": "de"]])
  }
}
