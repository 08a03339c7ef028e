import FlyingFox
import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPAnswerTests {
  let scheduler = ManualScheduler()

  @Test func `a server's answer is the count`() async throws {
    try await TestServer.run { _ in
      .unread(3)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann") == 3)
      let request = try #require(server.requests.first)
      #expect(request.method == .GET)
      #expect(request.target.rawValue == "/accounts/ann/unread")
      #expect(request.headers[.accept] == "application/json")
    }
  }

  @Test func `any status of success is an answer`() async throws {
    let body = #"{"unread": 5}"#
    try await TestServer.run { _ in
      .status(203, body: body)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann") == 5)
    }
  }

  @Test func `a body that comes in chunks is read whole`() async throws {
    let chunks = HTTPBodySequence(from: AsyncBytes(chunks: [#"{"unr"#, #"ead": 12345"#, "67}"]))
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok, body: chunks)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann") == 1_234_567)
    }
  }

  @Test func `a decoding closure reads other bodies, and headers`() async throws {
    try await TestServer.run { _ in
      .status(204, headers: [HTTPHeader("X-Unread"): "8"])
    } _: { server in
      let client = try AccountClient(template: server.template, scheduler: scheduler)
      let count = try await client.value(for: "ann") { data, response in
        #expect(data.isEmpty)
        return response.value(forHTTPHeaderField: "X-Unread").flatMap { Int($0) }
      }
      #expect(count == 8)
    }
  }

  @Test func `a decoding closure that throws makes the answer an invalid one, and is not quoted`()
    async throws
  {
    struct Odd: Error, CustomStringConvertible {
      let description = "cannot read Hi Ann"
    }
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let client = try AccountClient(template: server.template, scheduler: scheduler)
      let error = await #expect(throws: HTTPSourceError.self) {
        try await client.value(for: "ann") { (_, _) throws -> Int in throw Odd() }
      }
      #expect(error?.code == .invalidBody)
      #expect(error?.statusCode == 200)
      #expect(error?.reason?.contains("Odd") == true)
      #expect(error?.description.contains("Ann") == false)
    }
  }

  @Test func `no cache on the way may answer`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      _ = try await source.unreadCount(for: "ann")
      #expect(server.values(of: HTTPHeader("Cache-Control")) == ["no-cache"])
    }
  }

  @Test func `a decoding closure may say itself when to try again`() async throws {
    struct SignedOut: RetryAdvice {
      let retryAfter: Duration? = nil
      let isFinal = true
    }
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let client = try AccountClient(template: server.template, scheduler: scheduler)
      await #expect(throws: SignedOut.self) {
        try await client.value(for: "ann") { (_, _) throws -> Int in throw SignedOut() }
      }
    }
  }

  @Test(arguments: ["", "<html>", #"{"unread": -1}"#, #"{"unread": 1.5}"#, #"{"unread":"#])
  func `a body without a count is an error`(body: String) async throws {
    try await TestServer.run { _ in
      .status(200, body: body)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = await failure(of: source)
      #expect(error?.code == .invalidBody)
      #expect(error?.isFinal == false)
    }
  }

  @Test func `a body may be as long as the limit`() async throws {
    let body = #"{"unread": 5}"#
    try await TestServer.run { _ in
      .status(200, body: body)
    } _: { server in
      let configuration = HTTPConfiguration(maximumByteCount: body.utf8.count)
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        configuration: configuration
      )
      #expect(try await source.unreadCount(for: "ann") == 5)
    }
  }

  @Test func `a body without end is cut off at the limit`() async throws {
    let chunks = Array(repeating: String(repeating: " ", count: 1024), count: 65)
    let endless = HTTPBodySequence(from: AsyncBytes(chunks: chunks, end: Gate()))
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok, body: endless)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = await failure(of: source)
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func `the status counts when the body of a failure is too long`() async throws {
    let body = String(repeating: "x", count: 100_000)
    try await TestServer.run { _ in
      .status(500, body: body)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = await failure(of: source)
      #expect(error?.code == .failureStatus)
      #expect(error?.statusCode == 500)
    }
  }

  @Test func `no account reaches another address`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template + "?for={account}&all=0",
        scheduler: scheduler
      )
      _ = try await source.unreadCount(for: "a/b?c#d e&ü%2F")
      let encoded = "a%2Fb%3Fc%23d%20e%26%C3%BC%252F"
      let request = try #require(server.requests.first)
      #expect(request.target.path() == "/accounts/\(encoded)/unread")
      #expect(request.target.query() == "for=\(encoded)&all=0")
    }
  }

  @Test func `an account without an address is not asked for`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      for account in ["", ".", ".."] {
        let error = await failure(of: source, for: AccountID(rawValue: account))
        #expect(error?.code == .invalidAccount)
        #expect(error?.isFinal == true)
      }
      #expect(server.requests.isEmpty)
    }
  }
}
