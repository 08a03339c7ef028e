import FlyingFox
import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// The registration with a real server and a real file, over several processes.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class HTTPRegistrationFlowTests {
  /// A process of the app, on simulated time.
  @MainActor
  private final class Process {
    let scheduler = ManualScheduler()
    let lifecycle = AppLifecycle()
    let manager: NotificationManager
    let registration: DeviceRegistration
    private(set) var log: [RegistrationEvent] = []

    init(_ server: TestServer, store: URL) throws {
      manager = NotificationManager(scheduler: scheduler)
      let endpoint = try AccountClient(
        template: "http://127.0.0.1:\(server.port)/{account}",
        scheduler: scheduler
      )
      registration = DeviceRegistration(
        endpoint: endpoint,
        store: FileStore(url: store, isBackedUp: false),
        configuration: DeviceRegistration.Configuration(environment: .production)
      )
      registration.log = { [weak self] in
        if !$0.isSkip { self?.log.append($0) }
      }
      PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(registration)
    }

    func start(as account: AccountID) async {
      manager.didRegister(deviceToken: DeviceToken([1, 2]))
      lifecycle.setAccount(account)
      await advance(by: .seconds(1))
    }

    func advance(by duration: Duration) async {
      scheduler.advance(by: duration)
      await scheduler.settle()
    }

    /// The delay of the next try, as the log reports for the last failure.
    var retryDelay: Duration? {
      for case .failed(_, let delay) in log.reversed() { return delay }
      return nil
    }
  }

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "registration-\(UUID().uuidString)")
  private lazy var store = folder.appending(path: "device.json")

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func `the server learns of a sign-in and a sign-out, and a start says nothing`()
    async throws
  {
    try await TestServer.run { _ in
      .status(204)
    } _: { server in
      let today = try Process(server, store: store)
      await today.start(as: "ann")
      #expect(today.registration.state.isAcknowledged)
      let tomorrow = try Process(server, store: store)
      await tomorrow.start(as: "ann")
      #expect(server.requests.count == 1)
      tomorrow.lifecycle.setAccount("bob")
      await tomorrow.advance(by: .seconds(1))
      #expect(server.requests.map(\.path).sorted() == ["/ann", "/ann", "/bob"])
      #expect(tomorrow.registration.state.isAcknowledged)
    }
  }

  @Test func `a busy server is asked again after Retry-After`() async throws {
    let script = AnswerScript(
      .status(503, headers: [.retryAfter: "30"]),
      .status(500),
      .status(204)
    )
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let app = try Process(server, store: store)
      await app.start(as: "ann")
      let wish = try #require(app.retryDelay)
      #expect((.seconds(30)...(.seconds(60))).contains(wish))
      await app.advance(by: wish)
      await app.advance(by: try #require(app.retryDelay))
      #expect(app.registration.state.isAcknowledged)
      #expect(Set(server.values(of: .idempotencyKey)).count == 3)
    }
  }

  @Test func `a request that hangs fails, and is repeated`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.pass()
      return .status(204)
    } _: { server in
      let app = try Process(server, store: store)
      app.manager.didRegister(deviceToken: DeviceToken([1, 2]))
      app.lifecycle.setAccount("ann")
      app.scheduler.advance(by: .seconds(1))
      await server.arrival()
      await app.advance(by: .seconds(30))
      #expect(app.registration.state.hasFailed)
      gate.open()
      await app.advance(by: try #require(app.retryDelay))
      #expect(app.registration.state.isAcknowledged)
      #expect(Set(server.values(of: .idempotencyKey)).count == 2)
    }
  }

  @Test func `a sign-out that a killed process did not send is sent by the next`() async throws {
    let gate = Gate()
    let script = AnswerScript(.status(204), .status(500), .status(204))
    try await TestServer.run { request in
      let answer = script.next()
      if answer.statusCode.code == 500 {
        await gate.pass()
      }
      return answer
    } _: { server in
      let today = try Process(server, store: store)
      await today.start(as: "ann")
      today.lifecycle.setAccount(nil)
      await server.arrival(of: 2)
      today.registration.detach()
      gate.open()
      let tomorrow = try Process(server, store: store)
      tomorrow.lifecycle.setPhase(.active)
      tomorrow.lifecycle.setAccount(nil)
      await tomorrow.advance(by: .seconds(10))
      #expect(server.requests.map(\.path) == ["/ann", "/ann", "/ann"])
      let body = try await server.requests.last?.bodyData
      #expect(String(decoding: body ?? Data(), as: UTF8.self).contains(#""device":null"#))
      #expect(tomorrow.registration.leavingAccounts.isEmpty)
    }
  }
}
