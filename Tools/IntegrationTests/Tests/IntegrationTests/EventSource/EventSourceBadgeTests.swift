import FlyingFox
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubTesting
import Testing

/// A badge dot that listens to a real server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct EventSourceBadgeTests {
  let scheduler = ManualScheduler()
  let lifecycle = AppLifecycle()

  private func badge(_ template: String) throws -> BadgeDot {
    let store = MemoryStore(["ann": ReadMark.upTo(.numbered(1))])
    let badge = BadgeDot(
      source: try EventSource(template: template, scheduler: scheduler),
      store: store,
      configuration: BadgeDot.Configuration(listPage: "list")
    )
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    let manager = NotificationManager(scheduler: scheduler)
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(badge)
    return badge
  }

  /// Returns when the dot's state is as wanted.
  private func wait(for badge: BadgeDot, until isAsWanted: (BadgeDot) -> Bool) async {
    let isReached = await eventually { isAsWanted(badge) }
    #expect(isReached)
  }

  @Test func `the dot follows the server`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      let badge = try badge(server.template)
      bytes.write(event(1))
      await wait(for: badge) { $0.isKnown && !$0.isShown }
      bytes.write(event(2))
      await wait(for: badge) { $0.isShown }
      badge.markRead()
      let isShown = badge.isShown
      #expect(!isShown)
      badge.detach()
      bytes.end()
    }
  }

  @Test func `a cut connection and a restarted server leave the dot as it is`() async throws {
    let bytes = StreamedBytes()
    let after = StreamedBytes()
    let script = AnswerScript(.events(bytes), .status(502), .events(after))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let badge = try badge(server.template)
      bytes.write(event(2, id: "a"))
      await wait(for: badge) { $0.isShown }
      bytes.end()
      await wait(for: badge) { $0.failure != nil }
      let isShown = badge.isShown
      #expect(isShown)
      let cut = badge.failure
      scheduler.advance(by: .seconds(1))
      await server.arrival(of: 2)
      await wait(for: badge) { $0.failure != cut }
      scheduler.advance(by: .seconds(2))
      after.write(event(1, id: "b"))
      await wait(for: badge) { !$0.isShown && $0.failure == nil }
      #expect(server.values(of: .lastEventID) == [nil, "a", "a"])
      badge.detach()
      after.end()
    }
  }

  @Test func `a silent connection is replaced by another`() async throws {
    let silent = StreamedBytes()
    let next = StreamedBytes()
    let script = AnswerScript(.events(silent), .events(next))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let badge = try badge(server.template)
      silent.write(event(1))
      await wait(for: badge) { $0.isKnown }
      scheduler.advance(by: .seconds(120))
      await wait(for: badge) { $0.failure != nil }
      scheduler.advance(by: .seconds(1))
      next.write(event(2))
      await wait(for: badge) { $0.isShown && $0.failure == nil }
      badge.detach()
      silent.end()
      next.end()
    }
  }

  @Test func `settling does not wait for a server that says nothing`() async throws {
    let bytes = StreamedBytes()
    try await TestServer.run { _ in
      .events(bytes)
    } _: { server in
      let badge = try badge(server.template)
      await server.arrival()
      await scheduler.settle()
      lifecycle.setAccount(nil)
      await scheduler.settle()
      let isReset = !badge.isShown && !badge.isKnown && badge.failure == nil
      #expect(isReset)
      bytes.end()
    }
  }
}
