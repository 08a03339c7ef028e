import Foundation
public import PushHub

/// The rules by which pushes are quiet, by the clocks where the device is, as an app stores them.
///
/// ```swift
/// let store = FileStore<QuietSettings>(url: folder.appending(path: "quiet.json"))
/// var settings = try store.load() ?? QuietSettings()
/// settings.mutes.append(QuietMute(.thread("orders"), until: tomorrow))
/// settings.windows = [QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7))]
/// try store.save(settings)
/// ```
///
/// It is stored as an object of `exempt`, `hours` and `mutes`, of which any may be missing:
///
///     {"exempt":["critical","time-sensitive"],
///      "hours":[{"days":["sat","sun"],"from":"22:00","to":"07:00"}],
///      "mutes":[{"thread":"orders","until":1767225600},{"key":"topic","value":"news"}]}
public struct QuietSettings: Equatable, Sendable {
  /// The mutes, which hold at any time.
  public var mutes: [QuietMute] = []

  /// The times in which all pushes are quiet.
  public var windows: [QuietWindow] = []

  /// The interruption levels that are never muted; by default those that are
  /// time-sensitive or critical.
  ///
  /// A push whose sound is that of a critical alert is critical.
  public var exemptions = Self.urgent

  /// Those that are urgent.
  public static let urgent: Set<APS.InterruptionLevel> = [.timeSensitive, .critical]

  /// Creates settings in which no push is quiet, and urgent pushes are exempt.
  public init() {}
}

// MARK: - What follows

extension QuietSettings {
  /// Returns the reason why a push is muted; `nil` if it is not.
  ///
  /// - Parameters:
  ///   - push: The push that has arrived.
  ///   - date: The date.
  ///   - zone: The time zone of the device.
  func reason(toQuiet push: Push, at date: Date, in zone: TimeZone) -> String? {
    let level = push.aps.isCritical ? .critical : push.aps.interruptionLevel
    if let level, exemptions.contains(level) { return nil }
    let hours = QuietHours(windows, in: zone)
    /// The time when something ends, with its date unless it is within a day.
    func message(for end: Date?) -> String {
      guard let end else { return "for ever" }
      let text = end.ISO8601Format(Date.ISO8601FormatStyle(timeZone: zone))
      let day = end.timeIntervalSince(date) < 86_400 ? "" : "\(text.prefix(10)) "
      return "until \(day)\(text.dropFirst(11).prefix(5)) in \(zone.identifier)"
    }
    let subjects = push.subjects
    var reasons = mutes.filter { $0.isInForce(at: date) && subjects.contains($0.subject) }
      .map { "\($0.subject.message) is muted \(message(for: $0.until))" }
    if hours.isQuiet(at: date) {
      reasons.append("quiet hours \(message(for: hours.nextChange(after: date)))")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

// MARK: - Storage

extension QuietSettings: Codable {
  /// Reads settings, of which any may be missing.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    mutes = try JSONKey.value("mutes", in: values, or: [])
    windows = try JSONKey.value("hours", in: values, or: [])
    exemptions =
      try values.decodeIfPresent([String].self, forKey: "exempt")
      .map { Set($0.map(APS.InterruptionLevel.init)) } ?? Self.urgent
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(exemptions.map(\.rawValue).sorted(), forKey: "exempt")
    try values.encode(windows, forKey: "hours")
    try values.encode(mutes, forKey: "mutes")
  }
}
