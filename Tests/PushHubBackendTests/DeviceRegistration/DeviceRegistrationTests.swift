import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The plugin in an app.
final class DeviceRegistrationTests: RegistrationApp {
  @Test func `a device is registered when its token and its account are known`() async {
    attach()
    lifecycle.setAccount("ann")
    manager.didRegister(deviceToken: .first)
    #expect(obstacles == [.noToken])
    await advance(by: .milliseconds(999))
    #expect(requests.isEmpty)
    await advance(by: .milliseconds(1))
    #expect(requests.map(\.account) == ["ann"])
    #expect(requests.map(\.record?.token) == [.first])
    #expect(!state.isAcknowledged)
    await answer()
    #expect(state.isAcknowledged)
    #expect(state.account == "ann")
    #expect(
      log == [
        .request(purpose: .signOn),
        .acknowledged(purpose: .signOn),
      ]
    )
  }

  @Test func `a token from before attaching is registered`() async {
    manager.didRegister(deviceToken: .first)
    lifecycle.setAccount("ann")
    attach()
    await wait(1)
    #expect(requests.map(\.deviceToken) == [.first])
  }

  @Test func `a token that another observer has received before attaching is registered`() async {
    let observer = PushRecorder()
    manager.add(observer)
    manager.didRegister(deviceToken: .first)
    lifecycle.setAccount("ann")
    attach()
    await wait(1)
    #expect(requests.map(\.deviceToken) == [.first])
    withExtendedLifetime(observer) {}
  }

  @Test func `changes before attaching are sent with the record`() async {
    registration.setTags(["language": "en"])
    registration.setTags(["language": "de"])
    registration.setToken(.first, named: "delivery")
    registration.setToken(.second, named: "delivery")
    registration.setPermission(.authorized)
    registration.subscribe("news")
    registration.subscribe("sport")
    registration.unsubscribe("news")
    #expect(registration.state.topics.isEmpty)
    lifecycle.setAccount("ann")
    manager.didRegister(deviceToken: .first)
    attach()
    #expect(registration.state.topics == ["sport"])
    await wait(1)
    var record = DeviceRecord(token: .first, environment: .sandbox)
    record.permission = .authorized
    record.additionalTokens = ["delivery": .second]
    record.tags = ["language": "de"]
    record.topics = ["sport"]
    #expect(requests.map(\.record) == [record])
    #expect(registration.state.record == record)
  }

  @Test func `topics that change while detached are for the account at the next attaching`() async {
    await register()
    detach()
    registration.subscribe("news")
    lifecycle.setAccount("bob")
    attach()
    #expect(registration.state.topics == ["news"])
    lifecycle.setAccount("ann")
    #expect(registration.state.topics == [])
  }

  @Test func `a switch of accounts signs off the former account beside the next one`() async {
    await register()
    lifecycle.setAccount("bob")
    await wait(1)
    #expect(requests.map(\.account) == ["ann", "ann", "bob"])
    #expect(requests.map(\.isSignOff) == [false, true, false])
    #expect(requests[1].revision > requests[0].revision)
    #expect(registration.leavingAccounts == ["ann"])
    await answer(for: "ann")
    #expect(registration.leavingAccounts == [])
  }

  @Test(arguments: [true, false])
  func `a sign-off can be awaited, and continues without an answer in time`(isFast: Bool) async {
    await register()
    let results = Holder<[Bool]>([])
    clock.perform { [registration] in
      results.value.append(await registration.signOff("ann", within: .seconds(5)))
    }
    await settle()
    #expect(requests.last?.isSignOff == true)
    if isFast { await answer() }
    await wait(5)
    #expect(results.value == [isFast])
    lifecycle.setAccount(nil)
    await settle()
    #expect(registration.leavingAccounts == (isFast ? [] : ["ann"]))
    await answer()
    #expect(registration.leavingAccounts == [])
    #expect(requests.count == 2)
  }

  @Test func `a push for a signed-out account signs it off again after a return`()
    async
  {
    let app = RegistrationApp(
      app: SimulatedApp {
        $0.identification.account = account(under: "for")
      }
    )
    await app.register()
    app.receive(payload(#"{"aps":{"alert":"Hi"},"for":"bob"}"#))
    app.lifecycle.setPhase(.active)
    await app.wait(10)
    #expect(app.requests.map(\.account) == ["ann", "bob"])
    #expect(app.requests.last?.isSignOff == true)
    await app.answer()
    #expect(app.registration.leavingAccounts == [])
  }

  @Test func `before the app has set the accounts, no sign-off is known`() async {
    attach()
    let results = Holder<[Bool]>([])
    clock.perform { [registration] in
      results.value.append(await registration.signOff("ann", within: .seconds(5)))
    }
    await wait(5)
    #expect(results.value == [false])
  }

  @Test func `a request without an answer times out after a minute and is retried`() async {
    await registerAndChange()
    await wait(60)
    #expect(endpoint.cancelledCalls == [2])
    #expect(state.hasFailed)
    await wait(1)
    #expect(requests.count == 3)
    #expect(requests[1].record == requests[2].record)
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

  @Test func `an available network ends the wait of the registration`() async {
    await registerAndChange()
    for _ in 0..<10 {
      await answer(.failure(Unavailable()))
      await wait(300)
    }
    await answer(.failure(Unavailable()))
    let count = requests.count
    lifecycle.networkBecameAvailable()
    await wait(5)
    #expect(requests.count == count + 1)
  }

  @Test func `the advice of an error counts`() async {
    await registerAndChange()
    await answer(.failure(Unavailable(retryAfter: .seconds(30))))
    #expect(log.last == .failed(error: "503", retryIn: .seconds(33)))
    registration.refresh()
    await settle()
    await answer(.failure(Unavailable(isFinal: true)))
    #expect(log.last == .failed(error: "503", retryIn: nil))
  }

  @Test func `the states begin with the present state, and end with the registration`() async throws
  {
    var fixture: RegistrationApp? = RegistrationApp()
    await fixture?.register()
    var states = try #require(fixture).registration.states.makeAsyncIterator()
    #expect(await states.next()?.isAcknowledged == true)
    fixture?.lifecycle.setAccount(nil)
    await fixture?.settle()
    #expect(await states.next()?.account == nil)
    fixture = nil
    #expect(await states.next() == nil)
  }

  // MARK: - Lifetimes

  @Test func `detached, it sends nothing, signs no account off and schedules nothing`() async {
    await registerAndChange()
    detach()
    await settle()
    #expect(endpoint.cancelledCalls == [2])
    #expect(clock.pendingCount == 0)
    #expect(state.account == nil)
    lifecycle.setAccount(nil)
    manager.didRegister(deviceToken: .second)
    await wait(86_400)
    #expect(requests.count == 2)
  }

  @Test func `attached again, it ignores the end of a former request`() async {
    await registerAndChange()
    detach()
    attach()
    await wait(1)
    #expect(endpoint.cancelledCalls == [2])
    #expect(requests.count == 3)
    #expect(!state.hasFailed)
  }

  @Test func `the next process knows the acknowledged record, and who is leaving`() async {
    await register()
    let tomorrow = RegistrationApp(store: store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.manager.didRegister(deviceToken: .first)
    await tomorrow.wait(60)
    #expect(tomorrow.requests.isEmpty)
    #expect(tomorrow.state.isAcknowledged)
    tomorrow.lifecycle.setAccount(nil)
    await tomorrow.settle()
    let later = RegistrationApp(store: store)
    later.attach()
    later.lifecycle.setPhase(.active)
    later.lifecycle.setAccount(nil)
    #expect(later.registration.leavingAccounts == ["ann"])
    await later.wait(10)
    #expect(later.requests.map(\.isSignOff) == [true])
  }

  @Test func `the registration is deallocated while a request is under way`() async {
    var registration: DeviceRegistration? = DeviceRegistration(
      endpoint: endpoint,
      store: store,
      configuration: .init(environment: .sandbox)
    )
    lifecycle.setAccount("ann")
    registration.map(context.attach)
    manager.didRegister(deviceToken: .first)
    await wait(1)
    let box = WeakBox(registration)
    registration = nil
    #expect(!box.isAlive)
    await settle()
    #expect(endpoint.cancelledCalls == [1])
    #expect(clock.pendingCount == 0)
  }
}
