import FlyingFox
import Foundation
import PushHub
import PushHubNetworking
import PushHubTesting
import Testing

/// Events from a real server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct EventSourceTests {
  let scheduler = ManualScheduler()

  private static let small = HTTPConfiguration(timeout: .seconds(60), maximumByteCount: 1_000)

  private func source(
    _ server: TestServer,
    token: String? = nil,
    configuration: HTTPConfiguration = HTTPConfiguration(timeout: .seconds(60))
  ) throws -> EventSource {
    try EventSource(
      template: server.template,
      scheduler: scheduler,
      configuration: configuration,
      token: { _ in token }
    )
  }

  /// The error with which a subscription ends, and the snapshots before it.
  private func outcome(
    of source: EventSource,
    for account: AccountID = "ann"
  ) async -> (snapshots: [[NotificationCursor]], error: HTTPSourceError?) {
    var snapshots: [[NotificationCursor]] = []
    do {
      for try await snapshot in source.snapshots(for: account) {
        snapshots.append(snapshot)
      }
      return (snapshots, nil)
    } catch {
      return (snapshots, error as? HTTPSourceError)
    }
  }

  private func next(
    _ snapshots: inout AsyncThrowingStream<[NotificationCursor], any Error>.Iterator,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [NotificationCursor]? {
    try await snapshots.next(isolation: isolation)
  }

  @Test func `snapshots come while the stream is open`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      let source = try source(server)
      var snapshots = source.snapshots(for: "ann").makeAsyncIterator()
      for order in 1...5 {
        bytes.write(": comment\r\n" + event(order))
        #expect(try await next(&snapshots) == [.numbered(order)])
      }
      bytes.end()
      await #expect(throws: HTTPSourceError.self) { _ = try await next(&snapshots) }
      #expect(server.values(of: .accept) == ["text/event-stream"])
      #expect(server.values(of: .lastEventID) == [nil])
      #expect(server.requests.map(\.path) == ["/accounts/ann/unread"])
    }
  }

  @Test func `a character cut across two chunks arrives whole`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      var snapshots = try source(server).snapshots(for: "ann").makeAsyncIterator()
      let text = Array("data: {\"latest\":[{\"id\":\"ü😀\",\"order\":1}]}\r\n\r\n".utf8)
      for byte in text {
        bytes.write([byte])
      }
      #expect(try await next(&snapshots) == [NotificationCursor(order: 1, id: "ü😀")])
      bytes.end()
    }
  }

  @Test func `the end of a stream says when the server wants to be asked again`() async throws {
    try await TestServer.run { _ in
      .events("retry: 2500\n\n" + event(1))
    } _: { server in
      let (snapshots, error) = await outcome(of: try source(server))
      #expect(snapshots == [[.numbered(1)]])
      #expect(error?.code == .ended)
      #expect(error?.retryAfter == .milliseconds(2_500))
      #expect(error?.isFinal == false)
    }
  }

  @Test func `after a break the server receives the last id, and known values stay`() async throws {
    let script = AnswerScript(.events(event(1, id: "7")), .events(": nothing new\n\n"))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let source = try source(server)
      _ = await outcome(of: source)
      let again = await outcome(of: source)
      #expect(again.snapshots == [[.numbered(1)]])
      let other = await outcome(of: source, for: "ben")
      #expect(other.snapshots.isEmpty)
      #expect(server.values(of: .lastEventID) == [nil, "7", nil])
    }
  }

  @Test func `an empty id is forgotten`() async throws {
    let script = AnswerScript(.events(event(1, id: "7") + event(2, id: "")), .events(""))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let source = try source(server)
      _ = await outcome(of: source)
      _ = await outcome(of: source)
      #expect(server.values(of: .lastEventID) == [nil, nil])
    }
  }

  @Test func `an event about something else is none`() async throws {
    try await TestServer.run { _ in
      .events("event: ping\ndata: {}\n\n" + event(3))
    } _: { server in
      let source = try source(server)
      #expect(await outcome(of: source).snapshots == [[.numbered(3)]])
    }
  }

  @Test(
    arguments: [
      (204, HTTPSourceError.Code.noContent, true), (401, .unauthorized, true),
      (403, .forbidden, true), (404, .failureStatus, false), (500, .failureStatus, false),
    ]
  )
  func `another status is an error`(
    status: Int,
    code: HTTPSourceError.Code,
    isFinal: Bool
  ) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      let error = await outcome(of: try source(server)).error
      #expect(error?.code == code)
      #expect(error?.statusCode == status)
      #expect(error?.isFinal == isFinal)
    }
  }

  @Test func `Retry-After is respected`() async throws {
    try await TestServer.run { _ in
      .status(503, headers: [.retryAfter: "17"])
    } _: { server in
      let source = try source(server)
      #expect(await outcome(of: source).error?.retryAfter == .seconds(17))
    }
  }

  @Test func `an answer of another type is an error`() async throws {
    try await TestServer.run { _ in
      .unread(3)
    } _: { server in
      let source = try source(server)
      #expect(await outcome(of: source).error?.code == .noEventStream)
    }
  }

  @Test func `an event that can't be decoded is an error, after those before it`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      var snapshots = try source(server).snapshots(for: "ann").makeAsyncIterator()
      bytes.write(event(1))
      #expect(try await next(&snapshots) == [.numbered(1)])
      bytes.write("data: {\"latest\":7}\n\n")
      let error = await #expect(throws: HTTPSourceError.self) { _ = try await next(&snapshots) }
      #expect(error?.code == .invalidBody)
      bytes.end()
    }
  }

  @Test func `a line longer than the bound is an error, though the stream stays open`() async throws
  {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      bytes.write(String(repeating: "x", count: 2_000))
      let source = try source(server, configuration: Self.small)
      #expect(await outcome(of: source).error?.code == .tooLarge)
      bytes.end()
    }
  }

  @Test func `a silence as behind a proxy ends the connection`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      var snapshots = try source(server).snapshots(for: "ann").makeAsyncIterator()
      bytes.write(event(1))
      #expect(try await next(&snapshots) == [.numbered(1)])
      scheduler.advance(by: .seconds(59))
      bytes.write(event(2))
      #expect(try await next(&snapshots) == [.numbered(2)])
      scheduler.advance(by: .seconds(59))
      bytes.write(event(3))
      #expect(try await next(&snapshots) == [.numbered(3)])
      scheduler.advance(by: .seconds(90))
      let error = await #expect(throws: HTTPSourceError.self) { _ = try await next(&snapshots) }
      #expect(error?.code == .streamTimedOut)
      bytes.end()
    }
  }

  @Test func `a redirect within the origin is followed, with the token`() async throws {
    try await TestServer.run { request in
      request.path == "/other" ? .events(event(1)) : .redirect(to: "/other")
    } _: { server in
      let source = try source(server, token: "secret")
      #expect(await outcome(of: source).snapshots == [[.numbered(1)]])
      #expect(server.values(of: .authorization) == ["Bearer secret", "Bearer secret"])
    }
  }

  @Test func `a redirect to another origin is refused, so that no token goes there`() async throws {
    try await TestServer.run { _ in
      .events(event(1))
    } _: { other in
      try await TestServer.run { _ in
        .redirect(to: "http://127.0.0.1:\(other.port)/")
      } _: { server in
        let error = try #require(await outcome(of: try source(server, token: "secret")).error)
        #expect(error.code == .redirectRefused)
        #expect(!String(reflecting: error).contains("secret"))
        #expect(other.requests.isEmpty)
      }
    }
  }

  @Test func `a token that could add headers is not sent`() async throws {
    try await TestServer.run { _ in
      .events(event(1))
    } _: { server in
      let error = await outcome(of: try source(server, token: "a\r\nb: c")).error
      #expect(error?.code == .invalidToken)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a refused connection is an error that may heal`() async throws {
    try await withRefusingPort { port in
      let source = try EventSource(
        template: "http://127.0.0.1:\(port)/{account}",
        scheduler: scheduler
      )
      let error = await outcome(of: source).error
      #expect(error?.code == .transport)
      #expect(error?.isFinal == false)
    }
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 500\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "40\r\n",
    ]
  )
  func `a connection that is cut is an error that may heal`(head: String) async throws {
    try await RawServer.run(writing: head + event(1) + "data: {\"la") { server in
      let source = try EventSource(template: server.template, scheduler: scheduler)
      let (_, error) = await outcome(of: source)
      #expect(error?.code == .transport)
      #expect(error?.isFinal == false)
    }
  }

  @Test func `the server's wish for a pause outlives a connection that is cut`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 500\r\n\r\n"
    try await RawServer.run(writing: head + "retry: 2500\n" + event(1)) { server in
      let source = try EventSource(template: server.template, scheduler: scheduler)
      let (_, error) = await outcome(of: source)
      #expect(error?.code == .transport)
      #expect(error?.retryAfter == .milliseconds(2_500))
    }
  }

  @Test
  func `the server's wish for a pause holds for attempts that fail, and for its account only`()
    async throws
  {
    let script = AnswerScript(
      .events("retry: 2500\n\n" + event(1)),
      .status(502),
      .unread(3),
      .status(503, headers: [.retryAfter: "17"]),
      .events("data: {\"latest\":7}\n\n"),
      .status(500)
    )
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let source = try source(server)
      for seconds in [2.5, 2.5, 2.5, 17, 2.5] {
        #expect(await outcome(of: source).error?.retryAfter == .seconds(seconds))
      }
      #expect(await outcome(of: source, for: "ben").error?.retryAfter == nil)
    }
  }

  @Test func `a refused token is replaced once`() async throws {
    try await TestServer.run { request in
      request.headers[.authorization] == "Bearer fresh-old" ? .events(event(1)) : .status(401)
    } _: { server in
      let source = try EventSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in "old" },
        freshToken: { _, refused in "fresh-\(refused)" }
      )
      let (snapshots, error) = await outcome(of: source)
      #expect(snapshots == [[.numbered(1)]])
      #expect(error?.code == .ended)
      #expect(server.values(of: .authorization) == ["Bearer old", "Bearer fresh-old"])
    }
  }

  @Test func `a fresh token that is refused as well is final`() async throws {
    try await TestServer.run { _ in
      .status(401)
    } _: { server in
      let source = try EventSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in "old" },
        freshToken: { _, _ in "fresh" }
      )
      let error = await outcome(of: source).error
      #expect(error?.code == .unauthorized)
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a token that never comes is given up like a silent server`() async throws {
    let gate = Gate()
    let hasBegun = Gate()
    let source = try EventSource(
      template: "http://127.0.0.1:9/{account}",
      scheduler: scheduler,
      token: { _ in
        hasBegun.open()
        await gate.pass()
        return "token"
      }
    )
    let listening = Task { await outcome(of: source).error }
    await hasBegun.pass()
    scheduler.advance(by: .seconds(60))
    #expect(await listening.value?.code == .tokenTimedOut)
    gate.open()
  }
}
