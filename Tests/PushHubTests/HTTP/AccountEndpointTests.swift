import Foundation
import PushHub
import PushHubRecorder
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
@testable import PushHubNetworking
#endif

/// What an endpoint makes of an answer that is none.
struct AccountEndpointTests {
  private struct Wishes: Sendable, CustomTestStringConvertible {
    let header: String?
    let retry: Duration?
    let expected: Duration?

    var testDescription: String {
      "Retry-After \(header ?? "none"), retry \(retry.map { "\($0)" } ?? "none")"
    }
  }

  private static let wishes = [
    Wishes(header: "1", retry: .seconds(60), expected: .seconds(60)),
    Wishes(header: "120", retry: .seconds(60), expected: .seconds(120)),
    Wishes(header: "0", retry: .seconds(60), expected: .seconds(60)),
    Wishes(header: nil, retry: .seconds(60), expected: .seconds(60)),
    Wishes(header: "7", retry: nil, expected: .seconds(7)),
    Wishes(header: nil, retry: nil, expected: nil),
  ]

  @MainActor
  @Test(arguments: wishes)
  private func `of two wishes for a pause the longer one holds`(wishes: Wishes) throws {
    let endpoint = try AccountEndpoint(
      template: "https://example.com/{account}",
      token: { _ in nil },
      freshToken: nil,
      tokenTimeout: .seconds(1),
      scheduler: ManualScheduler()
    )
    let response = try #require(
      HTTPURLResponse(
        url: try endpoint.address(for: "ann").url,
        statusCode: 503,
        httpVersion: nil,
        headerFields: wishes.header.map { ["Retry-After": $0] }
      )
    )
    let now = Date(timeIntervalSince1970: 0)
    let error = endpoint.error(for: response, now: now, retry: wishes.retry)
    #expect(error.retryAfter == wishes.expected)
  }
}
