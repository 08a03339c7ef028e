import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// A play that is released before its end.
@MainActor
struct ReplayLifetimeTests {
  /// What the work of a feature waits for when the play stops.
  enum Wait: CaseIterable {
    case sleep, awaitExternalWork, condition

    @MainActor
    func wait(on scheduler: any Scheduler) async throws {
      switch self {
      case .sleep: try await scheduler.sleep(for: .seconds(3600))
      case .awaitExternalWork:
        let (stream, _) = AsyncStream<Int>.makeStream()
        await scheduler.awaitExternalWork { for await _ in stream {} }
      case .condition: try await ScheduledCondition().wait()
      }
    }
  }

  /// A feature whose work waits, and keeps it.
  private final class WaitingScript: FeatureScript {
    private final class Plugin: PushPlugin {}

    let name = "waiting"
    let wait: Wait
    var onEnd: () -> Void = {}

    init(_ wait: Wait) {
      self.wait = wait
    }

    func plugin(in replay: Replay) -> any PushPlugin {
      let scheduler = replay.scheduler
      scheduler.perform {
        try? await self.wait.wait(on: scheduler)
        self.onEnd()
      }
      return Plugin()
    }
  }

  private static func someRecords() throws -> Transcript {
    try transcript(
      """
      {"transcript":1}
      {"t":1,"account":"alice"}
      {"t":9,"end":{}}
      """
    )
  }

  @Test(arguments: Wait.allCases, [false, true])
  func `work of a play that is released in its middle ends`(
    wait: Wait,
    isDrawn: Bool
  ) async throws {
    let ended = ScheduledCondition()
    var hasEnded = false
    var script: WaitingScript? = WaitingScript(wait)
    script?.onEnd = {
      hasEnded = true
      ended.signalAll()
    }
    let feature = WeakBox(script)
    var replay: Replay? = try Replay(of: Self.someRecords(), with: [try #require(script)])
    script = nil
    await play(replay, isDrawn: isDrawn)
    let app = WeakBox(replay)
    #expect(!hasEnded)
    replay = nil
    #expect(!app.isAlive)
    while !hasEnded, !Task.isCancelled {
      try? await ended.wait()
    }
    // The task itself is released a moment after its work.
    #expect(await eventually { !feature.isAlive })
  }

  @Test(arguments: [false, true])
  func `the ready-made features are released with their play`(isDrawn: Bool) async throws {
    var scripts: [any FeatureScript] = ReadyMadeScripts().all
    let features = scripts.map { WeakBox<AnyObject>($0) }
    var replay: Replay? = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":0,"account":"alice"}
        {"t":0,"unread":3,"latency":5}
        {"t":1,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
        {"t":9,"end":{}}
        """
      ),
      with: scripts
    )
    scripts = []
    await play(replay, isDrawn: isDrawn)
    replay = nil
    #expect(await eventually { !features.contains(where: \.isAlive) })
  }

  private func play(_ replay: Replay?, isDrawn: Bool) async {
    if isDrawn {
      _ = await replay?.report(named: "a.jsonl", until: .seconds(2))
    } else {
      await replay?.run(until: .seconds(2))
    }
  }
}
