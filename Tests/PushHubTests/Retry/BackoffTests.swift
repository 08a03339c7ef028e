import Testing

@testable import PushHubObservers

@Suite(.timeLimit(.minutes(5)))
struct BackoffTests {
  let backoff = Backoff(first: .seconds(1), longest: .seconds(60))

  private func delays(_ generator: FixedGenerator) -> [Duration] {
    var generator = generator
    return [1, 2, 3, 4, 5, 6, 7, 8, 100, .max].map {
      backoff.delay(afterFailures: $0, using: &generator)
    }
  }

  @Test func `the longest delay doubles up to a limit`() {
    #expect(delays(.most) == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map { .seconds($0) })
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
}
