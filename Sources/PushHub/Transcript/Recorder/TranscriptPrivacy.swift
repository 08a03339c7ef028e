/// What a recording says of the people who use the app.
public enum TranscriptPrivacy: Hashable, Sendable {
  /// Keys and shapes, but no contents.
  ///
  /// Texts, custom data, accounts, replies and identifiers are replaced by salted hashes, and so
  /// are the bytes of tokens. Equal things stay equal within one recorder, so that duplicates still
  /// show; notifications of equal order may change places. The salt is made for the recorder and
  /// written nowhere. Pages, actions, categories, sounds, interruption levels, truth values, the
  /// numbers in `aps` and error texts stay.
  case redacted

  /// Everything, as it came.
  case complete
}
