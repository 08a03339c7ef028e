import FlyingFox
import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPFailureTests {
  let scheduler = ManualScheduler()

  private func answer(
    _ status: Int,
    headers: HTTPHeaders = [:],
    body: (HTTPSourceError) throws -> Void
  ) async throws {
    try await TestServer.run { _ in
      .status(status, headers: headers)
    } _: { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = try #require(await failure(of: source))
      #expect(error.statusCode == status)
      try body(error)
    }
  }

  @Test(arguments: [(401, HTTPSourceError.Code.unauthorized), (403, .forbidden)])
  func `a refusal is final`(status: Int, code: HTTPSourceError.Code) async throws {
    try await answer(status) { error in
      #expect(error.code == code)
      #expect(error.isFinal)
      #expect(error.retryAfter == nil)
    }
  }

  @Test(arguments: ["Basic realm=\"a\"", "Bearer", "Digest realm=\"a\", nonce=\"b\"", "Negotiate"])
  func `a refusal with a challenge is a refusal`(challenge: String) async throws {
    try await answer(401, headers: [HTTPHeader("WWW-Authenticate"): challenge]) { error in
      #expect(error.code == .unauthorized)
    }
  }

  @Test(arguments: [300, 305, 400, 404, 407, 408, 410, 418, 429, 500, 502, 503, 599])
  func `another status is an error that may heal`(status: Int) async throws {
    try await answer(status) { error in
      #expect(error.code == .failureStatus)
      #expect(!error.isFinal)
      #expect(error.retryAfter == nil)
    }
  }

  @Test(arguments: [429, 503, 500, 404])
  func `Retry-After in seconds is respected with any failing status`(status: Int) async throws {
    try await answer(status, headers: [.retryAfter: "120"]) { error in
      #expect(error.retryAfter == .seconds(120))
    }
  }

  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ]
  )
  func `Retry-After as a date is taken against the server's clock`(date: String) async throws {
    let headers: HTTPHeaders = [.retryAfter: date, .date: "Sun, 06 Nov 1994 08:49:07 GMT"]
    try await answer(429, headers: headers) { error in
      #expect(error.retryAfter == .seconds(30))
    }
  }

  @Test func `Retry-After as a date without the server's is taken against the device's clock`()
    async throws
  {
    let headers: HTTPHeaders = [.retryAfter: "Thu, 01 Jan 2026 00:01:30 GMT"]
    try await answer(503, headers: headers) { error in
      #expect(error.retryAfter == .seconds(90))
    }
  }

  @Test(arguments: ["0", "Sun, 06 Nov 1994 08:49:37 GMT", "soon", "-5", "1.5"])
  func `a Retry-After that asks for no delay leaves it to the backoff`(text: String) async throws {
    try await answer(503, headers: [.retryAfter: text]) { error in
      #expect(error.retryAfter == nil)
    }
  }

  @Test func `a refused connection is an error that may heal`() async throws {
    try await withRefusingPort { port in
      let source = try HTTPUnreadCountSource(
        template: "http://127.0.0.1:\(port)/{account}",
        scheduler: scheduler
      )
      let error = await failure(of: source)
      #expect(error?.code == .transport)
      #expect(error?.isFinal == false)
      #expect(error?.statusCode == nil)
    }
  }

  @Test(
    arguments: [
      "",
      "hello\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"unread\": 3}",
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{",
    ]
  )
  func `half an answer is an error that may heal`(text: String) async throws {
    try await RawServer.run(writing: text) { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      let error = await failure(of: source)
      #expect(error?.code == .transport)
      #expect(error?.isFinal == false)
    }
  }

  @Test func `a source goes on after a failure`() async throws {
    try await RawServer.run(writing: "HTTP/1.1 200 OK\r\n\r\n{\"unread\": 3}") { server in
      let source = try HTTPUnreadCountSource(template: server.template, scheduler: scheduler)
      #expect(try await source.unreadCount(for: "ann") == 3)
      #expect(try await source.unreadCount(for: "ann") == 3)
    }
  }
}
