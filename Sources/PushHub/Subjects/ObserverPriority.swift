/// Where an observer stands among the others: higher is called earlier.
///
/// Observers of equal priority are called in the order in which they were added. The 256 possible
/// values keep adding an observer O(1), whatever values an app uses.
public struct ObserverPriority: RawRepresentable, Hashable, Sendable {
  /// The level, from -128 to 127.
  public let rawValue: Int8

  /// Makes a priority of any level.
  public init(rawValue: Int8) {
    self.rawValue = rawValue
  }

  /// Before the observers that did not ask for anything.
  public static let high = ObserverPriority(rawValue: 64)

  /// The priority of an observer that did not ask for anything.
  public static let `default` = ObserverPriority(rawValue: 0)

  /// After the observers that did not ask for anything.
  public static let low = ObserverPriority(rawValue: -64)
}

extension ObserverPriority: Comparable {
  /// Compares the levels.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
