import PushHubTesting
import Testing

@testable import TestSupport

/// Real files against a list, after each operation of every short sequence and of long random ones.
struct OutboxModelTests {
  private static let all = OutboxWorld.Operation.allCases

  private func mistake(after operations: [OutboxWorld.Operation]) throws -> String? {
    let world = OutboxWorld()
    for operation in operations {
      if let mistake = try world.mistake(after: operation) { return mistake }
    }
    return try world.mistakeAtTheEnd()
  }

  @Test func `every sequence of operations`() async throws {
    let depth = Exhaustive.choose(2, thorough: 4)
    try await EverySequence(of: Self.all, upTo: depth).check(byRunning: mistake)
  }

  @Test func `every sequence of operations while there is no room`() async throws {
    let start: [OutboxWorld.Operation] = [
      .serviceAppendsForBob, .appendForNobody, .serviceIsKilled, .appendForAnn, .appendForAnn,
      .read,
    ]
    let depth = Exhaustive.choose(2, thorough: 4)
    try await EverySequence(of: Self.all, upTo: depth, after: start).check(byRunning: mistake)
  }

  @Test func `long random sequences of operations`() async throws {
    let seed = SeededGenerator.startingSeed()
    let often: [OutboxWorld.Operation] = [.appendForAnn, .appendForNobody, .read, .acknowledge]
    print("seed of an outbox's sequences: \(seed)")
    try await RandomSequences(
      of: Self.all + often,
      length: 50,
      count: Exhaustive.choose(20, thorough: 200),
      seed: seed
    )
    .check(byRunning: mistake)
  }
}
