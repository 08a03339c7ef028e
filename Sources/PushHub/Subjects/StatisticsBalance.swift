/// Counts of which some must add up, whatever happens.
///
/// What has happened to each of so many things must have happened to one of them once: so counts tell
/// when something was forgotten or counted twice. They add up whenever nothing is being told; from
/// inside a call to an observer or a log they may be a step ahead.
///
/// ```swift
/// assert(manager.statistics.isBalanced, "\(manager.statistics.imbalances)")
/// ```
public protocol BalancedStatistics: Sendable {
  /// What is promised of the counts, with what they are.
  var balances: [StatisticsBalance] { get }
}

extension BalancedStatistics {
  /// Whether all promises are kept.
  public var isBalanced: Bool { balances.allSatisfy(\.isKept) }

  /// The promises that are broken, in words and numbers; none if the counting is right.
  public var imbalances: [String] { balances.filter { !$0.isKept }.map(\.description) }
}

/// Two sums of counts, and how they must compare.
public struct StatisticsBalance: Sendable {
  private enum Comparison: String {
    case equal = "equals"
    case atMost = "is at most"
  }

  private struct Side: CustomStringConvertible {
    let terms: KeyValuePairs<String, Int>

    var sum: Int { terms.reduce(0) { $0 + $1.value } }

    var description: String {
      terms.map { "\($0.key) (\($0.value))" }.joined(separator: " + ")
    }
  }

  private let left: Side
  private let comparison: Comparison
  private let right: Side

  /// Promises that two sums are the same.
  ///
  /// - Parameters:
  ///   - left: Counts by name.
  ///   - right: Those that must come to as much.
  public init(_ left: KeyValuePairs<String, Int>, equals right: KeyValuePairs<String, Int>) {
    self.left = Side(terms: left)
    comparison = .equal
    self.right = Side(terms: right)
  }

  /// Promises that one sum is not greater than another.
  ///
  /// - Parameters:
  ///   - left: Counts by name.
  ///   - right: Those that must come to as much or more.
  public init(_ left: KeyValuePairs<String, Int>, isAtMost right: KeyValuePairs<String, Int>) {
    self.left = Side(terms: left)
    comparison = .atMost
    self.right = Side(terms: right)
  }

  /// Whether the counts are as promised.
  public var isKept: Bool {
    switch comparison {
    case .equal: left.sum == right.sum
    case .atMost: left.sum <= right.sum
    }
  }
}

extension StatisticsBalance: CustomStringConvertible {
  /// The promise, with the numbers.
  public var description: String { "\(left) \(comparison.rawValue) \(right)" }
}
