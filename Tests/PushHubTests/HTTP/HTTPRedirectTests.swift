import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
@testable import PushHubNetworking
#endif

struct HTTPRedirectTests {
  private func redirect(
    to location: String?,
    from address: String = "https://example.com/a/b?c=d",
    earlierCount: Int = 0,
    status: Int = 302,
    method: String = "GET"
  ) throws -> HTTPRedirect {
    let url = try #require(URL(string: address))
    var request = URLRequest(url: url)
    request.httpMethod = method
    if method != "GET" {
      request.httpBody = Data("body".utf8)
    }
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    request.setValue("\"v1\"", forHTTPHeaderField: "If-None-Match")
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: location.map { ["Location": $0] }
      )
    )
    return HTTPRedirect(from: response, of: request, earlierCount: earlierCount)
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
  func `a redirect within the origin keeps all headers`(location: String, target: String) throws {
    guard case .follow(let request) = try redirect(to: location) else {
      Issue.record("the redirect was refused")
      return
    }
    #expect(request.url?.absoluteString == target)
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
    #expect(request.value(forHTTPHeaderField: "If-None-Match") == "\"v1\"")
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
    #expect(try redirect(to: location) == .refuse(.redirectRefused(origin)))
  }

  @Test(arguments: [nil, "ftp://example.com/a", "file:///etc/passwd", "javascript:1", "https:///a"])
  func `a redirect to no HTTP address is refused`(location: String?) throws {
    #expect(try redirect(to: location) == .refuse(.redirectRefused("without an HTTP address")))
  }

  @Test func `a redirect from http to https is refused, too`() throws {
    let redirect = try redirect(to: "https://example.com/", from: "http://example.com/")
    #expect(redirect == .refuse(.redirectRefused("https://example.com:443")))
  }

  @Test func `only so many are followed`() throws {
    let last = HTTPRedirect.maximumCount - 1
    #expect(try redirect(to: "/new", earlierCount: last) != .refuse(.tooManyRedirects))
    #expect(try redirect(to: "/new", earlierCount: last + 1) == .refuse(.tooManyRedirects))
  }

  // MARK: - Requests that change something

  @Test(arguments: ["PUT", "POST", "PATCH", "DELETE"], [307, 308])
  func `a redirect that keeps the method is followed with method and body`(
    method: String,
    status: Int
  ) throws {
    guard case .follow(let request) = try redirect(to: "/new", status: status, method: method)
    else {
      Issue.record("the redirect was not followed")
      return
    }
    #expect(request.httpMethod == method)
    #expect(request.httpBody == Data("body".utf8))
    #expect(request.url?.absoluteString == "https://example.com/new")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
  }

  @Test(arguments: ["PUT", "POST", "PATCH", "DELETE"], [300, 301, 302, 303])
  func `any other redirect of what changes something is the answer`(
    method: String,
    status: Int
  ) throws {
    #expect(try redirect(to: "/new", status: status, method: method) == .stop)
    #expect(try redirect(to: "//evil.net/a", status: status, method: method) == .stop)
  }

  @Test(arguments: ["PUT", "POST"], [307, 308])
  func `a redirect away is refused, whatever the method`(method: String, status: Int) throws {
    let redirect = try redirect(to: "//evil.net/a", status: status, method: method)
    #expect(redirect == .refuse(.redirectRefused("https://evil.net:443")))
  }

  @Test(arguments: ["GET", "HEAD"], [301, 302, 303, 307, 308])
  func `what only asks is sent again with every redirect`(method: String, status: Int) throws {
    guard case .follow(let request) = try redirect(to: "/new", status: status, method: method)
    else {
      Issue.record("the redirect was not followed")
      return
    }
    #expect(request.httpMethod == method)
  }

  @Test(arguments: ["GET", "PUT"])
  func `the session follows what only asks, and what changes something is sent as a new request`(
    method: String
  ) throws {
    let url = try #require(URL(string: "https://example.com/a"))
    var request = URLRequest(url: url)
    request.httpMethod = method
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 308,
        httpVersion: nil,
        headerFields: ["Location": "/new"]
      )
    )
    var redirects = HTTPRedirects()
    for _ in 1...HTTPRedirect.maximumCount {
      let next = redirects.next(from: response, of: request)
      let target = redirects.takeTarget()
      #expect((method == "GET" ? next?.url : target)?.path == "/new")
      #expect((next == nil) == (method == "PUT"))
      #expect((target == nil) == (method == "GET"))
      #expect(redirects.takeTarget() == nil)
    }
    #expect(redirects.next(from: response, of: request) == nil)
    #expect(redirects.takeTarget() == nil)
    #expect(redirects.refusal == .tooManyRedirects)
  }
}
