import Foundation
import Testing

@testable import PushHub
@testable import TestSupport

/// What the errors of sources say of the next try.
struct SourceFailureTests {
  private struct DescribedError: Error, CustomStringConvertible {
    let description = "the shop is closed"
  }

  private struct LocalError: LocalizedError, CustomStringConvertible {
    let errorDescription: String? = "The shop is closed."
    let description = "closed"
  }

  private enum ShopError: Error {
    case closed
    case soldOut(item: String)
  }

  private struct SilentError: Error { let item = "tea" }

  @Test func `an error with advice gives the advice`() {
    let failure = SourceFailure(Unavailable(retryAfter: .seconds(7), isFinal: true))
    #expect(failure == SourceFailure(message: "503", retryAfter: .seconds(7), isFinal: true))
  }

  @Test(
    arguments: [
      (DescribedError(), "the shop is closed"), (LocalError(), "The shop is closed."),
      (ShopError.closed, "closed"), (ShopError.soldOut(item: "tea"), "soldOut"),
    ] as [(any Error, String)]
  )
  func `an app's error has its own text`(error: any Error, message: String) {
    #expect(SourceFailure(error) == SourceFailure(message: message))
  }

  @Test(
    arguments: [
      URLError(
        .timedOut,
        userInfo: ["url": "https://a.b?token=secret"]
      ),
      NSError(domain: "D", code: 1, userInfo: [NSLocalizedDescriptionKey: "secret"]),
      DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "secret")), SilentError(),
    ] as [any Error]
  )
  func `an error of the system has its type, domain and code`(error: any Error) {
    #expect(SourceFailure(error) == SourceFailure(message: LogText(error).description))
  }

  @Test(arguments: [Duration.seconds(86_401), .seconds(Int64.max)])
  func `more than a day is a day`(retryAfter: Duration) {
    #expect(SourceFailure(Unavailable(retryAfter: retryAfter)).retryAfter == .seconds(86_400))
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `a Retry-After of zero or less is ignored`(
    retryAfter: Duration
  ) {
    #expect(SourceFailure(Unavailable(retryAfter: retryAfter)).retryAfter == nil)
  }
}
