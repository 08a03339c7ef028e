import Foundation
import Testing

@testable import PushHubNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPRedirectTests {
  private func redirect(
    to location: String?,
    from address: String = "https://example.com/a/b?c=d",
    status: Int = 302,
    method: String = "GET"
  ) throws -> URL? {
    let url = try #require(URL(string: address))
    var request = URLRequest(url: url)
    request.httpMethod = method
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: location.map { ["Location": $0] }
      )
    )
    return try AccountEndpoint("https://example.com/{account}").redirect(of: request, by: response)
  }

  private func expectRefusal(naming reason: String, _ redirect: () throws -> URL?) throws {
    let error = try #require(throws: HTTPSourceError.self) { try redirect() }
    #expect(error.code == .redirectRefused)
    #expect(error.reason == reason)
  }

  @Test(
    arguments: [
      ("/new", "https://example.com/new"), ("new", "https://example.com/a/new"),
      ("../new", "https://example.com/new"), ("?x=y", "https://example.com/a/b?x=y"),
      ("//example.com/new", "https://example.com/new"),
      ("https://example.com/new", "https://example.com/new"),
      ("https://example.com:443/new", "https://example.com:443/new"),
      ("HTTPS://EXAMPLE.com/new", "HTTPS://EXAMPLE.com/new"),
    ]
  )
  func `a redirect within the origin is followed`(location: String, target: String) throws {
    #expect(try redirect(to: location)?.absoluteString == target)
  }

  @Test(
    arguments: [
      ("http://example.com/a", "http://example.com:80"),
      ("https://example.com:444/a", "https://example.com:444"),
      ("https://www.example.com/a", "https://www.example.com:443"),
      ("https://example.com.evil.net/a", "https://example.com.evil.net:443"),
      ("https://example.com@evil.net/a", "https://evil.net:443"),
      ("//evil.net/a", "https://evil.net:443"),
      ("https://example.com./a", "https://example.com.:443"),
    ]
  )
  func `a redirect to another origin is refused and names it`(
    location: String,
    origin: String
  ) throws {
    try expectRefusal(naming: origin) { try redirect(to: location) }
  }

  @Test(arguments: [nil, "ftp://example.com/a", "file:///etc/passwd", "javascript:1", "https:///a"])
  func `a redirect to an address that is not HTTP is refused`(location: String?) throws {
    try expectRefusal(naming: "without an HTTP address") { try redirect(to: location) }
  }

  @Test func `a redirect from http to https is refused, too`() throws {
    try expectRefusal(naming: "https://example.com:443") {
      try redirect(to: "https://example.com/", from: "http://example.com/")
    }
  }

  // MARK: - Requests that change something

  @Test(arguments: ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE"], [307, 308])
  func `a redirect that keeps the method is followed`(method: String, status: Int) throws {
    let target = try redirect(to: "/new", status: status, method: method)
    #expect(target?.absoluteString == "https://example.com/new")
  }

  @Test(arguments: ["PUT", "POST", "PATCH", "DELETE"], [200, 300, 301, 302, 303])
  func `any other redirect of a request that changes something is the answer`(
    method: String,
    status: Int
  ) throws {
    #expect(try redirect(to: "/new", status: status, method: method) == nil)
    #expect(try redirect(to: "//evil.net/a", status: status, method: method) == nil)
  }

  @Test(arguments: ["PUT", "POST"], [307, 308])
  func `a redirect away is refused, whatever the method`(method: String, status: Int) throws {
    try expectRefusal(naming: "https://evil.net:443") {
      try redirect(to: "//evil.net/a", status: status, method: method)
    }
  }
}
