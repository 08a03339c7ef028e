public import Foundation
import PushHub

/// Pushes that make no sound, until a date or permanently.
public struct QuietMute: Hashable, Sendable {
  /// The subject of the pushes.
  public var subject: NotificationSubject

  /// The date when the mute ends; `nil` for never.
  public var until: Date?

  /// Creates a mute.
  public init(_ subject: NotificationSubject, until: Date? = nil) {
    self.subject = subject
    self.until = until
  }

  func isInForce(at date: Date) -> Bool { until.map { $0 > date } ?? true }
}

extension QuietMute: Codable {
  /// Reads a mute of one subject.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    let seconds = try values.decodeIfPresent(Double.self, forKey: "until")
    self.init(
      try NotificationSubject(from: decoder),
      until: seconds.map { Date(timeIntervalSince1970: $0) }
    )
  }

  /// Writes everything, the date as seconds since 1970.
  public func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    var values = JSONKey.members(of: encoder)
    try values.encodeIfPresent(until?.secondsToTheMillisecond, forKey: "until")
  }
}
