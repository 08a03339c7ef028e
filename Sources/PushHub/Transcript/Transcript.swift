public import Foundation

/// What happened to an app, in order: a script to play, a recording, or a test case.
///
/// The file has one JSON object a line: first the header, then the records, none earlier than the
/// one before it. Blank lines and lines that begin with `#` are skipped.
///
///     {"transcript":1,"start":"2026-01-01T08:00:00Z"}
///     {"t":0,"account":"alice"}
///     {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
public struct Transcript: Hashable, Sendable {
  /// What holds for the whole transcript.
  public var header: TranscriptHeader

  /// What happened, in order.
  public var records: [TranscriptRecord]

  /// Makes a transcript from its parts.
  public init(header: TranscriptHeader = TranscriptHeader(), records: [TranscriptRecord] = []) {
    self.header = header
    self.records = records
  }
}

/// What holds for a whole transcript.
public struct TranscriptHeader: Hashable, Sendable {
  /// The version of the format.
  public static let version = 1

  /// The wall clock at time zero, in the years 1 to 9999; another date becomes the nearest of these.
  public var start = Date(timeIntervalSince1970: 1_767_225_600) {
    didSet { start = start.nearestInTranscript }
  }

  /// What is named otherwise than a feature has it, in the order in which that was said.
  private(set) var replacements: [Replacement] = []

  struct Replacement: Hashable {
    let setting: TranscriptPages
    let pages: [PageID]
  }

  /// Starts with the defaults of the format.
  public init() {}

  /// The pages that stand under a feature's key, or those that it has by default.
  public subscript(_ setting: TranscriptPages) -> [PageID] {
    get { replacements.first { $0.setting.key == setting.key }?.pages ?? setting.standard }
    set {
      replacements.removeAll { $0.setting.key == setting.key }
      if newValue != setting.standard {
        replacements.append(Replacement(setting: setting, pages: newValue))
      }
    }
  }

  /// The page that stands under a feature's key, the first one of several.
  public func page(_ setting: TranscriptPages) -> PageID { self[setting].first ?? "" }

  /// Whether both say the same, in whatever order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.start == rhs.start && Set(lhs.replacements) == Set(rhs.replacements)
  }

  /// Feeds what is compared to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(Set(replacements))
  }
}

/// Pages of the app that a feature has to do with, which the header of a transcript may name.
///
/// ```swift
/// extension TranscriptPages {
///   static let orders = TranscriptPages("orders", standard: "orders")
/// }
/// header[.orders] = ["purchases"]  // {"transcript":1,"orders":"purchases"}
/// ```
public struct TranscriptPages: Hashable, Sendable {
  /// The key in the header.
  public let key: String

  /// Which pages they are unless the header says otherwise.
  public let standard: [PageID]

  /// Whether the header gives a list, not one page.
  public let isList: Bool

  /// A list of pages.
  public init(_ key: String, standard: [PageID]) {
    self.key = key
    self.standard = standard
    isList = true
  }

  /// One page.
  public init(_ key: String, standard: PageID) {
    self.key = key
    self.standard = [standard]
    isList = false
  }
}

/// Something that happened, and when.
public struct TranscriptRecord: Hashable, Sendable {
  /// Time since the start, in whole nanoseconds.
  public var time: Duration

  /// What happened.
  public var input: TranscriptInput

  /// Makes a record.
  public init(time: Duration, input: TranscriptInput) {
    self.time = time
    self.input = input
  }
}
