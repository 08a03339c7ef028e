import PushHub
import PushHubReplay
import Testing

@testable import PushHubObservers

/// Long days of one user, with a server that is not always there.
struct UnreadSyncSimulationTests {
  /// Whoever asks is answered after a latency: with a failure while the server is dead.
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
        if driver.core.request != nil {
          requestCount += 1
          driver.wait(latency)
          isDead ? driver.fail() : driver.answer(5)
        } else if let deadline = driver.core.nextDeadline, deadline <= end {
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
      #expect(day.driver.core.state == UnreadState(count: 3, isStale: true), "seed \(seed)")
    }
  }

  @Test func `a server that is silent for a day is asked no polling storm, nor given up`() {
    for seed in UInt64(1)...20 {
      var driver = UnreadSyncDriver.atHome(generator: SeededGenerator(seed: seed))
      driver.wait(.seconds(86_400))
      #expect((800...1_440).contains(driver.begun.count), "seed \(seed)")
      #expect(driver.core.state == UnreadState(count: 3, isStale: true), "seed \(seed)")
    }
  }

  @Test func `a busy server with ten pushes a second is asked when it wants to be`() {
    var driver = UnreadSyncDriver.atHome(generator: SeededGenerator(seed: 1))
    for _ in 1...6_000 {
      driver.push()
      if driver.core.request != nil {
        driver.turnAway(for: 30)
      }
      driver.wait(.milliseconds(100))
    }
    #expect((8...21).contains(driver.begun.count))
  }

  @Test func `a server that comes back is asked within a minute`() {
    for seed in UInt64(1)...Exhaustive.choose(40, thorough: 200) {
      var day = Day(seed: seed)
      day.pass(.seconds(3_600) + .milliseconds(Int(seed) * 977), isDead: true)
      day.requestCount = 0
      day.pass(.seconds(60), isDead: false)
      #expect(day.requestCount >= 1, "seed \(seed)")
      #expect(day.driver.core.state == UnreadState(count: 5), "seed \(seed)")
    }
  }

  @Test func `a server that is well is asked once a minute`() {
    var day = Day(seed: 1)
    day.pass(.seconds(86_401), isDead: false)
    #expect(day.requestCount == 1_440)
  }

  @Test func `long random days agree with the model`() async throws {
    let operations: [UnreadSyncWorld.Operation] = [
      .push, .toggle("home"), .toggle("home"), .toggle("mail"), .togglePhase, .signIn("ann"),
      .signIn("bob"), .signIn(nil), .succeed, .succeed, .fail, .fail, .fail, .refuse, .lateReply,
      .turnAway, .refresh, .wait(1), .wait(30), .wait(59), .wait(60), .wait(61),
    ]
    let seed = SeededGenerator.startingSeed()
    try await RandomSequences(
      of: operations,
      length: 80,
      count: Exhaustive.choose(50, thorough: 200),
      seed: seed
    )
    .check(UnreadSyncWorld())
  }
}
