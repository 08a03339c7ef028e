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

  /// The wall clock at time zero, in the years 1 to 9999.
  public var start = Date(timeIntervalSince1970: 1_767_225_600)

  /// The pages on which the user sees the unread count.
  public var trackedPages: [PageID] = ["home", "me"]

  /// The page that lists the notifications.
  public var listPage: PageID = "notifications"

  /// The page on which screenshots are previewed.
  public var screenshotPage: PageID = "reader"

  /// Starts with the defaults of the format.
  public init() {}
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
