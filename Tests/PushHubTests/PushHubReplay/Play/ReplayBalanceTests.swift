import PushHub
import PushHubReplay
import Testing

/// A play looks after each step whether what was counted adds up.
@MainActor
struct ReplayBalanceTests {
  private static let day = #"""
    {"transcript":1}
    {"t":1,"account":"ann"}
    {"t":2,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"},"via":"remote"}
    {"t":3,"open":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
    """#

  @Test func `a feature that loses count is told by name, with the numbers of the first time`()
    async throws
  {
    let script = ForgetfulScript()
    let replay = try Replay(of: transcript(Self.day), with: [script])
    await replay.run()
    #expect(replay.imbalances == ["forgetful: heard (1) equals told (0)"])
  }

  @Test func `features without counts have nothing to be told`() async throws {
    let replay = try Replay(of: transcript(Self.day), with: [PlainScript(name: "plain")])
    await replay.run()
    #expect(replay.imbalances == [])
    #expect(replay.app.manager.statistics.opened == 1)
  }

  /// A feature that counts what it hears, and forgets to count what it tells.
  private final class ForgetfulScript: FeatureScript {
    private final class Plugin: PushPlugin, PushObserver {
      var heard = 0

      func receive(_ event: PushEvent) {
        heard += 1
      }
    }

    private struct Counts: BalancedStatistics {
      let heard: Int

      var balances: [StatisticsBalance] {
        [StatisticsBalance(["heard": heard], equals: ["told": 0])]
      }
    }

    let name = "forgetful"
    private let feature = Plugin()

    var statistics: [any BalancedStatistics] { [Counts(heard: feature.heard)] }

    func plugin(on stage: Stage) -> any PushPlugin { feature }
  }
}
