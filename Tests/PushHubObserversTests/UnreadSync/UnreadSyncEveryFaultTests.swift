import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Each operation at the unread sync's door fails, once or for ever.
@MainActor
struct UnreadSyncEveryFaultTests {
  @Test func `whatever a server refuses, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "source throws", to: "UnreadSync") { run in
      let life = UnreadLife(run)
      life.server.fault = { try run.plan.pass() }
      return await life.live()
    }
  }

  @Test func `whenever a server is silent, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "source is silent", to: "UnreadSync") { run in
      let life = UnreadLife(run)
      life.server.fault = { [clock = life.clock] in try await run.hang(on: clock) }
      return await life.live()
    }
  }
}

/// A server that knows how many messages each account has.
@MainActor
private final class CountingServer: UnreadCountSource {
  var fault: @MainActor () async throws -> Void = {}
  var counts: [AccountID: Int] = ["ann": 3, "bob": 5]
  private(set) var openCount = 0

  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int {
    openCount += 1
    defer { openCount -= 1 }
    try await fault()
    return counts[account, default: 0]
  }
}

/// Ann and Bob look at their messages, over two starts of an app.
private final class UnreadLife: AppFixture {
  private(set) var app = SimulatedApp()
  let server = CountingServer()
  private let run: FaultRun
  private var sync: UnreadSync
  private var isAttached = false

  init(_ run: FaultRun) {
    self.run = run
    sync = UnreadLife.sync(server)
  }

  private static func sync(_ server: CountingServer) -> UnreadSync {
    UnreadSync(
      source: server,
      configuration: .init(trackedPages: ["home"]),
      generator: FixedGenerator.most,
      notificationCenter: NotificationCenter()
    )
  }

  func live() async -> UnreadState {
    lifecycle.setAccount("ann")
    attach()
    await pass(.seconds(130))
    run.begin("push", on: clock) { [manager] in
      _ = await manager.deliver(message("1"), via: .remote)
    }
    await pass(.seconds(100))
    lifecycle.setAccount("bob")
    await pass(.seconds(10))
    lifecycle.setPhase(.background)
    refresh("refresh")
    await pass(.seconds(100))
    lifecycle.setPhase(.active)
    await pass(.seconds(10))
    detach()
    attach()
    await pass(.seconds(100))
    refresh("last")
    detach()
    await pass(.seconds(3_000))
    run.requireCompletions()
    run.plan.heal()
    app = SimulatedApp(clock: clock)
    lifecycle.setAccount("bob")
    sync = UnreadLife.sync(server)
    server.counts["bob"] = 7
    attach()
    await pass(.seconds(400))
    run.requireCompletions()
    run.require(sync.state.count == 7, "\(sync.state)")
    return sync.state
  }

  private func attach() {
    context.attach(sync)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    isAttached = true
  }

  private func detach() {
    context.detach(sync)
    isAttached = false
  }

  private func refresh(_ name: String) {
    run.begin(name, on: clock) { [sync] in
      _ = try? await sync.performBackgroundWork(for: nil)
    }
  }

  /// In the foreground there is always a next time, also after a failure; no number is another's.
  private func pass(_ duration: Duration) async {
    await clock.pass(duration) {
      let isVisible = isAttached && lifecycle.state.isForeground
      run.requireDeadline(on: clock, if: isVisible, "\(sync.state)")
      let own = lifecycle.state.account.flatMap { server.counts[$0] }
      run.require(!sync.state.isKnown || sync.state.count == own, "\(sync.state) is another's")
    }
  }
}
