import Foundation
import PushHub
import PushHubBackend
import Testing

/// Stores that can't be read or written cost what is in them, and nothing else.
@MainActor
struct RegistrationStoreTests {
  @Test func `a store that can't be written is told of, and everything else goes on`() async {
    let app = RegistrationApp()
    app.store.saveFails = true
    await app.register()
    #expect(app.state?.isAcknowledged == true)
    app.registration?.subscribe("news")
    await app.advance()
    await app.answer()
    #expect(app.requests.count == 2)
    #expect(app.log.contains(.storeFailed("Full (PushHubTests.ControlledStore.Full 1)")))
  }

  @Test func `the next change is another try`() async {
    let app = RegistrationApp()
    app.store.saveFails = true
    await app.register()
    app.store.saveFails = false
    app.registration?.subscribe("news")
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    await tomorrow.advance()
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.first?.installation == app.requests.first?.installation)
  }

  @Test func `a wish that could not be saved is saved with whatever happens next`() async {
    let app = RegistrationApp()
    await app.register()
    app.store.saveFails = true
    app.registration?.subscribe("news")
    app.store.saveFails = false
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

  @Test func `what was sent stands in the store before it was sent`() async {
    let app = RegistrationApp()
    await app.register()
    let count = app.store.saveCount
    app.registration?.subscribe("news")
    #expect(app.store.saveCount == count + 1)
    app.scheduler.advance(by: .seconds(1))
    #expect(app.requests.count == 1)
    #expect(app.store.saveCount == count + 2)
    await app.scheduler.settle()
    #expect(app.requests.count == 2)
  }

  @Test func `what changes nothing is not written`() async {
    let app = RegistrationApp()
    await app.register()
    let count = app.store.saveCount
    app.registration?.setTags([:])
    app.registration?.unsubscribe("news")
    app.hub.manager.didRegister(deviceToken: .first)
    app.lifecycle.setPhase(.active)
    await app.advance(by: .seconds(3_600))
    app.lifecycle.setPhase(.background)
    #expect(app.store.saveCount == count)
  }

  @Test(arguments: ["garbage", "[]", #"{"ledger":{}}"#])
  func `a store that can't be understood is told of and begun anew`(content: String) async {
    let store = ControlledStore()
    store.data = Data(content.utf8)
    let app = RegistrationApp(store: store)
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    guard case .storeFailed? = app.log.first else {
      Issue.record("nothing told")
      return
    }
    let tomorrow = RegistrationApp(store: store)
    tomorrow.attach()
    #expect(tomorrow.log.isEmpty)
  }

  @Test func `a store that can't be read yet is tried again, and is not written meanwhile`() async {
    let app = RegistrationApp()
    await app.register()
    let kept = app.store.data
    let tomorrow = RegistrationApp(store: app.store)
    app.store.loadFails = true
    tomorrow.registration?.setTags(["language": "de"])
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.registration?.subscribe("news")
    await tomorrow.advance(by: .seconds(3))
    #expect(tomorrow.requests.isEmpty)
    #expect(app.store.data == kept)
    app.store.loadFails = false
    await tomorrow.advance(by: .seconds(10))
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.map(\.record?.tags) == [["language": "de"]])
  }

  @Test func `a refresh while the store can't be read is said when it can`() async {
    let app = RegistrationApp()
    await app.register()
    let tomorrow = RegistrationApp(store: app.store)
    app.store.loadFails = true
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.attach()
    tomorrow.registration?.refresh()
    app.store.loadFails = false
    await tomorrow.advance(by: .seconds(15))
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
  }

  @Test func `who was signed in while the store was closed may be gone when it is attached again`()
    async
  {
    let app = RegistrationApp()
    app.store.loadFails = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.detach()
    app.lifecycle.setAccount(nil)
    app.store.loadFails = false
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    #expect(app.requests.isEmpty)
    #expect(app.state?.account == nil)
  }

  @Test func `nobody is said to be off before the store was read`() async {
    let app = RegistrationApp()
    #expect(app.state?.leavingCount == nil)
    await app.register()
    app.lifecycle.setAccount(nil)
    #expect(app.state?.leavingCount == 1)
    let tomorrow = RegistrationApp(store: app.store)
    app.store.loadFails = true
    tomorrow.attach()
    #expect(tomorrow.state?.leavingCount == nil)
    app.store.loadFails = false
    await tomorrow.advance(by: .seconds(15))
    #expect(tomorrow.state?.leavingCount == 1)
  }

  @Test func `no push waits for a store`() async throws {
    let store = ControlledStore()
    store.loadFails = true
    store.saveFails = true
    let app = RegistrationApp(store: store)
    app.attach()
    let result = await app.hub.manager.deliver(try message("m1"))
    #expect(result == .noData)
    #expect(app.hub.manager.statistics.received == 1)
  }
}
