public import Foundation

/// A change of the rules of a ``QuietRules``, or of the device's time zone.
///
///     {"t":1,"quiet":{"action":{"settings":{"hours":[{"from":"22:00","to":"07:00"}]},
///      "deviceZone":{"identifier":"Europe/Berlin"}}}}
///
/// In a recording the settings stand as they are stored. Where a mute names a thread, a category or a value, a
/// redacted recording has what it has in redacted pushes. A key that stands in a dictionary which the app
/// keeps has to be kept as well. The zones stay.
public struct QuietChange: Codable, Equatable, Sendable {
  /// The new settings.
  public var settings: QuietSettings

  /// The time zone of the device; `nil` for the former one, which is UTC at first.
  public var deviceZone: TimeZone?

  /// Creates a change.
  public init(_ settings: QuietSettings, deviceZone: TimeZone? = nil) {
    self.settings = settings
    self.deviceZone = deviceZone
  }
}
