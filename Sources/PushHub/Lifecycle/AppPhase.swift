/// How present the app is to the user.
public enum AppPhase: String, Hashable, Sendable, CaseIterable {
  /// In front and receiving touches.
  case active

  /// In front, but interrupted or on the way in or out.
  case inactive

  /// Not on the screen.
  case background

  /// Whether the app is on the screen: active or inactive.
  public var isForeground: Bool { self != .background }
}
