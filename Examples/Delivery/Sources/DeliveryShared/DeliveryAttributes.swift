#if canImport(ActivityKit) && !os(macOS)
public import ActivityKit

extension DeliveryAttributes: ActivityAttributes {}
#endif

/// What a Live Activity is about.
///
/// A push that starts one has these properties as `attributes`.
public struct DeliveryAttributes: Codable, Sendable {
  /// What changes.
  ///
  /// A push that updates an activity has these properties as `content-state`.
  public struct ContentState: Codable, Hashable, Sendable {
    /// The minutes until the courier arrives.
    public var minutes: Int

    /// Creates a state.
    public init(minutes: Int) { self.minutes = minutes }

    /// The text of the Live Activity.
    public var text: String { minutes > 0 ? "In \(minutes) min" : "At the door" }
  }

  /// The number of the order.
  public var order: String

  /// Creates attributes.
  public init(order: String) { self.order = order }
}
