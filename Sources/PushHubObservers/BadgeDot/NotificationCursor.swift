public import PushHub

/// A notification's place among all of an account's: first by order, then by id.
///
/// The order is total and does not depend on a list: a notification that was deleted, or moved
/// within a list, changes nothing for the others. Orders are compared exactly, also beyond 2^53,
/// and ids by their bytes.
///
/// ```swift
/// let read = NotificationCursor(order: 41, id: "n7")
/// let newest = NotificationCursor(order: 42, id: "n8")
/// newest > read  // true
/// ```
public struct NotificationCursor: Sendable {
  /// The place in time: later notifications have greater ones.
  public let order: JSONNumber

  /// The name, which decides among notifications of the same order.
  public let id: String

  /// Makes a cursor.
  ///
  /// - Parameters:
  ///   - order: A sequence number, or a time in its smallest unit.
  ///   - id: The name.
  public init(order: JSONNumber, id: String) {
    self.order = order
    self.id = id
  }

  /// Makes a cursor with an integer of any width.
  public init(order: some BinaryInteger, id: String) {
    self.init(order: JSONNumber(order), id: id)
  }
}

extension NotificationCursor: Comparable {
  /// Whether both are the same place.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.order == rhs.order && lhs.id.utf8.elementsEqual(rhs.id.utf8)
  }

  /// Whether a place comes before another.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.order == rhs.order
      ? lhs.id.utf8.lexicographicallyPrecedes(rhs.id.utf8) : lhs.order < rhs.order
  }
}

extension NotificationCursor: Hashable {
  /// Feeds what is compared to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(order)
    for byte in id.utf8 {
      hasher.combine(byte)
    }
  }
}
