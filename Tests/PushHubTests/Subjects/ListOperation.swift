/// One thing that happens to a list of observers, as the model tests write it down.
///
/// A sequence is a tape of operations. One that is marked ``isInside`` waits until an observer is
/// called and is carried out by it, from inside the call; the others happen outside.
struct ListOperation: Hashable, CustomStringConvertible {
  enum Kind: Hashable {
    /// Adds the observer of a slot, which is made if the slot is empty.
    case add(slot: Int, level: Int8)
    case remove(slot: Int)
    /// Releases the last reference to a slot's observer.
    case letGo(slot: Int)
    case emit
    /// Delivers two events to one observer alone.
    case tellAlone(slot: Int)
    /// Removes deallocated observers, and records the members of the list.
    case sweep
    /// Ends what one call does, so that the operations after it are left to the next call.
    case leave
  }

  var kind: Kind
  var isInside: Bool

  var description: String {
    isInside ? "inside \(kind)" : "\(kind)"
  }
}

/// Returns the operations of a sequence, each once.
struct OperationTape {
  private let operations: [ListOperation]
  private var position = 0

  /// Whether an operation meant for the inside of a call was reached where no call was.
  private(set) var isMisplaced = false

  init(_ operations: [ListOperation]) {
    self.operations = operations
  }

  mutating func nextOutside() -> ListOperation.Kind? {
    guard position < operations.count else { return nil }
    isMisplaced = isMisplaced || operations[position].isInside
    position += 1
    return operations[position - 1].kind
  }

  mutating func nextInside() -> ListOperation.Kind? {
    guard position < operations.count, operations[position].isInside else { return nil }
    position += 1
    let kind = operations[position - 1].kind
    return kind == .leave ? nil : kind
  }
}

/// What can be seen of a list from outside, line by line.
enum ListTrace: Hashable {
  case will(event: Int, delivery: Int)
  /// An observer was called, while an event, not always its own, was in delivery.
  case call(observer: Int, event: Int, isDelivering: Bool)
  case did(event: Int, receivers: Int)
  /// Which observers were in the list after a sweep, in their order.
  case members([Int])
  case removed(Int)
}

/// The report of a deallocated observer.
struct ListDeath: Hashable {
  let observer: Int
  let hasReceived: Bool
}
