import PushHub

/// Long random sequences of given operations, to find a short one after which a system is wrong.
///
/// ```swift
/// try await RandomSequences(of: [TallyWorld.Operation.add, .clear], length: 80, count: 200)
///   .check(TallyWorld())
/// ```
///
/// They are longer than those of ``EverySequence`` can be. Operations that the mistake doesn't need are
/// removed from a sequence with a mistake.
public struct RandomSequences<Operation: Sendable>: Sendable {
  private let operations: [Operation]
  private let length: Int
  private let count: Int
  private let seed: UInt64

  /// Describes the sequences.
  ///
  /// - Parameters:
  ///   - operations: The operations that can happen at each step; one listed twice happens twice as often.
  ///   - length: The number of operations in each.
  ///   - count: The number of sequences.
  ///   - seed: The seed; the same seed gives the same sequences.
  public init(
    of operations: [Operation],
    length: Int,
    count: Int,
    seed: UInt64 = .random(in: 0...UInt64(UInt32.max))
  ) {
    self.operations = operations
    self.length = length
    self.count = count
    self.seed = seed
  }

  /// Performs the sequences on copies of a world, without what it does not allow.
  ///
  /// - Parameter world: The system and its model, to which nothing has happened.
  /// - Throws: A sequence after which there is a mistake.
  public func check<World: CheckedWorld>(
    _ world: World
  ) async throws(SequenceFailure<Operation>) where World.Operation == Operation {
    try await check { operations in
      var world = world
      for operation in operations where world.allows(operation) {
        world.perform(operation)
        if let mistake = world.mistake { return mistake }
      }
      return nil
    }
  }

  /// Runs the sequences, each on a new system.
  ///
  /// - Parameter run: Creates a system, performs the operations on it in order, and returns a mistake,
  ///   or `nil`. An error that it throws is a mistake too.
  /// - Throws: A sequence with a mistake.
  public func check(
    byRunning run: ([Operation]) async throws -> String?
  ) async throws(SequenceFailure<Operation>) {
    var generator = SequenceGenerator(state: seed)
    for _ in 0..<count {
      let sequence = (0..<length).compactMap { _ in operations.randomElement(using: &generator) }
      guard var failure = await SequenceFailure(of: sequence, run) else { continue }
      var place = failure.operations.count
      while place > 0 {
        place -= 1
        var shorter = failure.operations
        shorter.remove(at: place)
        failure = await SequenceFailure(of: shorter, run) ?? failure
      }
      throw failure
    }
  }
}
