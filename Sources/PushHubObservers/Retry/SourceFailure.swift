import PushHub

/// What the decision to try again needs to know of an error.
struct SourceFailure: Error, Hashable {
  /// What logs say of it.
  let message: String

  /// From more than zero up to a day.
  let retryAfter: Duration?

  let isFinal: Bool

  init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? min($0, RetryAfter.maximum) : nil }
    self.isFinal = isFinal
  }

  init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: "\(ErrorSummary(error))",
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }
}
