import Foundation

extension TimeZone {
  /// The zone as it is now: one that follows the device is always equal to itself, so that no journey
  /// would show.
  var asOfNow: TimeZone { TimeZone(identifier: identifier) ?? self }
}
