import FlyingFox
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPDeadlineTests {
  let scheduler = ManualScheduler()

  /// Simulated; the session's own timeout is a second longer, in real time.
  private let timeout: Duration = .seconds(200)

  private func source(_ template: String) throws -> HTTPUnreadCountSource {
    let configuration = HTTPConfiguration(timeout: timeout)
    return try HTTPUnreadCountSource(
      template: template,
      scheduler: scheduler,
      configuration: configuration
    )
  }

  @Test func `a server that says nothing is given up after the timeout`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.pass()
      return .unread(1)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { await failure(of: source) }
      await server.arrival()
      scheduler.advance(by: timeout)
      let error = await asking.value
      #expect(error?.code == .timedOut)
      #expect(error?.isFinal == false)
      #expect(error?.description.contains("200.0 seconds") == true)
      gate.open()
    }
  }

  @Test func `a server that stops in the middle is given up after the timeout`() async throws {
    let gate = Gate()
    let body = HTTPBodySequence(from: AsyncBytes(chunks: [#"{"unread""#], end: gate))
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok, body: body)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { await failure(of: source) }
      await server.arrival()
      scheduler.advance(by: timeout)
      #expect(await asking.value?.code == .timedOut)
      gate.open()
    }
  }

  @Test func `an answer just before the timeout counts`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.pass()
      return .unread(4)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { try await source.unreadCount(for: "ann") }
      await server.arrival()
      scheduler.advance(by: timeout - .nanoseconds(1))
      gate.open()
      #expect(try await asking.value == 4)
    }
  }

  @Test func `nothing is left on the scheduler after an answer`() async throws {
    try await TestServer.run { _ in
      .unread(4)
    } _: { server in
      let source = try source(server.template)
      _ = try await source.unreadCount(for: "ann")
      #expect(scheduler.pendingCount == 0)
    }
  }

  @Test func `a source goes on after a timeout`() async throws {
    let gate = Gate()
    try await TestServer.run { request in
      if request.path.contains("ann") {
        await gate.pass()
      }
      return .unread(6)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { await failure(of: source) }
      await server.arrival()
      scheduler.advance(by: timeout)
      _ = await asking.value
      #expect(try await source.unreadCount(for: "ben") == 6)
      gate.open()
    }
  }

  @Test func `a canceled request ends with a cancellation error`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.pass()
      return .unread(1)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { try await source.unreadCount(for: "ann") }
      await server.arrival()
      asking.cancel()
      await #expect(throws: CancellationError.self) { try await asking.value }
      #expect(scheduler.pendingCount == 0)
      gate.open()
    }
  }

  @Test func `a request that is canceled before it begins is never sent`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try source(server.template)
      let asking = Task { try await source.unreadCount(for: "ann") }
      asking.cancel()
      await #expect(throws: CancellationError.self) { try await asking.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a request that is canceled while the token is fetched is never sent`() async throws {
    let gate = Gate()
    let hasBegun = Gate()
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      let source = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: scheduler,
        token: { _ in
          hasBegun.open()
          await gate.pass()
          return "token"
        }
      )
      let asking = Task { try await source.unreadCount(for: "ann") }
      await hasBegun.pass()
      asking.cancel()
      await #expect(throws: CancellationError.self) { try await asking.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a source that has been used is deallocated when it is released`() async throws {
    try await TestServer.run { _ in
      .unread(1)
    } _: { server in
      var scheduler: ManualScheduler? = ManualScheduler()
      weak let weakScheduler = scheduler
      var source: HTTPUnreadCountSource? = try HTTPUnreadCountSource(
        template: server.template,
        scheduler: try #require(scheduler)
      )
      weak let weakSource = source
      _ = try await source?.unreadCount(for: "ann")
      source = nil
      scheduler = nil
      #expect(weakSource == nil)
      #expect(weakScheduler == nil)
    }
  }
}
