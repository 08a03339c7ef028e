/// Every sequence of given operations up to a length, to find the shortest after which a system is
/// wrong.
///
/// ```swift
/// @Test func `every sequence of up to eight operations`() throws {
///   let sequences = EverySequence(of: [TallyWorld.Operation.add, .clear], upTo: 8)
///   let count = try sequences.check(TallyWorld())
///   #expect(count == 510)
/// }
/// ```
///
/// It depends on no test library: a mistake is thrown as a ``SequenceFailure``, whose description shows
/// how to repeat it. Of the shortest sequences the first is thrown, in the order of the operations.
///
/// The number of sequences grows with the length as a power of the number of operations, so a test
/// that compares the count notices when operations are no longer allowed that were.
public struct EverySequence<Operation: Sendable>: Sendable {
  private let operations: [Operation]
  private let start: [Operation]
  private let length: Int

  /// Describes which sequences there are.
  ///
  /// - Parameters:
  ///   - operations: The operations that can happen at each step.
  ///   - length: The maximum length of a sequence.
  ///   - start: The operations before that, in each sequence.
  public init(of operations: [Operation], upTo length: Int, after start: [Operation] = []) {
    self.operations = operations
    self.length = length
    self.start = start
  }
}

// MARK: - Worlds that can be copied

extension EverySequence {
  /// Performs every sequence on copies of a world, as far as it allows them.
  ///
  /// - Parameter world: The system and its model, to which nothing has happened.
  /// - Returns: The number of sequences, without the empty one.
  /// - Throws: The shortest sequence after which there is a mistake.
  @discardableResult
  public func check<World: CheckedWorld>(
    _ world: World
  ) throws(SequenceFailure<Operation>) -> Int where World.Operation == Operation {
    var world = world
    for count in 0...start.count {
      if count > 0 {
        world.perform(start[count - 1])
      }
      if let mistake = world.mistake {
        throw SequenceFailure(operations: Array(start.prefix(count)), mistake: mistake)
      }
    }
    var (count, path, longest) = (0, start, start.count + length)
    var failure: SequenceFailure<Operation>?
    func extend(_ world: World) {
      for operation in operations where path.count < longest && world.allows(operation) {
        var next = world
        next.perform(operation)
        count += 1
        path.append(operation)
        if let mistake = next.mistake {
          failure = SequenceFailure(operations: path, mistake: mistake)
          longest = path.count - 1
        } else {
          extend(next)
        }
        path.removeLast()
      }
    }
    extend(world)
    if let failure { throw failure }
    return count
  }
}

// MARK: - Systems that are created anew

extension EverySequence {
  /// Runs every sequence on a new system, for systems that are objects or that wait for tasks.
  ///
  /// Only the sequences of full length are run, since each begins with shorter ones. So the closure has
  /// to check for mistakes after each operation. Once it finds one, shorter sequences are run too.
  ///
  /// - Parameter run: Creates a system, performs the operations on it in order, and returns a mistake,
  ///   or `nil`. An error that it throws is a mistake too.
  /// - Returns: The number of sequences that were run.
  /// - Throws: The shortest sequence with a mistake.
  @discardableResult
  public func check(
    byRunning run: ([Operation]) async throws -> String?
  ) async throws(SequenceFailure<Operation>) -> Int {
    guard let found = await firstFailure(ofLength: length, after: start, run) else {
      return (0..<length).reduce(1) { count, _ in count * operations.count }
    }
    for shorter in 0..<length {
      if let failure = await firstFailure(ofLength: shorter, after: start, run) { throw failure }
    }
    throw found
  }

  /// Runs every sequence of a length until there is a mistake.
  private func firstFailure(
    ofLength length: Int,
    after start: [Operation],
    _ run: ([Operation]) async throws -> String?
  ) async -> SequenceFailure<Operation>? {
    if length == 0 { return await SequenceFailure(of: start, run) }
    for operation in operations {
      let next = start + [operation]
      if let failure = await firstFailure(ofLength: length - 1, after: next, run) {
        return failure
      }
    }
    return nil
  }
}
