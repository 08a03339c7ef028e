import Testing

@testable import PushHub
@testable import TestSupport

struct BackoffTests {
  /// From one second to a minute.
  let backoff = Backoff()

  private func delays(_ generator: FixedGenerator) -> [Duration] {
    [1, 2, 3, 4, 5, 6, 7, 8, 100].map {
      var generator = generator
      return backoff.delay(afterFailures: $0, using: &generator)
    }
  }

  @Test func `the longest delay doubles up to a limit`() {
    #expect(delays(.most) == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `no server is asked without end`() {
    let bounds = Backoff(first: .milliseconds(100), longest: .seconds(86_400))
    #expect(Backoff(first: .zero, longest: .seconds(Int64.max)) == bounds)
  }

  @Test func `the shortest delay is none`() {
    #expect(delays(.least).allSatisfy { $0 >= .zero && $0 < .milliseconds(1) })
  }

  @Test func `delays spread over the whole range`() {
    var generator = SeededGenerator(seed: 7)
    let delays = (0..<1_000).map { _ in backoff.delay(afterFailures: 4, using: &generator) }
    #expect(delays.allSatisfy { (.zero...(.seconds(8))).contains($0) })
    #expect(delays.count { $0 < .seconds(4) } > 400)
    #expect(delays.count { $0 >= .seconds(4) } > 400)
  }

  @Test(arguments: [(0.001, 1), (1, 1), (10, 1), (20, 2), (77, 7.7), (3_600, 360), (86_400, 8_640)])
  func `the delay is Retry-After and a random tenth of it, at least a second`(
    wish: Double,
    bound: Double
  ) {
    var generator = SeededGenerator(seed: 3)
    let delays = (0..<1_000).map { _ in
      Backoff.delay(afterPause: .seconds(wish), using: &generator) - .seconds(wish)
    }
    #expect(delays.allSatisfy { (.zero...(.seconds(bound))).contains($0) })
    #expect(delays.count { $0 < .seconds(bound) / 2 } > 400)
    #expect(delays.count { $0 >= .seconds(bound) / 2 } > 400)
  }
}
