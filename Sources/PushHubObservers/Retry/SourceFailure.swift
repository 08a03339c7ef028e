/// What the decision to try again needs to know of an error.
struct SourceFailure: Error, Hashable {
  let message: String
  let retryAfter: Duration?
  let isFinal: Bool

  init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? $0 : nil }
    self.isFinal = isFinal
  }

  init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: "\(error)",
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }
}
