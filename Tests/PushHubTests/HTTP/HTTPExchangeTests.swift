import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
@testable import PushHubNetworking
#endif

struct HTTPExchangeTests {
  let exchange = HTTPExchange(maximumByteCount: 4)

  private func response(_ status: Int = 200, location: String? = nil) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "https://example.com/a"))
    return try #require(
      HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: location.map { ["Location": $0] }
      )
    )
  }

  @Test func `the parts of a body are put together`() async throws {
    let response = try response()
    exchange.receive(Data("ab".utf8), of: response)
    exchange.receive(Data("cd".utf8), of: response)
    exchange.complete(with: response, error: nil)
    let answer = try await exchange.outcome()?.get()
    #expect(answer?.body == Data("abcd".utf8))
    #expect(answer?.response === response)
  }

  @Test func `a body that is too long ends the exchange at once`() async throws {
    exchange.receive(Data("abcd".utf8), of: try response())
    exchange.receive(Data("e".utf8), of: try response())
    let outcome = await exchange.outcome()
    #expect(throws: HTTPFailure.bodyTooLarge) { try outcome?.get() }
  }

  @Test func `a long body of a failure is dropped`() async throws {
    exchange.receive(Data("abcde".utf8), of: try response(500))
    let answer = try await exchange.outcome()?.get()
    #expect(answer?.response.statusCode == 500)
    #expect(answer?.body.isEmpty == true)
  }

  @Test func `the first outcome is the outcome`() async throws {
    exchange.end(.failure(.timedOut))
    exchange.complete(with: try response(), error: nil)
    exchange.end(.failure(.bodyTooLarge))
    let outcome = await exchange.outcome()
    #expect(throws: HTTPFailure.timedOut) { try outcome?.get() }
  }

  @Test func `a cancelled task gets no outcome`() async {
    let waiting = Task { [exchange] in await exchange.outcome() == nil }
    waiting.cancel()
    #expect(await waiting.value)
  }

  @Test func `a refused redirect is the outcome, whatever the session says then`() async throws {
    let url = try #require(URL(string: "https://example.com/a"))
    let response = try response(302, location: "https://example.net/")
    #expect(exchange.redirect(from: response, of: URLRequest(url: url)) == nil)
    exchange.complete(with: response, error: nil)
    let outcome = await exchange.outcome()
    let failure = HTTPFailure.redirectRefused("https://example.net:443")
    #expect(throws: failure) { try outcome?.get() }
  }

  @Test func `redirects are counted`() throws {
    let url = try #require(URL(string: "https://example.com/a"))
    let response = try response(302, location: "/b")
    for _ in 0..<HTTPRedirect.maximumCount {
      #expect(exchange.redirect(from: response, of: URLRequest(url: url)) != nil)
    }
    #expect(exchange.redirect(from: response, of: URLRequest(url: url)) == nil)
  }

  @Test func `an answer that is none of HTTP is a failure`() async {
    exchange.complete(with: nil, error: nil)
    let outcome = await exchange.outcome()
    #expect(throws: HTTPFailure.transport("no HTTP answer")) { try outcome?.get() }
  }

  @Test func `a session's errors are told apart and say their number`() {
    struct Odd: Error {}
    #expect(HTTPFailure(URLError(.timedOut)) == .timedOut)
    #expect(HTTPFailure(Odd()) == .transport("Odd"))
    guard case .transport(let reason) = HTTPFailure(URLError(.cannotConnectToHost)) else {
      Issue.record("it is no failure of the transport")
      return
    }
    #expect(reason.contains("URLError -1004"))
  }

  @Test func `what a session says in words of the server's is not told`() {
    let words = "certificate of Ann Smith does not match, token abc123"
    let error = URLError(.secureConnectionFailed, userInfo: [NSLocalizedDescriptionKey: words])
    let expected = "the connection can't be secured, URLError -1200"
    #expect(HTTPFailure(error) == .transport(expected))
  }
}
