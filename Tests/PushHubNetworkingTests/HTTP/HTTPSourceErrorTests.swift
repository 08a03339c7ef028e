import Testing

@testable import PushHubNetworking

struct HTTPSourceErrorTests {
  static let endpoint = "https://example.com/{account}/unread"

  static let codes = HTTPSourceError.Code.allCases

  @Test func `errors that another account or token solves are final`() {
    let final = Self.codes.filter { HTTPSourceError($0, endpoint: "").isFinal }
    #expect(Set(final) == [.unauthorized, .forbidden, .noContent, .invalidAccount, .invalidToken])
  }

  @Test func `a long reason is cut off`() {
    let error = HTTPSourceError(
      .invalidBody,
      endpoint: Self.endpoint,
      reason: String(repeating: "x", count: 10_000)
    )
    #expect(error.reason?.count == 200)
  }

  @Test func `some descriptions in full`() {
    let busy = HTTPSourceError(
      .failureStatus,
      endpoint: Self.endpoint,
      statusCode: 429,
      retryAfter: .seconds(120)
    )
    #expect(
      busy.description == """
        The server answered with status 429 at https://example.com/{account}/unread; \
        try again in 120.0 seconds, as the server asks.
        """
    )
    let refused = HTTPSourceError(
      .redirectRefused,
      endpoint: Self.endpoint,
      reason: "https://example.net:443"
    )
    #expect(
      refused.description == """
        A redirect to another origin, https://example.net:443, was refused \
        at https://example.com/{account}/unread; change the template if the new address is right.
        """
    )
    let template = HTTPSourceError(.invalidTemplate, endpoint: "", reason: "it lacks {account}")
    #expect(
      template.description == """
        The template is not an address, since it lacks {account}; \
        write it as https://host/path/{account}.
        """
    )
  }
}
