public import Foundation
public import PushHub

/// What a user wants to be quiet from now on, for a ``QuietRules``.
///
///     {"t":1,"quiet":{"exempt":[],"hours":[{"from":"22:00","to":"07:00"}],"mutes":[]},
///      "deviceZone":"Europe/Berlin"}
///
/// The settings stand as ``QuietSettings`` are stored, and must be understood whole. Where a mute names a
/// thread, a category or a value, a redacted recording has what it has in redacted pushes: of a value
/// that reads as a number or as a truth value it has a mute for each, since pushes may have either. A
/// key that stands in a dictionary which the app keeps has to be kept as well. The zones stay.
public struct QuietChange: FeatureRecord {
  /// What the user wants holds until it is changed.
  public typealias Recap = LatestRecord<QuietChange>

  /// The key in a transcript.
  public static let key = "quiet"

  /// The zone in which the device is.
  public static let siblings = ["deviceZone"]

  /// What is to be quiet.
  public var settings: QuietSettings

  /// The zone in which the device is; `nil` for no word of it.
  ///
  /// `TimeZone.autoupdatingCurrent` becomes the one that it is now.
  public var deviceZone: TimeZone? {
    didSet { deviceZone = deviceZone?.asOfNow }
  }

  /// Makes a change.
  public init(_ settings: QuietSettings, deviceZone: TimeZone? = nil) {
    self.settings = settings
    self.deviceZone = deviceZone?.asOfNow
  }
}

extension QuietChange {
  /// Reads settings that are understood whole.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let payload = try fields.payload(Self.key)
    guard let settings = try? payload.decode(QuietSettings.self) else {
      throw TranscriptMistake("\"\(Self.key)\" is no settings")
    }
    if let issue = settings.issues.first {
      throw TranscriptMistake("\"\(Self.key)\" has settings in which \(issue)")
    }
    self.init(settings)
    guard let name = try fields.optionalText("deviceZone") else { return }
    guard let zone = TimeZone(identifier: name) else {
      throw TranscriptMistake("\"deviceZone\" is no time zone that this system knows")
    }
    deviceZone = zone
  }

  /// The settings, and the zone if there is word of it.
  public var fields: [TranscriptField] {
    let zone = deviceZone.map { TranscriptField("deviceZone", .string($0.identifier)) }
    return [TranscriptField(Self.key, settings.json)] + (zone.map { [$0] } ?? [])
  }

  /// The change with hashes in place of what pushes have hashes for.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    var change = self
    change.settings.mutes = settings.mutes.flatMap { mute in
      mute.subject.redacted(by: redactor).map { QuietMute($0, until: mute.until) }
    }
    return change
  }
}

extension QuietMute.Subject {
  fileprivate func redacted(by redactor: TranscriptRedactor) -> [Self] {
    switch self {
    case .category(let category): [.category(redactor.redact(category, inAPS: "category"))]
    case .thread(let thread): [.thread(redactor.redact(thread, inAPS: "thread-id"))]
    case .sender: [self]
    case .value(let value, let key):
      redactor.redact(value, soughtUnder: key).map { .value($0.text, forKey: $0.key) }
    }
  }
}

extension TranscriptVocabulary {
  /// What quiet rules bring to transcripts.
  public static let quietRules = TranscriptVocabulary(kinds: [QuietChange.self])
}
