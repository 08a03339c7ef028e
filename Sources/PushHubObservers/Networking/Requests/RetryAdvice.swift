import PushHub

/// An error of a source that says what to do next.
///
/// Logs tell an error's type, domain and code; of one that is a `LoggableError` too, its description.
public protocol RetryAdvice: Error {
  /// How long the server wants to be left alone before the next try; zero or less says nothing.
  ///
  /// More than a day is taken for a day. The next try comes a random time later, so that a fleet that
  /// was turned away in one moment does not come back in one.
  var retryAfter: Duration? { get }

  /// Whether trying again is pointless until the user has signed in again.
  var isFinal: Bool { get }
}

/// Why a request failed, as far as the retry depends on it.
public struct SourceFailure: Error, Equatable {
  /// The longest `Retry-After` that counts.
  package static let longestPause = Duration.seconds(86_400)

  /// What logs say.
  public let message: String

  /// How long the server asks to wait; more than zero, up to a day.
  public let retryAfter: Duration?

  /// Whether a retry is pointless until the user has signed in again.
  public let isFinal: Bool

  /// Describes a failure.
  public init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? min($0, Self.longestPause) : nil }
    self.isFinal = isFinal
  }

  /// Takes the advice of an error that has some; logs have a type, a domain and a code of any other.
  public init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: error.logDescription,
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }
}
