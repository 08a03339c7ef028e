package import Foundation
package import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests for accounts to one server, each with the account's token, and once more with a
/// fresh one if the server has refused it.
package struct AccountClient: Sendable {
  /// Gives an account's token, or none.
  package typealias Token = @Sendable (AccountID) async throws -> String?

  /// Gives an account's token in place of one that was refused, or none.
  package typealias FreshToken = @Sendable (AccountID, _ refused: String) async throws -> String?

  package let endpoint: AccountEndpoint
  package let scheduler: any Scheduler
  private let configuration: HTTPConfiguration
  private let client: HTTPClient
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
    client = HTTPClient(configuration: configuration, scheduler: scheduler)
    self.token = token
    self.freshToken = freshToken ?? { account, _ in try await token(account) }
  }

  /// The answer to a request, whatever its status.
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
    var request = request(to: url, headers: headers)
    request.httpMethod = method
    request.httpBody = body
    return try await send(request, for: account) { try await client.answer(to: $0) }
  }

  /// The head of the answer to a request, whatever its status, and its body as it comes.
  ///
  /// - Throws: As the other.
  func open(
    for account: AccountID,
    headers: [String: String]
  ) async throws -> HTTPReply<HTTPClient.Parts> {
    let request = request(to: try endpoint.address(for: account), headers: headers)
    return try await send(request, for: account) { try await client.open($0) }
  }

  /// What the status of an answer that is no success means.
  package func error<Body>(for answer: HTTPReply<Body>) async -> HTTPSourceError {
    await endpoint.error(for: answer.response, now: scheduler.date)
  }

  /// Why there is no answer, or no more of it.
  func error(for failure: HTTPFailure) -> HTTPSourceError {
    endpoint.error(for: failure, configuration)
  }
}

extension AccountClient {
  /// A request that no cache answers.
  private func request(to url: URL, headers: [String: String]) -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = configuration.sessionTimeout
    request.allHTTPHeaderFields = headers
    return request
  }

  private func send<Body>(
    _ request: URLRequest,
    for account: AccountID,
    _ reply: (URLRequest) async throws -> HTTPReply<Body>
  ) async throws -> HTTPReply<Body> {
    do {
      var request = request
      let first = try await checked { [token] in try await token(account) }
      request.authorize(with: first)
      let answer = try await reply(request)
      guard answer.response.statusCode == 401, let first,
        let fresh = try await checked({ [freshToken] in try await freshToken(account, first) }),
        fresh != first
      else { return answer }
      request.authorize(with: fresh)
      return try await reply(request)
    } catch let failure as HTTPFailure {
      throw error(for: failure)
    }
  }

  /// The token that a closure gives in time, if it is safe to send as a header.
  ///
  /// Any visible ASCII is, which is more than RFC 6750 has, since servers give out such tokens.
  private func checked(
    _ token: @escaping @Sendable () async throws -> String?
  ) async throws -> String? {
    do {
      let text = try await withDeadline(after: configuration.timeout, on: scheduler, token)
      guard let text else { return nil }
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw endpoint.error(.invalidToken)
      }
      return text
    } catch is DeadlinePassed {
      throw endpoint.error(.tokenTimedOut, reason: "\(configuration.timeout)")
    }
  }
}

extension URLRequest {
  fileprivate mutating func authorize(with token: String?) {
    setValue(token.map { "Bearer \($0)" }, forHTTPHeaderField: "Authorization")
  }
}
