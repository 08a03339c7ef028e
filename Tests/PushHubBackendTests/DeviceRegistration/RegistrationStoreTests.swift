import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// Stores that can't be read or written cost what is in them, and nothing else.
final class RegistrationStoreTests: RegistrationApp {
  @Test func `a store that can't be written is logged, and a request waits for it`() async {
    await register()
    store.failsToSave = true
    registration.subscribe("news")
    await wait(1)
    #expect(requests.count == 1)
    #expect(log.map(\.name) == ["storeFailed"])
    store.failsToSave = false
    await wait(10)
    #expect(requests.last?.record?.topics == ["news"])
  }

  @Test func `ten changes in one moment are saved once`() async {
    await register()
    let count = store.saveCount
    for number in 1...10 { registration.setTags(["number": "\(number)"]) }
    await settle()
    #expect(store.saveCount == count + 1)
    let next = RegistrationApp(store: store)
    next.lifecycle.setAccount("ann")
    next.attach()
    await next.wait(1)
    #expect(next.requests.map(\.record?.tags) == [["number": "10"]])
  }

  @Test func `what is unchanged is not saved`() async {
    await register()
    let count = store.saveCount
    registration.setTags([:])
    registration.unsubscribe("news")
    manager.didRegister(deviceToken: .first)
    lifecycle.setPhase(.active)
    await wait(3_600)
    lifecycle.setPhase(.background)
    detach()
    attach()
    await settle()
    #expect(store.saveCount == count)
  }

  @Test func `an undecodable store is logged and replaced`() async {
    store.isDamaged = true
    lifecycle.setAccount("ann")
    attach()
    manager.didRegister(deviceToken: .first)
    await wait(1)
    await answer()
    #expect(state.isAcknowledged)
    #expect(log.first?.name == "storeFailed")
    let tomorrow = RegistrationApp(store: store)
    tomorrow.attach()
    #expect(tomorrow.log.isEmpty)
  }

  @Test func `an unreadable store is read again, and not written meanwhile`() async {
    await register()
    let kept = store.value
    let tomorrow = RegistrationApp(store: store)
    store.failsToLoad = true
    tomorrow.registration.setTags(["language": "de"])
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.registration.subscribe("news")
    await tomorrow.wait(3)
    #expect(tomorrow.requests.isEmpty)
    #expect(store.value == kept)
    #expect(!tomorrow.state.isKnown)
    store.failsToLoad = false
    await tomorrow.wait(10)
    #expect(tomorrow.requests.map(\.installation) == requests.map(\.installation))
    #expect(tomorrow.requests.map(\.record?.topics) == [["news"]])
    #expect(tomorrow.requests.map(\.record?.tags) == [["language": "de"]])
  }
}
