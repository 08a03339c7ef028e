import FlyingFox
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPRedirectTests {
  let scheduler = ManualScheduler()

  private func source(_ template: String) throws -> HTTPUnreadCountSource {
    try HTTPUnreadCountSource(
      template: template,
      scheduler: scheduler,
      token: { _ in "secret" }
    )
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect within the origin is followed with the token`(status: Int) async throws {
    try await TestServer.run { request in
      request.path == "/new" ? .unread(7) : .redirect(status, to: "/new")
    } _: { server in
      let source = try source(server.template)
      #expect(try await source.unreadCount(for: "ann") == 7)
      #expect(server.requests.map(\.path) == ["/accounts/ann/unread", "/new"])
      #expect(server.requests.allSatisfy { $0.method == .GET })
      #expect(server.values(of: .authorization) == ["Bearer secret", "Bearer secret"])
      #expect(server.values(of: .accept) == ["application/json", "application/json"])
    }
  }

  @Test(
    arguments: [
      ("count", "/accounts/ann/count"), ("../count?a=b%26c", "/accounts/count?a=b%26c"),
      ("/a%2Fb", "/a%2Fb"), ("?page=1", "/accounts/ann/unread?page=1"),
    ]
  )
  func `a relative redirect is followed as RFC 3986 has it`(
    location: String,
    target: String
  ) async throws {
    try await TestServer.run { request in
      request.target.rawValue == target ? .unread(7) : .redirect(to: location)
    } _: { server in
      let source = try source(server.template)
      #expect(try await source.unreadCount(for: "ann") == 7)
      #expect(server.requests.last?.target.rawValue == target)
    }
  }

  @Test func `an absolute redirect within the origin is followed`() async throws {
    try await TestServer.run { request in
      guard let host = request.headers[.host], request.path != "/new" else { return .unread(7) }
      return .redirect(to: "http://\(host)/new")
    } _: { server in
      let source = try source(server.template)
      #expect(try await source.unreadCount(for: "ann") == 7)
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to another port is refused, and nothing is sent there`(
    status: Int
  ) async throws {
    try await TestServer.run { _ in
      .unread(666)
    } _: { other in
      let location = "http://127.0.0.1:\(other.port)/steal"
      try await TestServer.run { _ in
        .redirect(status, to: location)
      } _: { server in
        let error = await failure(of: try source(server.template))
        #expect(error?.code == .redirectRefused)
        #expect(error?.isFinal == false)
        #expect(error?.reason == "http://127.0.0.1:\(other.port)")
        #expect(server.values(of: .authorization) == ["Bearer secret"])
        #expect(other.requests.isEmpty)
      }
    }
  }

  @Test func `a redirect to another host is refused, and nothing is sent there`() async throws {
    try await TestServer.run { request in
      let port = request.headers[.host]?.split(separator: ":").last ?? ""
      return .redirect(to: "http://localhost:\(port)/steal")
    } _: { server in
      let error = await failure(of: try source(server.template))
      #expect(error?.code == .redirectRefused)
      #expect(error?.reason == "http://localhost:\(server.port)")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a redirect away after one within the origin is refused`() async throws {
    try await TestServer.run { _ in
      .unread(666)
    } _: { other in
      let location = "http://127.0.0.1:\(other.port)/steal"
      try await TestServer.run { request in
        .redirect(to: request.path == "/new" ? location : "/new")
      } _: { server in
        let error = await failure(of: try source(server.template))
        #expect(error?.code == .redirectRefused)
        #expect(server.requests.count == 2)
        #expect(other.requests.isEmpty)
      }
    }
  }

  @Test func `a redirect to another scheme is refused`() async throws {
    try await TestServer.run { request in
      .redirect(to: "https://\(request.headers[.host] ?? "")/new")
    } _: { server in
      let error = await failure(of: try source(server.template))
      #expect(error?.code == .redirectRefused)
      #expect(error?.reason == "https://127.0.0.1:\(server.port)")
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to nowhere is refused`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      let error = await failure(of: try source(server.template))
      #expect(error?.code == .redirectRefused)
      #expect(error?.reason == "without an HTTP address")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a circle of redirects ends with an error`() async throws {
    try await TestServer.run { _ in
      .redirect(to: "/again")
    } _: { server in
      let error = await failure(of: try source(server.template))
      #expect(error?.code == .tooManyRedirects)
      #expect(server.requests.count == 6)
    }
  }
}
