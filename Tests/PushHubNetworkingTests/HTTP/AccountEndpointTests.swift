import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import PushHubNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct AccountEndpointTests {
  private func address(
    _ account: String,
    in template: String = "https://example.com/a/{account}/unread"
  ) throws -> String? {
    do throws(HTTPSourceError) {
      return try AccountEndpoint(template).address(for: AccountID(rawValue: account)).absoluteString
    } catch {
      guard error.code == .invalidAccount else { throw error }
      return nil
    }
  }

  @Test func `letters, digits and four signs stay as they are`() throws {
    let text = "ABCXYZabcxyz0189-._~"
    #expect(try address(text) == "https://example.com/a/\(text)/unread")
  }

  @Test func `every other byte is encoded`() throws {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    for byte in UInt8.min..<0x80 where !unreserved.contains(byte) {
      let hex = String(byte, radix: 16, uppercase: true)
      let encoded = "%" + (hex.count == 1 ? "0" : "") + hex
      let account = "x\(Character(Unicode.Scalar(byte)))y"
      #expect(try address(account) == "https://example.com/a/x\(encoded)y/unread")
    }
  }

  @Test(
    arguments: [
      ("a/b?c#d e", "a%2Fb%3Fc%23d%20e"), ("../../admin", "..%2F..%2Fadmin"),
      ("%2F", "%252F"), ("ü", "%C3%BC"), ("😀", "%F0%9F%98%80"), ("a&b=c", "a%26b%3Dc"),
      ("{account}", "%7Baccount%7D"), ("...", "..."), ("a\r\nb", "a%0D%0Ab"),
      ("cafe\u{301}", "cafe%CC%81"), ("caf\u{E9}", "caf%C3%A9"),
    ]
  )
  func `an account is one segment of the path`(account: String, encoded: String) throws {
    #expect(try address(account) == "https://example.com/a/\(encoded)/unread")
  }

  @Test func `an account is one value of the query`() throws {
    #expect(
      try address("a&b#c", in: "https://example.com/?u={account}&v={account}")
        == "https://example.com/?u=a%26b%23c&v=a%26b%23c"
    )
    #expect(
      try address("..", in: "https://example.com/?u={account}") == "https://example.com/?u=.."
    )
  }

  @Test(arguments: ["", ".", ".."])
  func `an account that leads to another folder has no address`(account: String) throws {
    #expect(try address(account) == nil)
  }

  @Test(
    arguments: [
      ("", "not an http"), ("https://example.com/{acc}", "braces"),
      ("https://example.com/{account", "braces"), ("https://example.com/{Account}", "braces"),
      ("https://example.com/{account}/{page}", "braces"),
      ("https://example.com/{{account}}", "braces"), ("https://example.com/{account}}", "braces"),
      ("ht tp://example.com/{account}", "not an http"),
      ("https://exa mple.com/{account}", "not an http"),
      ("https://example.com/a b/{account}", "not an http"),
      ("https://example.com/../{account}", "not an http"),
      ("ftp://example.com/{account}", "not an http"), ("/{account}", "not an http"),
      ("{account}", "not an http"),
      ("https:///{account}", "not an http"), ("file:///{account}", "not an http"),
      ("https://{account}/unread", "host"), ("https://{account}.example.com/unread", "host"),
      ("https://me:pw@example.com/{account}", "user"), ("https://me@example.com/{account}", "user"),
      ("https://{account}@example.com/", "user"), ("https://example.com/#{account}", "fragment"),
      ("https://example.com/{account}#top", "fragment"),
    ]
  )
  func `a template that can't work is refused with the reason`(template: String, word: String) {
    let error = #expect(throws: HTTPSourceError.self) { try AccountEndpoint(template) }
    #expect(error?.code == .invalidTemplate)
    #expect(error?.reason?.contains(word) == true, "\(error?.reason ?? "")")
  }

  @Test func `a port, an address in brackets and capitals are fine`() throws {
    for template in [
      "http://127.0.0.1:8080/{account}", "http://[::1]:8080/{account}",
      "HTTPS://Example.COM/{account}",
    ] {
      #expect(try address("x", in: template) == template.replacing("{account}", with: "x"))
    }
  }

  @Test func `an account known by its token needs no place`() throws {
    for account in ["ann", "ben", "..", "a/b"] {
      #expect(
        try address(account, in: "https://example.com/me/unread?v=1")
          == "https://example.com/me/unread?v=1"
      )
    }
    #expect(try address("", in: "https://example.com/me/unread") == nil)
  }

  @Test func `the endpoint has no query`() throws {
    let endpoint = try AccountEndpoint("https://example.com/{account}?key=hush")
    #expect(endpoint.error(.ended).endpoint == "https://example.com/{account}")
  }

  @Test(arguments: ["", "a\r\nX-Admin: 1", "a b", "ä", "a\u{0}", "a\u{7F}"])
  @MainActor
  func `a token that could add headers is not sent`(token: String) async throws {
    let source = try HTTPUnreadCountSource(
      template: "http://127.0.0.1:9/{account}",
      scheduler: ManualScheduler(),
      token: { _ in token }
    )
    let error = await #expect(throws: HTTPSourceError.self) {
      _ = try await source.unreadCount(for: "ann")
    }
    #expect(error?.code == .invalidToken)
  }

  @Test func `errors of a session have no text of the server's`() throws {
    struct Odd: Error {}
    let endpoint = try AccountEndpoint("https://example.com/{account}")
    let message = "certificate of Ann Smith does not match, token abc123"
    let error = URLError(.secureConnectionFailed, userInfo: [NSLocalizedDescriptionKey: message])
    #expect(endpoint.error(ofSession: error).code == .transport)
    #expect(endpoint.error(ofSession: error).reason == "URLError -1200")
    #expect(endpoint.error(ofSession: Odd()).reason == nil)
  }
}
