/// What there is to show of a model: how much time is left.
public struct CountdownState: Hashable, Sendable, Identifiable {
  /// The model.
  public let id: CountdownID

  /// How much time is left, exactly; never less than none.
  ///
  /// Most texts round it up, so that "1" is shown for the whole last second and "0" at the end.
  public let remaining: Duration

  /// Whether the model has ended, and its end has been told.
  public let isExpired: Bool

  /// Describes a model at one instant.
  public init(id: CountdownID, remaining: Duration, isExpired: Bool = false) {
    self.id = id
    self.remaining = remaining
    self.isExpired = isExpired
  }
}
