import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// A source of events, alone and with a badge dot that listens to it.
struct EventSourceTests: AppFixture {
  let app = SimulatedApp()

  /// A dot that is attached, and listens for Ann.
  private func dot(_ host: String, generator: FixedGenerator) throws -> BadgeDot {
    let dot = BadgeDot(
      source: try EventSource(
        template: "https://\(host)/{account}",
        scheduler: clock,
        configuration: HTTPConfiguration(
          timeout: .seconds(600),
          session: ScriptedServer.configuration
        )
      ),
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: "list", listTimeout: .seconds(1)),
      generator: generator
    )
    lifecycle.setAccount("ann")
    context.attach(dot)
    return dot
  }

  private let list = #"data: {"latest":[{"id":"n3","order":3}]}"# + "\n\n"

  @Test func `events of another type and heartbeats are reported as skipped`() async throws {
    let other = "data: {\"latest\":[]}\n\nevent: ping\ndata: 2026-01-01 08:00:15.744043\n\n"
    let body = other + "event: list\ndata: ping\n\nevent: list\n" + list
    var skipped: [String] = []
    let host = ScriptedServer.host(answering: [.init(body: body, isOpen: true)])
    let source = try EventSource(
      template: "https://\(host)/{account}",
      scheduler: clock,
      configuration: HTTPConfiguration(session: ScriptedServer.configuration),
      eventType: "list",
      onSkip: { skipped.append($0.type) }
    )
    var snapshots = source.snapshots(for: "ann").makeAsyncIterator()
    #expect(try await snapshots.next(isolation: MainActor.shared) == [.numbered(3)])
    #expect(skipped == ["message", "ping", "list"])
  }

  @Test func `the retry field holds when no list arrives in time`() async throws {
    let host = ScriptedServer.host(answering: [
      .init(body: "retry: 60000\n" + list), .init(body: ": hello\n\n", isOpen: true),
    ])
    let dot = try dot(host, generator: .least)
    #expect(await eventually { dot.failure != nil })
    pass(60)
    #expect(await eventually { ScriptedServer.requestCount(of: host) == 2 })
    pass(1)
    #expect(dot.isListening == false)
    #expect(try #require(dot.nextAttempt) >= clock.now + .seconds(60))
  }

  @Test func `a dot logs each failure of its server, with the time of the next try`() async throws {
    let host = ScriptedServer.host(answering: [
      .init(status: 500), .init(type: "application/json", body: "{}"), .init(body: ": hello\n\n"),
    ])
    let dot = try dot(host, generator: .most)
    var log: [String] = []
    dot.log = { log.append($0.message) }
    for delay in [1, 2, 4] {
      #expect(await eventually { dot.nextAttempt != nil })
      clock.advance(by: .seconds(delay))
    }
    try #require(log.count == 3)
    #expect(log[0].contains("status 500") && log[0].hasSuffix("; retrying in 1 s"))
    #expect(log[1].contains("not a stream of events") && log[1].hasSuffix("; retrying in 2 s"))
    #expect(log[2].contains("ended the stream") && log[2].hasSuffix("; retrying in 4 s"))
  }
}
