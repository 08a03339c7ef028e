import PushHubTesting
import Testing

@testable import TestSupport

struct EverySequenceTests {
  /// Counts additions since the last clearing, and forgets how from a number on.
  struct TallyWorld: CheckedWorld {
    enum Operation: CaseIterable {
      case add
      case clear
    }

    private let breaksAt: Int
    private let maximum: Int
    private var tally = 0
    private var history: [Operation] = []

    init(breaksAt: Int = .max, maximum: Int = .max) {
      self.breaksAt = breaksAt
      self.maximum = maximum
    }

    func allows(_ operation: Operation) -> Bool {
      operation == .clear || tally < maximum
    }

    mutating func perform(_ operation: Operation) {
      history.append(operation)
      switch operation {
      case .add: tally = tally + 1 == breaksAt ? 0 : tally + 1
      case .clear: tally = 0
      }
    }

    var mistake: String? {
      let expected = history.reversed().prefix { $0 == .add }.count
      return tally == expected ? nil : "It counts \(tally), not \(expected)."
    }
  }

  private let sequences = EverySequence(of: TallyWorld.Operation.allCases, upTo: 8)

  @Test func `all sequences up to the length are performed`() throws {
    let count = try sequences.check(TallyWorld())
    #expect(count == 510)
  }

  @Test func `what the world does not allow is left out`() throws {
    let count = try sequences.check(TallyWorld(maximum: 1))
    #expect(count == 2 + 3 + 5 + 8 + 13 + 21 + 34 + 55)
  }

  @Test func `the shortest sequence with a mistake is thrown, in words that repeat it`() {
    let sequences = EverySequence<TallyWorld.Operation>(
      of: [.clear, .add, .add],
      upTo: 6,
      after: [.add, .clear]
    )
    let failure = #expect(throws: SequenceFailure<TallyWorld.Operation>.self) {
      try sequences.check(TallyWorld(breaksAt: 2))
    }
    #expect(failure?.operations == [.add, .clear, .add, .add])
    #expect(
      failure?.description
        == """
        After 4 operations: It counts 0, not 2. To repeat it, perform [.add, .clear, .add, .add].
        """
    )
  }

  @Test func `a mistake in the beginning is reported for the part that causes it`() {
    let sequences = EverySequence<TallyWorld.Operation>(
      of: [.clear],
      upTo: 1,
      after: [.add, .add, .add]
    )
    let failure = #expect(throws: SequenceFailure<TallyWorld.Operation>.self) {
      try sequences.check(TallyWorld(breaksAt: 2))
    }
    #expect(failure?.operations == [.add, .add])
  }

  private func run(_ operations: [TallyWorld.Operation], in world: TallyWorld) -> String? {
    var world = world
    for operation in operations {
      world.perform(operation)
      if let mistake = world.mistake { return mistake }
    }
    return nil
  }

  @Test func `sequences are run on new systems, each of full length`() async throws {
    var lengths: Set<Int> = []
    let count = try await sequences.check { operations in
      lengths.insert(operations.count)
      return run(operations, in: TallyWorld())
    }
    #expect(count == 256)
    #expect(lengths == [8])
  }

  @Test func `of new systems, too, the shortest sequence with a mistake is thrown`() async {
    let failure = await #expect(throws: SequenceFailure<TallyWorld.Operation>.self) {
      try await sequences.check { run($0, in: TallyWorld(breaksAt: 3)) }
    }
    #expect(failure?.operations == [.add, .add, .add])
  }

  @Test func `an error of the run is a mistake`() async {
    let failure = await #expect(throws: SequenceFailure<TallyWorld.Operation>.self) {
      try await sequences.check { operations in
        if operations.contains(.clear) { throw CancellationError() }
        return nil
      }
    }
    #expect(failure?.operations == [.clear])
    #expect(failure?.mistake == "CancellationError()")
  }

  @Test func `random sequences are reported without irrelevant operations`() async {
    let sequences = RandomSequences(
      of: TallyWorld.Operation.allCases,
      length: 100,
      count: 20,
      seed: SeededGenerator.startingSeed()
    )
    await #expect(throws: Never.self) { try await sequences.check(TallyWorld()) }
    let failure = await #expect(throws: SequenceFailure<TallyWorld.Operation>.self) {
      try await sequences.check(TallyWorld(breaksAt: 3))
    }
    #expect(failure?.operations == [.add, .add, .add])
  }

  @Test func `the same seed draws the same sequences`() async throws {
    var drawn: [[[Int]]] = []
    for seed in [UInt64(1), 1, 2] {
      var sequences: [[Int]] = []
      let random = RandomSequences(of: [1, 2, 3], length: 5, count: 10, seed: seed)
      try await random.check { operations in
        sequences.append(operations)
        return nil
      }
      drawn.append(sequences)
    }
    #expect(drawn[0] == drawn[1])
    #expect(drawn[0] != drawn[2])
  }
}
