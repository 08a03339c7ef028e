import PushHub
import Testing

@testable import PushHubNetworking
@testable import TestSupport

/// What the errors of sources say of the next try.
struct SourceFailureTests {
  private struct ServerError: RetryAdvice, LoggableError {
    var retryAfter: Duration?
    var isFinal = false
    var description: String { "503" }
  }

  private struct OtherError: Error, CustomStringConvertible {
    let description = "cannot read \"Hi Ann\""
  }

  @Test func `an error with advice gives the advice`() {
    let failure = SourceFailure(ServerError(retryAfter: .seconds(7), isFinal: true))
    #expect(failure == SourceFailure(message: "503", retryAfter: .seconds(7), isFinal: true))
  }

  @Test func `a log has the type, domain and code of another error, and no text`() {
    let failure = SourceFailure(OtherError())
    #expect(failure == SourceFailure(message: LogText(OtherError()).description))
    #expect(!failure.message.contains("Ann"))
  }

  @Test(arguments: [Duration.seconds(86_401), .seconds(Int64.max)])
  func `more than a day is a day`(retryAfter: Duration) {
    #expect(SourceFailure(ServerError(retryAfter: retryAfter)).retryAfter == .seconds(86_400))
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `a Retry-After of zero or less is ignored`(
    retryAfter: Duration
  ) {
    #expect(SourceFailure(ServerError(retryAfter: retryAfter)).retryAfter == nil)
  }
}
