import FlyingFox
import Foundation
import PushHub
import PushHubObservers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPETagTests {
  let scheduler = ManualScheduler()

  /// Answers 304 to whoever knows the tag, which is the same for all accounts.
  @Sendable nonisolated private static func answer(
    to request: HTTPRequest
  ) async -> HTTPResponse {
    guard request.headers[.ifNoneMatch] == nil else { return .status(304) }
    return .unread(request.path.contains("ann") ? 3 : 5, headers: [.eTag: "\"v1\""])
  }

  @Test func `an answer that is still true needs no body`() async throws {
    try await TestServer.run(answering: Self.answer) { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann").count == 3)
      #expect(try await source.unreadCount(for: "ann").count == 3)
      #expect(server.values(of: .ifNoneMatch) == [nil, "\"v1\""])
    }
  }

  @Test func `no account gets another's answer`() async throws {
    try await TestServer.run(answering: Self.answer) { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann").count == 3)
      #expect(try await source.unreadCount(for: "ben").count == 5)
      #expect(try await source.unreadCount(for: "ann").count == 3)
      #expect(try await source.unreadCount(for: "ben").count == 5)
      #expect(server.values(of: .ifNoneMatch) == [nil, nil, nil, nil])
    }
  }

  @Test func `accounts that only look the same get no answer of each other`() async throws {
    try await TestServer.run(answering: Self.answer) { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      _ = try await source.unreadCount(for: "caf\u{E9}")
      _ = try await source.unreadCount(for: "cafe\u{301}")
      #expect(server.values(of: .ifNoneMatch) == [nil, nil])
    }
  }

  @Test func `a new answer replaces the old one, also without a tag`() async throws {
    try await TestServer.run { request in
      switch request.headers[.ifNoneMatch] {
      case "\"v1\"": .unread(2, headers: [.eTag: "W/\"v2\""])
      case "W/\"v2\"": .unread(3)
      default: .unread(1, headers: [.eTag: "\"v1\""])
      }
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      for count in [1, 2, 3, 1] {
        #expect(try await source.unreadCount(for: "ann").count == count)
      }
    }
  }

  @Test func `a failure forgets nothing`() async throws {
    try await TestServer.run { request in
      request.headers[.ifNoneMatch] == nil ? .unread(1, headers: [.eTag: "\"v1\""]) : .status(500)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      _ = try await source.unreadCount(for: "ann")
      _ = await failure(of: source)
      _ = await failure(of: source)
      #expect(server.values(of: .ifNoneMatch) == [nil, "\"v1\"", "\"v1\""])
    }
  }

  @Test func `304 to a request without a condition is an error`() async throws {
    try await TestServer.run { _ in
      .status(304)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = await failure(of: source)
      #expect(error?.code == .unexpectedNotModified)
      #expect(error?.statusCode == 304)
    }
  }

  @Test func `only the account asked for last is remembered`() async throws {
    try await TestServer.run(answering: Self.answer) { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      for account in ["ann", "ben", "ben", "ann"] as [AccountID] {
        _ = try await source.unreadCount(for: account)
      }
      #expect(server.values(of: .ifNoneMatch) == [nil, nil, "\"v1\"", nil])
    }
  }

  @Test func `a fresh answer is asked for although the server lets it be cached`() async throws {
    let headers: HTTPHeaders = [.cacheControl: "public, max-age=3600", .eTag: "\"v1\""]
    try await TestServer.run { _ in
      .unread(1, headers: headers)
    } _: { server in
      var configuration = HTTPUnreadCountSource.Configuration()
      configuration.session = .default
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        configuration: configuration
      )
      _ = try await source.unreadCount(for: "ann")
      _ = try await source.unreadCount(for: "ann")
      #expect(server.requests.count == 2)
    }
  }
}
