import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The plugin in an app.
@MainActor
struct DeviceRegistrationTests {
  private let app = RegistrationApp()

  @Test func `a device is registered when its token and its account are known`() async {
    app.attach()
    app.lifecycle.setAccount("ann")
    app.manager.didRegister(deviceToken: .first)
    #expect(app.obstacles == [.noToken])
    await app.advance(by: .milliseconds(999))
    #expect(app.requests.isEmpty)
    await app.advance(by: .milliseconds(1))
    #expect(app.requests.map(\.account) == ["ann"])
    #expect(app.requests.map(\.record?.token) == [.first])
    #expect(app.state?.isAcknowledged == false)
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    #expect(app.state?.account == "ann")
    #expect(
      app.log == [
        .request(purpose: .signOn),
        .acknowledged(purpose: .signOn),
      ]
    )
  }

  @Test func `a token from before attaching is registered`() async {
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.wait(1)
    #expect(app.requests.map(\.deviceToken) == [.first])
  }

  @Test func `a token that another observer has received before attaching is registered`() async {
    let observer = PushRecorder()
    app.manager.add(observer)
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.wait(1)
    #expect(app.requests.map(\.deviceToken) == [.first])
    withExtendedLifetime(observer) {}
  }

  @Test func `changes before attaching are sent with the record`() async throws {
    let registration = try #require(app.registration)
    registration.setTags(["language": "en"])
    registration.setTags(["language": "de"])
    registration.setToken(.first, named: "delivery")
    registration.setToken(.second, named: "delivery")
    registration.setPermission(.authorized)
    registration.subscribe("news")
    registration.subscribe("sport")
    registration.unsubscribe("news")
    #expect(registration.state.topics.isEmpty)
    app.lifecycle.setAccount("ann")
    app.manager.didRegister(deviceToken: .first)
    app.attach()
    #expect(registration.state.topics == ["sport"])
    await app.wait(1)
    let record = DeviceRecord(
      token: .first,
      environment: .sandbox,
      permission: .authorized,
      additionalTokens: ["delivery": .second],
      tags: ["language": "de"],
      topics: ["sport"]
    )
    #expect(app.requests.map(\.record) == [record])
    #expect(registration.state.record == record)
  }

  @Test func `topics that change while detached are for the account at the next attaching`() async {
    await app.register()
    app.detach()
    app.registration?.subscribe("news")
    app.lifecycle.setAccount("bob")
    app.attach()
    #expect(app.registration?.state.topics == ["news"])
    app.lifecycle.setAccount("ann")
    #expect(app.registration?.state.topics == [])
  }

  @Test func `a switch of accounts signs off the former account beside the next one`() async {
    await app.register()
    app.lifecycle.setAccount("bob")
    await app.wait(1)
    #expect(app.requests.map(\.account) == ["ann", "ann", "bob"])
    #expect(app.requests.map(\.isSignOff) == [false, true, false])
    #expect(app.requests[1].revision > app.requests[0].revision)
    #expect(app.registration?.leavingAccounts == ["ann"])
    await app.answer(for: "ann")
    #expect(app.registration?.leavingAccounts == [])
  }

  @Test(arguments: [true, false])
  func `a sign-off can be awaited, and continues without an answer in time`(isFast: Bool) async {
    await app.register()
    let results = Holder<[Bool]>([])
    app.clock.perform { [registration = app.registration] in
      results.value.append(await registration?.signOff("ann", within: .seconds(5)) ?? false)
    }
    await app.settle()
    #expect(app.requests.last?.isSignOff == true)
    if isFast { await app.answer() }
    await app.wait(5)
    #expect(results.value == [isFast])
    app.lifecycle.setAccount(nil)
    await app.settle()
    #expect(app.registration?.leavingAccounts == (isFast ? [] : ["ann"]))
    await app.answer()
    #expect(app.registration?.leavingAccounts == [])
    #expect(app.requests.count == 2)
  }

  @Test func `a push for an account that isn't signed in signs it off again, after a return`()
    async throws
  {
    let app = RegistrationApp(
      app: SimulatedApp {
        $0.identification.account = account(under: "for")
      }
    )
    await app.register()
    app.manager.receive(try payload(#"{"aps":{"alert":"Hi"},"for":"bob"}"#), via: .remote)
    app.lifecycle.setPhase(.active)
    await app.wait(10)
    #expect(app.requests.map(\.account) == ["ann", "bob"])
    #expect(app.requests.last?.isSignOff == true)
    await app.answer()
    #expect(app.registration?.leavingAccounts == [])
  }

  @Test func `before the app has set the accounts, no sign-off is known`() async {
    app.attach()
    let results = Holder<[Bool]>([])
    app.clock.perform { [registration = app.registration] in
      results.value.append(await registration?.signOff("ann", within: .seconds(5)) ?? true)
    }
    await app.wait(5)
    #expect(results.value == [false])
  }

  @Test func `a request without an answer times out after a minute and is retried`() async {
    await app.registerAndChange()
    await app.wait(60)
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.state?.hasFailed == true)
    await app.wait(1)
    #expect(app.requests.count == 3)
    #expect(app.requests[1].record == app.requests[2].record)
  }

  @Test func `details of the device are in the record, and a change registers again`() async throws
  {
    let endpoint = ControlledEndpoint()
    let details = Holder(DeviceDetails())
    details.value.appVersion = "3.0"
    let app = SimulatedApp()
    let registration = DeviceRegistration(
      endpoint: endpoint,
      store: MemoryStore(),
      configuration: .init(environment: .sandbox),
      details: { details.value }
    )
    try app.host.install(registration, named: "registration")
    app.lifecycle.setAccount("ann")
    app.manager.didRegister(deviceToken: .first)
    await app.wait(1)
    #expect(endpoint.requests.map(\.record?.details) == [details.value])
    endpoint.answer()
    await app.settle()
    details.value.appVersion = "3.1"
    details.value.refreshesInBackground = false
    app.lifecycle.setPhase(.active)
    await app.wait(1)
    #expect(endpoint.requests.last?.record?.details == details.value)
    #expect(endpoint.requests.count == 2)
  }

  @Test func `a network that is available again ends the wait of the registration`() async {
    await app.registerAndChange()
    for _ in 0..<10 {
      await app.answer(.failure(ControlledEndpoint.Failure()))
      await app.wait(300)
    }
    await app.answer(.failure(ControlledEndpoint.Failure()))
    let count = app.requests.count
    app.lifecycle.networkBecameAvailable()
    await app.wait(5)
    #expect(app.requests.count == count + 1)
  }

  @Test func `the advice of an error counts`() async {
    await app.registerAndChange()
    await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(30))))
    #expect(app.log.last == .failed(error: "503", retryIn: .seconds(33)))
    app.registration?.refresh()
    await app.settle()
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    #expect(app.log.last == .failed(error: "503", retryIn: nil))
  }

  @Test func `the states begin with the present state, and end with the registration`() async throws
  {
    await app.register()
    var states = try #require(app.registration).states.makeAsyncIterator()
    #expect(await states.next()?.isAcknowledged == true)
    app.lifecycle.setAccount(nil)
    await app.settle()
    #expect(await states.next()?.account == nil)
    app.letRegistrationGo()
    #expect(await states.next() == nil)
  }

  // MARK: - Lifetimes

  @Test func `detached, it sends nothing, signs no account off and schedules nothing`() async {
    await app.registerAndChange()
    app.detach()
    await app.settle()
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.clock.pendingCount == 0)
    #expect(app.state?.account == nil)
    app.lifecycle.setAccount(nil)
    app.manager.didRegister(deviceToken: .second)
    await app.wait(86_400)
    #expect(app.requests.count == 2)
  }

  @Test func `attached again, it ignores the end of a former request`() async {
    await app.registerAndChange()
    app.detach()
    app.attach()
    await app.wait(1)
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.requests.count == 3)
    #expect(app.state?.hasFailed == false)
  }

  @Test func `the next process knows the acknowledged record, and who is leaving`() async {
    await app.register()
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.manager.didRegister(deviceToken: .first)
    await tomorrow.wait(60)
    #expect(tomorrow.requests.isEmpty)
    #expect(tomorrow.state?.isAcknowledged == true)
    tomorrow.lifecycle.setAccount(nil)
    await tomorrow.clock.settle()
    let later = RegistrationApp(store: app.store)
    later.attach()
    later.lifecycle.setPhase(.active)
    later.lifecycle.setAccount(nil)
    #expect(later.registration?.leavingAccounts == ["ann"])
    await later.wait(10)
    #expect(later.requests.map(\.isSignOff) == [true])
  }

  @Test func `the registration is deallocated while a request is under way`() async {
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.wait(1)
    let registration = WeakBox(app.registration)
    app.letRegistrationGo()
    #expect(!registration.isAlive)
    await app.settle()
    #expect(app.endpoint.cancelledCalls == [1])
    #expect(app.clock.pendingCount == 0)
  }
}
