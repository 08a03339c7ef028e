import Foundation
import PushHub
import PushHubBackend
import Testing

/// The plugin in an app.
@MainActor
struct DeviceRegistrationTests {
  @Test func `a device is registered when its token comes and its user is known`() async {
    let app = RegistrationApp()
    app.attach()
    app.lifecycle.setAccount("ann")
    app.hub.manager.didRegister(deviceToken: .first)
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
        .began(.signOn),
        .acknowledged(.signOn),
      ]
    )
  }

  @Test func `a token from before it was attached is known`() async {
    let app = RegistrationApp()
    app.hub.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.advance()
    #expect(app.requests.map(\.deviceToken) == [.first])
  }

  @Test func `a token that others have received before it was attached is known`() async {
    let app = RegistrationApp()
    let observer = PushRecorder()
    app.hub.manager.add(observer)
    app.hub.manager.didRegister(deviceToken: .first)
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.advance()
    #expect(app.requests.map(\.deviceToken) == [.first])
    withExtendedLifetime(observer) {}
  }

  @Test func `a token that the app has known since its last launch is registered`() async {
    let app = RegistrationApp(hub: Hub { $0.knownDeviceToken = .first })
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    #expect(app.requests.map(\.deviceToken) == [.first])
  }

  @Test func `what the app says before it is attached is said with the rest`() async throws {
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
    app.hub.manager.didRegister(deviceToken: .first)
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

  @Test func `topics that are wanted while it is detached are for who is signed in later`() async {
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

  @Test func `topics that wait for an account are kept while it is detached`() {
    let app = RegistrationApp()
    app.attach()
    app.registration?.subscribe("news")
    app.detach()
    app.registration?.subscribe("sport")
    app.attach()
    app.lifecycle.setAccount("ann")
    #expect(app.registration?.state.topics == ["news", "sport"])
  }

  @Test func `a switch of accounts takes the old one off before the new one comes`() async {
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

  @Test func `a server that never answers a sign-off does not hold up the next account`() async {
    let app = RegistrationApp()
    await app.register()
    app.lifecycle.setAccount("bob")
    await app.scheduler.settle()
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
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    app.lifecycle.setAccount(nil)
    await app.scheduler.settle()
    #expect(app.endpoint.cancelledCalls == [1])
    #expect(app.requests.map(\.purpose) == [.signOn, .signOff])
    await app.answer()
    #expect(app.state?.leavingCount == 0)
    #expect(app.state?.account == nil)
  }

  @Test func `a server that hangs is given up after a minute, and told again`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.state?.hasFailed == true)
    #expect(app.state?.retry == app.scheduler.now + .seconds(1))
    await app.advance()
    #expect(app.requests.count == 3)
    #expect(app.requests[1] == app.requests[2])
  }

  @Test func `an error's advice is heeded`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(30))))
    #expect(app.log.contains(.failed(.signOn, "503", retryIn: .seconds(60))))
    app.registration?.refresh()
    await app.scheduler.settle()
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    #expect(app.log.contains(.failed(.signOn, "503", retryIn: nil)))
    app.lifecycle.setAccount(nil)
    await app.scheduler.settle()
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    #expect(app.log.last == .failed(.signOff, "503", retryIn: nil))
  }

  @Test func `the states begin with what is true, and end with the registration`() async throws {
    let app = RegistrationApp()
    await app.register()
    var states = try #require(app.registration).states.makeAsyncIterator()
    #expect(await states.next()?.isAcknowledged == true)
    app.lifecycle.setAccount(nil)
    await app.scheduler.settle()
    #expect(await states.next()?.leavingCount == 1)
    app.letRegistrationGo()
    #expect(await states.next() == nil)
  }

  // MARK: - Lifetimes

  @Test func `who detaches says nothing more, takes nobody off, and leaves nothing behind`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    app.detach()
    await app.scheduler.settle()
    #expect(app.endpoint.cancelledCalls == [2])
    #expect(app.scheduler.pendingCount == 0)
    #expect(app.state?.account == nil)
    app.lifecycle.setAccount(nil)
    app.hub.manager.didRegister(deviceToken: .second)
    await app.advance(by: .seconds(86_400))
    #expect(app.requests.count == 2)
  }

  @Test func `attached again it takes no end of a former request for one of the next`() async {
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

  @Test func `attached again it waits for no failure of before`() async {
    let app = RegistrationApp()
    await app.register()
    app.registration?.subscribe("news")
    await app.advance()
    for _ in 1...3 {
      await app.answer(.failure(ControlledEndpoint.Failure(retryAfter: .seconds(1_000))))
      app.registration?.refresh()
      await app.scheduler.settle()
    }
    app.detach()
    app.attach()
    await app.advance()
    await app.answer(.failure(ControlledEndpoint.Failure()))
    #expect(app.log.last == .failed(.signOn, "503", retryIn: .seconds(1)))
  }

  @Test func `the process of tomorrow knows what this one has said`() async {
    let app = RegistrationApp()
    await app.register()
    let tomorrow = RegistrationApp(store: app.store)
    tomorrow.attach()
    tomorrow.lifecycle.setAccount("ann")
    tomorrow.hub.manager.didRegister(deviceToken: .first)
    await tomorrow.advance(by: .seconds(60))
    #expect(tomorrow.requests.isEmpty)
    #expect(tomorrow.state?.isAcknowledged == true)
    tomorrow.lifecycle.setAccount(nil)
    await tomorrow.scheduler.settle()
    let later = RegistrationApp(store: app.store)
    later.attach()
    await later.scheduler.settle()
    #expect(later.requests == tomorrow.requests)
  }

  @Test func `the registration is let go while a request is under way`() async {
    let app = RegistrationApp()
    app.lifecycle.setAccount("ann")
    app.attach()
    app.hub.manager.didRegister(deviceToken: .first)
    await app.advance()
    let registration = WeakBox(app.registration)
    app.letRegistrationGo()
    #expect(!registration.isAlive)
    await app.scheduler.settle()
    #expect(app.endpoint.cancelledCalls == [1])
    #expect(app.scheduler.pendingCount == 0)
  }
}
