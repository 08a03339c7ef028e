/// A system beside a naive model of it, on which operations are performed one after the other.
///
/// A core that is a `struct` is best searched so: what ``EverySequence`` has performed is shared by
/// all that may follow, since a copy of the world is another one.
///
/// ```swift
/// struct TallyWorld: CheckedWorld {
///   enum Operation { case add, clear }
///
///   private var tally = Tally()
///   private var history: [Operation] = []
///
///   mutating func perform(_ operation: Operation) {
///     history.append(operation)
///     switch operation {
///     case .add: tally.add()
///     case .clear: tally.clear()
///     }
///   }
///
///   var mistake: String? {
///     let expected = history.reversed().prefix { $0 == .add }.count
///     return tally.count == expected ? nil : "It counts \(tally.count), not \(expected)."
///   }
/// }
/// ```
public protocol CheckedWorld {
  /// What can happen: to the system, to the user, to time.
  associatedtype Operation: Sendable

  /// Whether an operation can happen now; by default it can.
  func allows(_ operation: Operation) -> Bool

  /// Lets an operation happen, to the system and to its model.
  ///
  /// A copy of the world must not be touched by it.
  mutating func perform(_ operation: Operation)

  /// What is wrong now, in a sentence; `nil` if system and model agree and every invariant holds.
  ///
  /// Asked before the first operation, and after each.
  var mistake: String? { get }
}

extension CheckedWorld {
  /// Allows everything.
  public func allows(_ operation: Operation) -> Bool { true }
}

extension CheckedWorld where Self: Hashable {
  /// Lets happen all sequences of any length, where only so many worlds differ.
  ///
  /// Two worlds must be equal only if everything that follows is the same in both: what is a time is
  /// best kept as how far it is from now, and what is a history as what matters of it.
  ///
  /// - Parameter operations: What can happen.
  /// - Returns: Every world that there can be, this one included.
  /// - Throws: A shortest sequence after which there is a mistake.
  public func everyWorld(
    by operations: [Operation]
  ) throws(SequenceFailure<Operation>) -> Set<Self> {
    if let mistake { throw SequenceFailure(after: [], mistake: mistake) }
    var known: Set = [self]
    var layer: [(world: Self, path: [Operation])] = [(self, [])]
    while !layer.isEmpty {
      var next: [(Self, [Operation])] = []
      for (world, path) in layer {
        for operation in operations where world.allows(operation) {
          var following = world
          following.perform(operation)
          if let mistake = following.mistake {
            throw SequenceFailure(after: path + [operation], mistake: mistake)
          }
          if known.insert(following).inserted {
            next.append((following, path + [operation]))
          }
        }
      }
      layer = next
    }
    return known
  }
}
