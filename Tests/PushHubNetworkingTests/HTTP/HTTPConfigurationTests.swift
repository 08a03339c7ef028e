import PushHubObservers
import PushHubTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPConfigurationTests {
  @Test func `the default session stores nothing`() {
    let session = HTTPConfiguration().session
    #expect(session.urlCache == nil)
    #expect(session.httpCookieStorage == nil)
    #expect(!session.httpShouldSetCookies)
    #expect(session.urlCredentialStorage == nil)
  }

  @Test(
    arguments: [
      (Duration.seconds(-1), Duration.seconds(1)), (.zero, .seconds(1)),
      (.seconds(1), .seconds(1)), (.seconds(2.5), .seconds(2.5)),
      (.seconds(86_400), .seconds(86_400)), (.seconds(1_000_000), .seconds(86_400)),
    ]
  )
  func `a timeout is moved into bounds`(timeout: Duration, expected: Duration) {
    #expect(HTTPConfiguration(timeout: timeout).timeout == expected)
  }

  @Test(arguments: [(Int.min, 1), (0, 1), (7, 7), (.max, 1 << 30)])
  func `a number of bytes is moved into bounds`(count: Int, expected: Int) {
    #expect(HTTPConfiguration(maximumByteCount: count).maximumByteCount == expected)
  }

  @MainActor
  @Test func `a source with a template that can't work is not made`() {
    let error = #expect(throws: HTTPSourceError.self) {
      try HTTPUnreadCountSource(template: "https://example.com/{me}", scheduler: ManualScheduler())
    }
    #expect(error?.code == .invalidTemplate)
    #expect(error?.isFinal == false)
  }
}
