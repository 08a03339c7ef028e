import FlyingFox
import Foundation
import PushHub
import PushHubObservers
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
      var configuration = HTTPUnreadCountSource.Configuration()
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
}
