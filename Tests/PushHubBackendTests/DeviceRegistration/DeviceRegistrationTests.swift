import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The plugin in an app.
@MainActor
struct DeviceRegistrationTests {
  @Test func `a device is registered when its token and its account are known`() async {
    let app = RegistrationApp()
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

  @Test func `an account that is no longer shown is not signed off`() async {
    let app = RegistrationApp()
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    for account in ["ann", "bob", "ann"] as [AccountID] {
      app.lifecycle.setAccounts(["ann", "bob"], shown: account)
      await app.advance()
      await app.answer()
    }
    #expect(app.requests.map(\.account) == ["ann", "bob"])
    #expect(app.state?.isAcknowledged == true)
    app.lifecycle.setAccounts(["ann"], shown: "ann")
    await app.advance()
    #expect(app.requests.last?.account == "bob" && app.requests.last?.isSignOff == true)
  }

  @Test func `a token from before attaching is registered`() async {
    let app = RegistrationApp()
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.advance()
    #expect(app.requests.map(\.deviceToken) == [.first])
  }

  @Test func `a token that another observer has received before attaching is registered`() async {
    let app = RegistrationApp()
    let observer = PushRecorder()
    app.manager.add(observer)
    app.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.advance()
    #expect(app.requests.map(\.deviceToken) == [.first])
    withExtendedLifetime(observer) {}
  }

  @Test func `changes before attaching are sent with the record`() async throws {
    let app = RegistrationApp()
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
    await app.advance()
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
    let app = RegistrationApp()
    await app.register()
    app.detach()
    app.registration?.subscribe("news")
    app.lifecycle.setAccount("bob")
    app.attach()
    #expect(app.registration?.state.topics == ["news"])
    app.lifecycle.setAccount("ann")
    #expect(app.registration?.state.topics == [])
  }

  @Test func `topics that wait for an account outlive a detaching`() {
    let app = RegistrationApp()
    app.attach()
    app.registration?.subscribe("news")
    app.detach()
    app.registration?.subscribe("sport")
    app.attach()
    app.lifecycle.setAccount("ann")
    #expect(app.registration?.state.topics == ["news", "sport"])
  }

  @Test func `a switch of accounts signs off the former account first`() async {
    let app = RegistrationApp()
    await app.register()
    app.lifecycle.setAccount("bob")
    await app.advance(by: .milliseconds(4_999))
    #expect(app.requests.map(\.purpose) == [.signOn, .signOff])
    #expect(app.state?.leavingCount == 1)
    await app.answer()
    #expect(app.requests.map(\.account) == ["ann", "ann", "bob"])
    #expect(app.requests.last?.purpose == .signOn)
  }

  @Test func `a sign-off without an answer does not delay the next account`() async {
    let app = RegistrationApp()
    await app.register()
    app.lifecycle.setAccount("bob")
    await app.clock.settle()
    await app.advance(by: .seconds(5))
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.requests.map(\.account) == ["ann", "ann", "bob"])
    await app.answer()
    #expect(app.state?.isAcknowledged == true)
    app.registration?.subscribe("news")
    await app.advance(by: .seconds(1))
    #expect(app.requests.last?.record?.topics == ["news"])
  }

  @Test func `a sign-out cancels the request that is under way`() async {
    let app = RegistrationApp()
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.advance()
    app.lifecycle.setAccount(nil)
    await app.clock.settle()
    #expect(app.endpoint.cancelledCalls == [1])
    #expect(app.requests.map(\.purpose) == [.signOn, .signOff])
    await app.answer()
    #expect(app.state?.leavingCount == 0)
    #expect(app.state?.account == nil)
  }

  @Test func `a request without an answer times out after a minute and is retried`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.state?.hasFailed == true)
    #expect(app.state?.retry == app.clock.now + .seconds(1))
    await app.advance()
    #expect(app.requests.count == 3)
    #expect(app.requests[1] == app.requests[2])
  }

  @Test func `the advice of an error counts`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(30))))
    #expect(app.log.contains(.failed(purpose: .signOn, error: "503", retryIn: .seconds(60))))
    app.registration?.refresh()
    await app.clock.settle()
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    #expect(app.log.contains(.failed(purpose: .signOn, error: "503", retryIn: nil)))
    app.lifecycle.setAccount(nil)
    await app.clock.settle()
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    #expect(app.log.last == .failed(purpose: .signOff, error: "503", retryIn: nil))
  }

  @Test func `the states begin with the present state, and end with the registration`() async throws
  {
    let app = RegistrationApp()
    await app.register()
    var states = try #require(app.registration).states.makeAsyncIterator()
    #expect(await states.next()?.isAcknowledged == true)
    app.lifecycle.setAccount(nil)
    await app.clock.settle()
    #expect(await states.next()?.leavingCount == 1)
    app.letRegistrationGo()
    #expect(await states.next() == nil)
  }

  // MARK: - Lifetimes

  @Test func `detached, it sends nothing, signs no account off and schedules nothing`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    app.detach()
    await app.clock.settle()
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.clock.pendingCount == 0)
    #expect(app.state?.account == nil)
    app.lifecycle.setAccount(nil)
    app.manager.didRegister(deviceToken: .second)
    await app.advance(by: .seconds(86_400))
    #expect(app.requests.count == 2)
  }

  @Test func `attached again, it ignores the end of a former request`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    app.detach()
    app.attach()
    await app.advance()
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.requests.count == 3)
    #expect(app.state?.hasFailed == false)
  }

  @Test func `attached again, it does not wait for a former failure`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    for _ in 1...3 {
      await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(1_000))))
      app.registration?.refresh()
      await app.clock.settle()
    }
    app.detach()
    app.attach()
    await app.advance()
    await app.answer(.failure(ControlledEndpoint.Failure()))
    #expect(app.log.last == .failed(purpose: .signOn, error: "503", retryIn: .seconds(1)))
  }

  @Test func `the next process knows the acknowledged record`() async {
    let app = RegistrationApp()
    await app.register()
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.manager.didRegister(deviceToken: .first)
    await tomorrow.advance(by: .seconds(60))
    #expect(tomorrow.requests.isEmpty)
    #expect(tomorrow.state?.isAcknowledged == true)
    tomorrow.lifecycle.setAccount(nil)
    await tomorrow.clock.settle()
    let later = RegistrationApp(store: app.store)
    later.attach()
    await later.clock.settle()
    #expect(later.requests == tomorrow.requests)
  }

  @Test func `the registration is deallocated while a request is under way`() async {
    let app = RegistrationApp()
    app.lifecycle.setAccount("ann")
    app.attach()
    app.manager.didRegister(deviceToken: .first)
    await app.advance()
    let registration = WeakBox(app.registration)
    app.letRegistrationGo()
    #expect(!registration.isAlive)
    await app.clock.settle()
    #expect(app.endpoint.cancelledCalls == [1])
    #expect(app.clock.pendingCount == 0)
  }
}
