/// An error of a source that says what to do next.
public protocol RetryAdvice: Error {
  /// How long the server wants to be left alone before the next try; zero or less says nothing.
  ///
  /// More than a day is taken for a day. The next try comes a random time later, see
  /// ``UnreadSync``.
  var retryAfter: Duration? { get }

  /// Whether trying again is pointless until the user has signed in again.
  var isFinal: Bool { get }

  /// What logs say of the error; it must not quote what people wrote, nor a token.
  ///
  /// By default the error's type, domain and code.
  var logText: String { get }
}

extension RetryAdvice {
  /// The error's type, domain and code.
  public var logText: String { SourceFailure.summary(of: self) }
}
