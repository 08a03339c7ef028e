/// What a recording says of the people who use the app.
public struct TranscriptPrivacy: Hashable, Sendable {
  /// Whether nothing is left out.
  let isComplete: Bool

  /// The app's own keys that stay, with all that stands under them.
  let keys: Set<String>

  /// The app's own words that stay where a word stands.
  let names: Set<String>
}

extension TranscriptPrivacy {
  /// Shapes, and what is known to be harmless, but no contents.
  ///
  /// All else is replaced by salted hashes. Equal things stay equal within one recorder, so that
  /// duplicates still show; notifications of equal order may change places. The salt is made for the
  /// recorder and written nowhere. What stays:
  ///
  /// - the keys that Apple documents, those by which senders in ``PushSenders`` are recognised and read,
  ///   of their other keys what all of them begin with, such as `google.c.`, truth values and nulls;
  /// - the numbers of `badge`, `relevance-score`, of the dates in `aps`, and of the volume of a sound, and
  ///   the 0 or 1 of `content-available`, `mutable-content`, `input-push-token` and `critical`;
  /// - the words that Apple documents: interruption levels, events of Live Activities, the `default`
  ///   sound; and those by which a sender is recognised or read, such as Salesforce's `SFMC`;
  /// - identifiers of actions, of which the system tells only those that the app has registered;
  /// - the pages that the header names; error texts that are the three digits of an HTTP status, and
  ///   the domain and code of a refused registration in place of its words;
  /// - times, unread counts, the places of notifications in their order, and how long countdowns run.
  public static let redacted = redacted(keepingKeys: [], names: [])

  /// Everything, as it came.
  public static let complete = TranscriptPrivacy(isComplete: true, keys: [], names: [])

  /// What ``redacted`` keeps, and what the app knows to be harmless.
  ///
  /// ```swift
  /// TranscriptRecorder(
  ///   writingTo: file,
  ///   privacy: .redacted(keepingKeys: ["order_kind"], names: ["inbox", "MESSAGE", "ping.caf"])
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - keys: Keys of payloads that stay wherever they stand, with all that stands under them.
  ///   - names: Pages, categories, sounds and error texts that stay.
  public static func redacted(
    keepingKeys keys: Set<String>,
    names: Set<String> = []
  ) -> TranscriptPrivacy {
    TranscriptPrivacy(isComplete: false, keys: keys, names: names)
  }
}
