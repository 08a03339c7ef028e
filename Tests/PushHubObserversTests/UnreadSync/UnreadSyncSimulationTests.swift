import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Long days of one user, with a server that is not always there.
struct UnreadSyncSimulationTests {
  /// Each request is answered after a latency: with a failure while the server is dead.
  private struct Day {
    var driver: UnreadSyncDriver
    var latency = Duration.zero
    var requestCount = 0

    init(seed: UInt64) {
      driver = .atHome(generator: SeededGenerator(seed: seed))
    }

    /// Lets time pass, answering each request in its turn.
    mutating func pass(_ duration: Duration, isDead: Bool) {
      let end = driver.now + duration
      while driver.now < end {
        if driver.kernel.request != nil {
          requestCount += 1
          driver.wait(latency)
          isDead ? driver.fail() : driver.answer(5)
        } else if let deadline = driver.kernel.nextDeadline, deadline <= end {
          driver.wait(deadline - driver.now)
        } else {
          driver.wait(end - driver.now)
        }
      }
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(200), .seconds(59)])
  func `a server that is dead for a day is asked no polling storm`(latency: Duration) {
    for seed in UInt64(1)...Exhaustive.choose(3, thorough: 20) {
      var day = Day(seed: seed)
      day.latency = latency
      day.pass(.seconds(86_400), isDead: true)
      #expect(day.requestCount < 3_500, "seed \(seed)")
      #expect(day.requestCount >= 900, "seed \(seed)")
      #expect(day.driver.state == UnreadState(count: 3, isStale: true), "seed \(seed)")
    }
  }

  @Test func `long random days agree with the model`() async throws {
    let operations: [UnreadSyncWorld.Operation] = [
      .push, .toggle("home"), .toggle("home"), .toggle("mail"), .togglePhase, .signIn("ann"),
      .signIn("bob"), .signIn(nil), .succeed, .succeed, .fail, .fail, .fail, .refuse,
      .turnAway, .refresh, .wait(1), .wait(30), .wait(59), .wait(60), .wait(61),
    ]
    try await RandomSequences(
      of: operations,
      length: 80,
      count: 50,
      thorough: 200
    )
    .check(UnreadSyncWorld())
  }
}
