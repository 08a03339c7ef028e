/// A system beside a naive model of it, on which operations are performed one after the other.
///
/// A world of values, such as one with a core that is a `struct`, can be copied. So ``EverySequence``
/// performs an operation once for all sequences that begin with it.
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
  /// An operation of the system, of the user, or of time.
  associatedtype Operation: Sendable

  /// Whether an operation can happen now; by default it can.
  func allows(_ operation: Operation) -> Bool

  /// Lets an operation happen, to the system and to its model.
  ///
  /// A copy of the world must not be touched by it.
  mutating func perform(_ operation: Operation)

  /// A description of the mistake, in a sentence; `nil` if system and model agree and every invariant holds.
  ///
  /// Asked before the first operation, and after each.
  var mistake: String? { get }
}

extension CheckedWorld {
  /// Allows everything.
  public func allows(_ operation: Operation) -> Bool { true }
}
