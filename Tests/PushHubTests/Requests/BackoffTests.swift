import Testing

@testable import PushHubNetworking

struct BackoffTests {
  let backoff = Backoff(first: .seconds(1), longest: .seconds(60))

  private func delays(_ generator: FixedGenerator) -> [Duration] {
    [1, 2, 3, 4, 5, 6, 7, 8, 100].map {
      var generator = generator
      return delay(of: backoff, afterFailures: $0, using: &generator)
    }
  }

  private func delay(
    of backoff: Backoff,
    afterFailures count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    var backoff = backoff
    for _ in 0..<count {
      backoff.noteFailure(at: .now)
    }
    return backoff.delay(using: &generator)
  }

  @Test func `the longest delay doubles up to a limit`() {
    #expect(delays(.most) == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `the shortest delay is none`() {
    #expect(delays(.least).allSatisfy { $0 >= .zero && $0 < .milliseconds(1) })
  }

  @Test func `delays spread over the whole range`() {
    var generator = SeededGenerator(seed: 7)
    let delays = (0..<1_000).map { _ in delay(of: backoff, afterFailures: 4, using: &generator) }
    #expect(delays.allSatisfy { (.zero...(.seconds(8))).contains($0) })
    #expect(delays.count { $0 < .seconds(4) } > 400)
    #expect(delays.count { $0 >= .seconds(4) } > 400)
  }

  @Test(
    arguments: [
      Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max),
      .seconds(300 * 365 * 86_400),
    ]
  )
  func `no delay traps, is negative, or beyond a day`(duration: Duration) {
    let backoff = Backoff(first: duration, longest: duration)
    var generator = FixedGenerator.most
    for count in [0, 1, 2, 40] {
      let delay = delay(of: backoff, afterFailures: count, using: &generator)
      #expect((.milliseconds(100)...(.seconds(86_400))).contains(delay))
    }
  }

  @Test(arguments: [(0.001, 5), (1, 5), (5, 5), (20, 20), (60, 60), (3_600, 60), (86_400, 60)])
  func `a server's wish is kept, and a bounded time longer`(wish: Double, bound: Int) {
    var generator = SeededGenerator(seed: 3)
    let delays = (0..<1_000).map { _ in
      Backoff.delay(afterWish: .seconds(wish), using: &generator) - .seconds(wish)
    }
    #expect(delays.allSatisfy { (.zero...(.seconds(bound))).contains($0) })
    #expect(delays.count { $0 < .seconds(bound) / 2 } > 400)
    #expect(delays.count { $0 >= .seconds(bound) / 2 } > 400)
  }
}

struct FailureStreakTests {
  private let start = ContinuousClock.now
  private var streak = Backoff(first: .seconds(1), longest: .seconds(60))

  private mutating func delay(at seconds: Int) -> Duration {
    var generator = FixedGenerator.most
    streak.noteFailure(at: start + .seconds(seconds))
    return streak.delay(using: &generator)
  }

  @Test mutating func `what was well for less than the longest delay has not stayed well`() {
    #expect(delay(at: 0) == .seconds(1))
    streak.noteGoodSign(at: start)
    streak.noteGoodSign(at: start + .seconds(59))
    #expect(delay(at: 59) == .seconds(2))
    #expect(delay(at: 200) == .seconds(4))
  }

  @Test mutating func `what was well for as long as the longest delay begins anew`() {
    #expect(delay(at: 0) == .seconds(1))
    #expect(delay(at: 0) == .seconds(2))
    streak.noteGoodSign(at: start)
    streak.noteGoodSign(at: start + .seconds(59))
    #expect(delay(at: 60) == .seconds(1))
  }

  @Test mutating func `what begins again was not well before`() {
    #expect(delay(at: 0) == .seconds(1))
    streak.noteGoodSign(at: start)
    streak.noteBeginning()
    #expect(delay(at: 60) == .seconds(2))
    streak.forget()
    #expect(delay(at: 60) == .seconds(1))
  }
}
