extension APS {
  /// The sound of a notification.
  ///
  /// A sound given as a text has that text as its ``name``. Critical alerts, which play in spite
  /// of the mute switch, give a dictionary.
  public struct Sound: Sendable, Hashable {
    /// The name of a sound file of the app's, or `default`.
    public let name: String?

    /// Whether the alert is critical: `critical` is 1.
    public let isCritical: Bool

    /// How loud a critical alert is, from 0 to 1.
    public let volume: Double?

    init?(_ node: PushPayload.Node) {
      guard node.isObject || node.stringValue != nil else { return nil }
      name = node.stringValue ?? node["name"]?.stringValue
      isCritical = node.flag("critical")
      volume = node["volume"]?.doubleValue
    }
  }
}
