extension APS {
  /// How important and urgent a notification is; open to levels that Apple adds.
  public struct InterruptionLevel: RawRepresentable, Sendable, Hashable {
    /// The level as the payload spells it.
    public let rawValue: String

    /// Creates a level from its spelling in a payload, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Goes to the list without lighting the screen or playing a sound.
    public static let passive = Self(rawValue: "passive")
    /// Lights the screen and may play a sound; what the system assumes without a level.
    public static let active = Self(rawValue: "active")
    /// Breaks through a Focus that allows it.
    public static let timeSensitive = Self(rawValue: "time-sensitive")
    /// Breaks through the mute switch; needs an entitlement.
    public static let critical = Self(rawValue: "critical")
  }
}
