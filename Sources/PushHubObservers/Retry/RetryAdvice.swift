/// An error of a source that says what to do next.
///
/// Logs tell an error's type, domain and code; of one that is a `LoggableError` too, its description.
public protocol RetryAdvice: Error {
  /// How long the server wants to be left alone before the next try; zero or less says nothing.
  ///
  /// More than a day is taken for a day. The next try comes a random time later, see
  /// ``UnreadSync``.
  var retryAfter: Duration? { get }

  /// Whether trying again is pointless until the user has signed in again.
  var isFinal: Bool { get }
}
