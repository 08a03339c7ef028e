package import Foundation
import PushHub

/// The rules that a user sets for a ``QuietRules``.
///
///     {"t":1,"quiet":{"exempt":[],"hours":[{"from":"22:00","to":"07:00"}],"mutes":[]},
///      "deviceZone":"Europe/Berlin"}
///
/// The settings stand as ``QuietSettings`` are stored. Where a mute names a thread, a category or a
/// value, a redacted recording has what it has in redacted pushes. A key that stands in a dictionary
/// which the app keeps has to be kept as well. The zones stay.
package struct QuietChange: FeatureRecord {
  /// The key in a transcript.
  package static let key = "quiet"

  /// The zone in which the device is.
  package static let siblings = ["deviceZone"]

  /// `true`: the rules hold until they are changed.
  package var isState: Bool { true }

  /// The new settings.
  package var settings: QuietSettings

  /// The zone in which the device is; `nil` for no word of it.
  package var deviceZone: TimeZone?

  /// Creates a change.
  package init(_ settings: QuietSettings, deviceZone: TimeZone? = nil) {
    self.settings = settings
    self.deviceZone = deviceZone
  }
}

extension QuietChange {
  /// Reads the settings, and the zone if there is word of it.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    settings = try values.decode(QuietSettings.self, forKey: "quiet")
    deviceZone = try values.decodeIfPresent(String.self, forKey: "deviceZone").map { name in
      guard let zone = TimeZone(identifier: name) else {
        throw JSONKey.invalid("\"deviceZone\" is no time zone that this system knows")
      }
      return zone
    }
  }

  /// Writes the settings, and the zone if there is word of it.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(settings, forKey: "quiet")
    try values.encodeIfPresent(deviceZone?.identifier, forKey: "deviceZone")
  }
}
