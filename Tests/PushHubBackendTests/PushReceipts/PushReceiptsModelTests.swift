import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The core in all short sequences of what an app can do, with what must hold checked after each step.
struct PushReceiptsModelTests {
  typealias Operation = PushReceiptsWorld.Operation

  /// Four operations in the checks, three otherwise.
  private let depth = Exhaustive.choose(3, thorough: 4)

  private func check(_ alphabet: [Operation], from start: [Operation]) throws -> Int {
    try EverySequence(of: alphabet, upTo: depth, after: start).check(PushReceiptsWorld())
  }

  private let everything: [Operation] = [
    .append(nil), .append("bob"), .serviceAppends("ann"), .serviceAppends(nil), .togglePhase,
    .signIn(["ann"], shown: "ann"), .signIn(["ann", "bob"], shown: "bob"),
    .signIn(["ann", "bob"], shown: "ann"), .signIn([], shown: nil), .succeed, .fail, .refuse,
    .turnAway, .reject, .toggleStuck, .toggleClosed, .refresh, .askAgain, .reattach, .wait(1),
    .wait(61),
  ]

  @Test func `every sequence of operations after the launch`() throws {
    #expect(try check(everything, from: []) > Exhaustive.choose(100, thorough: 1_000))
  }

  @Test func `every sequence of operations while a batch is under way`() throws {
    let start: [Operation] = [
      .signIn(["ann", "bob"], shown: "ann"), .append("ann"), .append("ann"), .append("bob"),
      .append("bob"),
    ]
    #expect(try check(everything, from: start) > Exhaustive.choose(100, thorough: 1_000))
  }

  @Test func `every sequence of operations after failures`() throws {
    let start: [Operation] = [
      .signIn(["ann"], shown: "ann"), .append(nil), .append(nil), .fail, .wait(1), .turnAway,
    ]
    #expect(try check(everything, from: start) > Exhaustive.choose(100, thorough: 1_000))
  }

  @Test func `long random sequences of operations`() async throws {
    let seed = SeededGenerator.startingSeed()
    print("seed of the receipts' sequences: \(seed)")
    try await RandomSequences(
      of: everything,
      length: 60,
      count: Exhaustive.choose(60, thorough: 300),
      seed: seed
    )
    .check(PushReceiptsWorld())
  }
}
