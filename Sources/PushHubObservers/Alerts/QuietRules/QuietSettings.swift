public import Foundation
import PushHub
import PushHubNetworking

/// What a user wants to be quiet, as an app stores it.
///
/// ```swift
/// var settings = QuietSettings()
/// settings.mutes = [QuietMute(.thread("orders"), until: tomorrow)]
/// settings.windows = [QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7))]
/// let data = try JSONEncoder().encode(settings)
/// ```
///
/// Stored settings that are damaged but JSON still, or of a later version, decode to what can be
/// understood of them; ``issues`` says what could not. Encoding them again stores what was understood.
public struct QuietSettings: Sendable {
  /// What is urgent enough to be heard nevertheless.
  public enum Exemption: String, Hashable, Sendable, CaseIterable {
    /// Pushes whose interruption level is time-sensitive.
    case timeSensitive = "time-sensitive"

    /// Pushes whose interruption level is critical, or whose sound is that of a critical alert.
    case critical
  }

  /// A part of stored settings that was not understood, and is not in force.
  public struct Issue: Hashable, Sendable, CustomStringConvertible {
    /// Where it stands, such as `mutes[2].until`.
    public let path: String

    /// What is wrong with it, in a few words; it quotes nothing of what is stored.
    public let reason: String

    /// Where it stands, and what is wrong with it.
    public var description: String { "\(path) \(reason)" }
  }

  /// Which pushes are quiet, whenever they come.
  public var mutes: [QuietMute]

  /// When all pushes are quiet.
  public var windows: [QuietWindow]

  /// The zone by whose clocks the windows are; `nil` for the one where the device is.
  ///
  /// `TimeZone.autoupdatingCurrent` says the same as `nil`, and becomes it.
  public var timeZone: TimeZone? {
    didSet { timeZone = Self.fixed(timeZone) }
  }

  /// What is heard nevertheless, muted or not; all of it by default.
  public var exemptions: Set<Exemption>

  /// What was not understood when the settings were decoded; not part of what makes settings equal.
  public var issues: [Issue] = []

  /// Makes settings.
  public init(
    mutes: [QuietMute] = [],
    windows: [QuietWindow] = [],
    timeZone: TimeZone? = nil,
    exemptions: Set<Exemption> = Set(Exemption.allCases)
  ) {
    self.mutes = mutes
    self.windows = windows
    self.timeZone = Self.fixed(timeZone)
    self.exemptions = exemptions
  }

  private static func fixed(_ zone: TimeZone?) -> TimeZone? {
    zone == .autoupdatingCurrent ? nil : zone
  }

  /// The settings without mutes that hold no longer.
  public func withoutExpiredMutes(at date: Date) -> Self {
    var settings = self
    settings.mutes.removeAll { !$0.isInForce(at: date) }
    return settings
  }
}

extension QuietSettings: Hashable {
  /// Whether both want the same to be quiet.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.mutes == rhs.mutes && lhs.windows == rhs.windows && lhs.timeZone == rhs.timeZone
      && lhs.exemptions == rhs.exemptions
  }

  /// Feeds what is to be quiet to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mutes)
    hasher.combine(windows)
    hasher.combine(timeZone)
    hasher.combine(exemptions)
  }
}

// MARK: - What follows

extension QuietSettings {
  /// Whether what is quiet is another matter at another time.
  var dependOnTime: Bool { !windows.isEmpty || mutes.contains { $0.until != nil } }

  /// Why a push is to be quiet; nil if it may be heard.
  ///
  /// - Parameters:
  ///   - push: What has arrived.
  ///   - date: When.
  ///   - deviceZone: Where.
  func reason(toQuiet push: Push, at date: Date, in deviceZone: TimeZone) -> String? {
    guard !isExempt(push) else { return nil }
    let zone = timeZone ?? deviceZone
    var reasons = mutes.filter { $0.isInForce(at: date) && $0.subject.covers(push) }
      .map { mute in
        let end = mute.until.map { Self.words(for: $0.wholeSeconds, at: date, in: zone) }
        return "\(mute.subject.words) is muted \(end.map { "until \($0)" } ?? "for ever")"
      }
    let hours = QuietHours(windows, at: date, in: zone)
    if hours.isQuiet {
      let end = hours.nextChange.map { Self.words(for: $0, at: date, in: zone) }
      reasons.append("quiet hours " + (end.map { "until \($0)" } ?? "for ever"))
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  private func isExempt(_ push: Push) -> Bool {
    guard !exemptions.isEmpty else { return false }
    let level = push.aps.interruptionLevel
    return exemptions.contains(.timeSensitive) && level == .timeSensitive
      || exemptions.contains(.critical)
        && (level == .critical || push.aps.isCritical)
  }

  /// The time at which something ends, with its date unless it is within a day.
  private static func words(for instant: Int, at date: Date, in zone: TimeZone) -> String {
    let reading = instant + WallClock.offset(of: zone, at: instant)
    let text = Date(timeIntervalSince1970: Double(reading)).ISO8601Format()
    let time = text.dropFirst(11).prefix(5)
    let isSoon = instant - date.wholeSeconds < WallClock.day
    return "\(isSoon ? "" : "\(text.prefix(10)) ")\(time) in \(zone.identifier)"
  }
}
