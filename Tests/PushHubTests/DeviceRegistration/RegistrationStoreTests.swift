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
    #expect(app.log.contains(.storeNotSaved("Full (PushHubTests.ControlledStore.Full 1)")))
    #expect((app.statistics?.failedSaves ?? 0) >= 4)
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

  @Test(
    arguments: [
      ("garbage", "it is no JSON object with a version"),
      (#"{"version":2,"future":true}"#, "it has version 2, and this app reads 1"),
      (#"{"version":1,"ledger":{}}"#, "it lacks something, or has something of another type"),
    ]
  )
  func `a store that can't be understood is set aside, told of and begun anew`(
    content: String,
    reason: String
  ) async {
    let store = ControlledStore()
    store.data = Data(content.utf8)
    let app = RegistrationApp(store: store)
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    #expect(app.log.first == .storeUnreadable(reason, isSetAside: true))
    #expect(app.statistics?.unreadableStores == 1)
    #expect(store.aside == Data(content.utf8))
    let tomorrow = RegistrationApp(store: store)
    tomorrow.attach()
    #expect(tomorrow.statistics?.unreadableStores == 0)
  }

  @Test func `one that can't be set aside either is written over`() async {
    let store = ControlledStore()
    store.data = Data("garbage".utf8)
    store.setAsideFails = true
    let app = RegistrationApp(store: store)
    await app.register()
    #expect(app.statistics?.unreadableStores == 1)
    #expect(app.state?.isAcknowledged == true)
    let tomorrow = RegistrationApp(store: store)
    tomorrow.attach()
    #expect(tomorrow.statistics?.unreadableStores == 0)
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
    #expect(tomorrow.statistics?.failedLoads == 3)
    app.store.loadFails = false
    await tomorrow.advance(by: .seconds(10))
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.map(\.record?.tags) == [["language": "de"]])
  }

  @Test func `a refresh tries to read at once`() async {
    let store = ControlledStore()
    store.loadFails = true
    let app = RegistrationApp(store: store)
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    store.loadFails = false
    app.registration?.refresh()
    await app.advance()
    #expect(app.requests.count == 1)
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
    await tomorrow.advance(by: .seconds(5))
    #expect(tomorrow.requests.map(\.installation) == app.requests.map(\.installation))
  }

  @Test func `a refresh that finds the store closed still says when it is tried by itself`() {
    let app = RegistrationApp()
    app.store.loadFails = true
    app.attach()
    app.scheduler.advance(by: .milliseconds(400))
    app.registration?.refresh()
    #expect(
      app.log
        == [1_000, 600].map { milliseconds in
          .storeNotLoaded(
            "Full (PushHubTests.ControlledStore.Full 1)",
            retryIn: .milliseconds(milliseconds)
          )
        }
    )
  }

  @Test func `a wish that the store was closed for outlives being detached`() async {
    let app = RegistrationApp()
    app.store.loadFails = true
    app.lifecycle.setAccount("ann")
    app.attach()
    app.registration?.subscribe("news")
    app.detach()
    app.store.loadFails = false
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    #expect(app.requests.map(\.record?.topics) == [["news"]])
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

  @Test func `refreshes make a store be taken for lost no sooner`() async {
    let app = RegistrationApp()
    await app.register()
    let tomorrow = RegistrationApp(store: app.store)
    app.store.loadFails = true
    tomorrow.attach()
    for _ in 0..<20 { tomorrow.registration?.refresh() }
    await tomorrow.advance(by: .seconds(3))
    #expect(tomorrow.statistics?.failedLoads == 23)
    app.store.loadFails = false
    tomorrow.lifecycle.setAccount("ann")
    await tomorrow.advance(by: .seconds(30))
    #expect(tomorrow.state?.isAcknowledged == true)
    #expect(tomorrow.requests.isEmpty)
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
    await tomorrow.advance(by: .seconds(5))
    #expect(tomorrow.state?.leavingCount == 1)
  }

  @Test func `of a store of a later version is kept who this is, and what was said`() async {
    let app = RegistrationApp()
    await app.register()
    let text = String(decoding: app.store.data ?? Data(), as: UTF8.self)
      .replacing(#""version":1"#, with: #""version":2"#)
      .replacing(#""tags":{}"#, with: #""tags":[]"#, maxReplacements: 2)
    app.store.data = Data(text.utf8)
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("bob")
    tomorrow.hub.manager.didRegister(deviceToken: .first)
    await tomorrow.advance()
    #expect(app.store.aside == Data(text.utf8))
    #expect(tomorrow.statistics?.unreadableStores == 1)
    #expect(Set(tomorrow.requests.map(\.installation)) == Set(app.requests.map(\.installation)))
  }

  @Test func `a store that can never be read is taken for lost`() async {
    let store = ControlledStore()
    store.data = Data("precious".utf8)
    store.loadFails = true
    let app = RegistrationApp(store: store)
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance(by: .seconds(30))
    #expect(app.requests.isEmpty)
    await app.advance(by: .seconds(2))
    #expect(app.requests.count == 1)
    #expect(app.statistics?.failedLoads == 6)
    #expect(
      app.log.contains(
        .storeNotLoaded("Full (PushHubTests.ControlledStore.Full 1)", retryIn: nil)
      )
    )
    #expect(store.aside == Data("precious".utf8))
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

  @Test func `a store in memory keeps what it is given`() throws {
    let store = InMemoryRegistrationStore(data: Data("a".utf8))
    #expect(store.load() == Data("a".utf8))
    store.save(Data("b".utf8))
    try store.setAside()
    #expect(store.load() == Data("b".utf8))
  }
}
