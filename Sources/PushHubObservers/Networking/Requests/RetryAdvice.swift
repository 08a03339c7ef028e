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

/// What the decision to try again needs to know of an error.
package struct SourceFailure: Error, Equatable {
  /// The longest wish that is believed; a server that says more means well, or nonsense.
  package static let longestWish = Duration.seconds(86_400)

  /// What logs say of it.
  package let message: String

  /// From more than zero up to a day.
  package let retryAfter: Duration?

  package let isFinal: Bool

  package init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? min($0, Self.longestWish) : nil }
    self.isFinal = isFinal
  }

  package init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: error.logDescription,
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }
}
