import Foundation

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
      message: advice?.logText ?? Self.summary(of: error),
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }

  /// An error in words that quote nothing: descriptions of errors hold texts, addresses and tokens.
  static func summary(of error: any Error) -> String {
    let system = error as NSError
    return "\(type(of: error)), \(system.domain) \(system.code)"
  }
}
