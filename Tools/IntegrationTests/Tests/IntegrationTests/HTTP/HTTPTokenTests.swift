import FlyingFox
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPTokenTests {
  let scheduler = ManualScheduler()

  @Test func `the token is asked for on each request, for the account`() async throws {
    let count = Atomic(0)
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        token: { account in "\(account)-\(count.add(1, ordering: .relaxed).newValue)" }
      )
      _ = try await source.unreadCount(for: "ann")
      _ = try await source.unreadCount(for: "ben")
      #expect(server.values(of: .authorization) == ["Bearer ann-1", "Bearer ben-2"])
    }
  }

  @Test func `without a token there is no header`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      _ = try await source.unreadCount(for: "ann")
      #expect(server.values(of: .authorization) == [nil])
    }
  }

  @Test(arguments: ["a\r\nX-Admin: 1", "a\nb", "a\rb", "a b", "", "ä", "a\0"])
  func `a token that could add headers is not sent`(token: String) async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in token }
      )
      let error = await failure(of: source)
      #expect(error?.code == .invalidToken)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `what the token closure throws arrives as it is`() async throws {
    struct Locked: Error {}
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in throw Locked() }
      )
      await #expect(throws: Locked.self) { try await source.unreadCount(for: "ann") }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [301, 401, 403, 404, 500])
  func `no error holds the token or the account`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template + "?key=hush",
        scheduler: scheduler,
        token: { _ in "secret" }
      )
      let error = try #require(await failure(of: source))
      #expect(!String(reflecting: error).contains("secret"))
      #expect(!String(reflecting: error).contains("hush"))
      #expect(!String(reflecting: error).contains("ann"))
      #expect(error.description.contains(server.template))
    }
  }

  @Test func `cookies are neither kept nor sent`() async throws {
    try await TestServer.run { _ in
      .unread(1, headers: [.setCookie: "id=1; Path=/"])
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      _ = try await source.unreadCount(for: "ann")
      _ = try await source.unreadCount(for: "ann")
      #expect(server.values(of: .cookie) == [nil, nil])
    }
  }

  @Test func `a session of the app's own brings its headers`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      var configuration = HTTPConfiguration()
      configuration.session = .ephemeral
      configuration.session.httpAdditionalHeaders = ["X-App": "demo"]
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        configuration: configuration
      )
      _ = try await source.unreadCount(for: "ann")
      #expect(server.values(of: HTTPHeader("X-App")) == ["demo"])
    }
  }

  // MARK: - Fresh tokens

  /// A source whose tokens are `old`, and then what a closure gives in place of a refused one.
  private func source(
    _ server: TestServer,
    fresh: @escaping @Sendable (_ refused: String) -> String?
  ) throws -> HTTPUnreadCountSource {
    try HTTPUnreadCountSource(
      template: server.template,
      scheduler: scheduler,
      token: { _ in "old" },
      freshToken: { _, refused in fresh(refused) }
    )
  }

  @Test func `a refused token is replaced once, and the answer to the fresh one counts`()
    async throws
  {
    try await TestServer.run { request in
      request.headers[.authorization] == "Bearer fresh-old" ? .unread(4) : .status(401)
    } _: { server in
      let source = try source(server) { "fresh-\($0)" }
      #expect(try await source.unreadCount(for: "ann") == 4)
      #expect(server.values(of: .authorization) == ["Bearer old", "Bearer fresh-old"])
    }
  }

  @Test func `a fresh token that is refused as well is final`() async throws {
    try await TestServer.run { _ in
      .status(401)
    } _: { server in
      let error = await failure(of: try source(server) { "fresh-\($0)" })
      #expect(error?.code == .unauthorized)
      #expect(error?.isFinal == true)
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [nil, "old"])
  func `without another token a refusal is final at once`(fresh: String?) async throws {
    try await TestServer.run { _ in
      .status(401)
    } _: { server in
      let error = await failure(of: try source(server) { _ in fresh })
      #expect(error?.code == .unauthorized)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `by default the token is asked for again`() async throws {
    let count = Atomic(0)
    try await TestServer.run { request in
      request.headers[.authorization] == "Bearer 2" ? .unread(4) : .status(401)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in "\(count.add(1, ordering: .relaxed).newValue)" }
      )
      #expect(try await source.unreadCount(for: "ann") == 4)
    }
  }

  @Test func `accounts that are known by their tokens share an address, and no answer`()
    async throws
  {
    try await TestServer.run { request in
      guard request.headers[.ifNoneMatch] == nil else { return .status(304) }
      let count = request.headers[.authorization] == "Bearer ann" ? 3 : 5
      return .unread(count, headers: [.eTag: "\"v1\"", .cacheControl: "max-age=3600"])
    } _: { server in
      // A cache that an app gives to its session, and the header that allows it to answer.
      let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let configuration = HTTPConfiguration()
      configuration.session.urlCache = cache
      configuration.session.requestCachePolicy = .returnCacheDataElseLoad
      let source = try HTTPUnreadCountSource(
        template: "http://127.0.0.1:\(server.port)/me/unread",
        scheduler: scheduler,
        configuration: configuration,
        token: { $0.rawValue }
      )
      for (account, count) in [("ann", 3), ("ann", 3), ("ben", 5), ("ben", 5), ("ann", 3)] {
        #expect(try await source.unreadCount(for: AccountID(rawValue: account)) == count)
      }
      #expect(server.values(of: .ifNoneMatch) == [nil, nil, nil, nil, nil])
      #expect(Set(server.requests.map(\.path)) == ["/me/unread"])
    }
  }

  @Test func `a token that never comes is given up after the timeout`() async throws {
    let gate = Gate()
    let hasBegun = Gate()
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        configuration: HTTPConfiguration(timeout: .seconds(10)),
        token: { _ in
          hasBegun.open()
          await gate.pass()
          return "token"
        }
      )
      let asking = Task { await failure(of: source) }
      await hasBegun.pass()
      scheduler.advance(by: .seconds(10))
      let error = await asking.value
      #expect(error?.code == .tokenTimedOut)
      #expect(error?.isFinal == false)
      #expect(server.requests.isEmpty)
      gate.open()
    }
  }
}
