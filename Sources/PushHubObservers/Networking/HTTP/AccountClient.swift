package import Foundation
package import PushHub

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A server's answer: its head, and its body or the way to it.
package final class HTTPAnswer: Sendable {
  /// The parts of an answer as they come, each with the head.
  typealias Parts = AsyncThrowingStream<(response: HTTPURLResponse, body: Data), any Error>

  package let response: HTTPURLResponse
  package let body: Data

  /// What is still to come; letting go of it ends the connection.
  let parts: Parts?

  init(_ response: HTTPURLResponse, body: Data = Data(), parts: Parts? = nil) {
    self.response = response
    self.body = body
    self.parts = parts
  }
}

/// Sends requests for accounts to one server, over a session of its own: within a time and up to a size,
/// each with the account's token, and once more with a fresh one if the server has refused it.
package final class AccountClient: Sendable {
  /// Gives an account's token, or none.
  package typealias Token = @Sendable (AccountID) async throws -> String?

  /// Gives an account's token in place of one that was refused, or none.
  package typealias FreshToken = @Sendable (AccountID, _ refused: String) async throws -> String?

  package let endpoint: AccountEndpoint
  let scheduler: any Scheduler
  let configuration: HTTPConfiguration
  private let delegate: HTTPSessionDelegate
  private let session: URLSession
  private let token: Token
  private let freshToken: FreshToken

  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  package init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration,
    token: @escaping Token,
    freshToken: FreshToken?
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(template)
    self.scheduler = scheduler
    self.configuration = configuration
    delegate = HTTPSessionDelegate(endpoint)
    session = URLSession(
      configuration: configuration.session,
      delegate: delegate,
      delegateQueue: nil
    )
    self.token = token
    self.freshToken = freshToken ?? { account, _ in try await token(account) }
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// The answer to a request, whatever its status; with its body if the request is a `GET` and has
  /// succeeded.
  ///
  /// Of any other answer the head says everything, and nothing after it is waited for.
  ///
  /// - Throws: ``HTTPSourceError`` if there is none, `CancellationError`, or what the token closure
  ///   threw.
  package func answer(
    for account: AccountID,
    at url: URL,
    method: String = "GET",
    headers: [String: String],
    body: Data? = nil
  ) async throws -> HTTPAnswer {
    try await send(method, to: url, headers: headers, body, for: account) { request in
      let (response, parts) = try await self.follow(request)
      guard method == "GET", (200..<300).contains(response.statusCode) else {
        return HTTPAnswer(response)
      }
      var body = Data()
      for try await part in parts {
        body += part.body
        guard body.count <= self.configuration.maximumByteCount else { throw self.tooLarge }
      }
      return HTTPAnswer(response, body: body)
    }
  }

  /// The head of the answer to a request, whatever its status, and its body for as long as it comes.
  ///
  /// - Throws: As the other.
  func open(for account: AccountID, headers: [String: String]) async throws -> HTTPAnswer {
    let url = try endpoint.address(for: account)
    return try await send("GET", to: url, headers: headers, nil, for: account) { request in
      try await self.scheduler.awaitExternalWork {
        let (response, parts) = try await self.follow(request)
        return HTTPAnswer(response, parts: parts)
      }
    }
  }

  /// What the status of an answer that is no success means, and what the answer says of the next try.
  package func error(for answer: HTTPAnswer) async -> HTTPSourceError {
    let response = answer.response
    let code: HTTPSourceError.Code =
      switch response.statusCode {
      case 204: .noContent
      case 401: .unauthorized
      case 403: .forbidden
      default: .failureStatus
      }
    return endpoint.error(
      code,
      statusCode: response.statusCode,
      retryAfter: Duration(retryAfter: response, now: await scheduler.date)
    )
  }

  var tooLarge: HTTPSourceError {
    endpoint.error(.tooLarge, reason: "\(configuration.maximumByteCount) bytes")
  }
}

extension AccountClient {
  private static let maximumRedirectCount = 5

  private func send(
    _ method: String,
    to url: URL,
    headers: [String: String],
    _ body: Data?,
    for account: AccountID,
    _ reply: @escaping @Sendable (URLRequest) async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // The scheduler's time counts, and is never longer than a day.
    request.timeoutInterval = 100_000
    request.allHTTPHeaderFields = headers
    request.httpMethod = method
    request.httpBody = body
    let first = try await checked { [token] in try await token(account) }
    request.authorize(with: first)
    let answer = try await inTime(or: .timedOut) { [request] in try await reply(request) }
    guard answer.response.statusCode == 401, let first,
      let fresh = try await checked({ [freshToken] in try await freshToken(account, first) }),
      fresh != first
    else { return answer }
    request.authorize(with: fresh)
    return try await inTime(or: .timedOut) { [request] in try await reply(request) }
  }

  /// The token that a closure gives in time, if it is safe to send as a header.
  ///
  /// Any visible ASCII is, which is more than RFC 6750 has, since servers give out such tokens.
  private func checked(
    _ token: @escaping @Sendable () async throws -> String?
  ) async throws -> String? {
    let text = try await inTime(or: .tokenTimedOut, token)
    guard text?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true, text != "" else {
      throw endpoint.error(.invalidToken)
    }
    return text
  }

  /// What work gives within the configuration's timeout.
  func inTime<Value: Sendable>(
    or code: HTTPSourceError.Code,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await withDeadline(after: configuration.timeout, on: scheduler, work)
    } catch is DeadlinePassed {
      throw endpoint.error(code, reason: "\(configuration.timeout)")
    }
  }

  /// Sends a request, and again to where the server points, with the same headers and body.
  private func follow(
    _ request: URLRequest
  ) async throws -> (response: HTTPURLResponse, parts: HTTPAnswer.Parts) {
    var request = request
    for _ in 0...Self.maximumRedirectCount {
      let parts = delegate.parts(of: session.dataTask(with: request))
      var iterator = parts.makeAsyncIterator()
      guard let head = try await iterator.next() else {
        try Task.checkCancellation()
        throw endpoint.error(.transport, reason: "no HTTP answer")
      }
      guard let target = try endpoint.redirect(of: request, by: head.response) else {
        return (head.response, parts)
      }
      request.url = target
    }
    throw endpoint.error(.tooManyRedirects, reason: "\(Self.maximumRedirectCount)")
  }
}

extension URLRequest {
  fileprivate mutating func authorize(with token: String?) {
    setValue(token.map { "Bearer \($0)" }, forHTTPHeaderField: "Authorization")
  }
}
