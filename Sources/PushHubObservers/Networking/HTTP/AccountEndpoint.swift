package import Foundation
package import PushHub

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Where a source asks for an account, and with which credentials.
package struct AccountEndpoint: Sendable {
  /// Gives an account's token, or none.
  package typealias Token = @Sendable (AccountID) async throws -> String?

  /// Gives an account's token in place of one that was refused, or none.
  package typealias FreshToken = @Sendable (AccountID, _ refused: String) async throws -> String?

  private let template: AccountURLTemplate
  private let token: Token
  private let freshToken: FreshToken
  private let tokenTimeout: Duration
  private let scheduler: any Scheduler

  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  package init(
    template: String,
    token: @escaping Token,
    freshToken: FreshToken?,
    tokenTimeout: Duration,
    scheduler: any Scheduler
  ) throws(HTTPSourceError) {
    do {
      self.template = try AccountURLTemplate(template)
    } catch {
      throw HTTPSourceError(.invalidTemplate, endpoint: "", reason: error.reason)
    }
    self.token = token
    self.freshToken = freshToken ?? { account, _ in try await token(account) }
    self.tokenTimeout = tokenTimeout
    self.scheduler = scheduler
  }

  /// The account's address.
  package func address(for account: AccountID) throws(HTTPSourceError) -> AccountAddress {
    guard let url = template.url(for: account) else { throw error(.invalidAccount) }
    return AccountAddress(url: url, account: account)
  }
}

// MARK: - Requests

extension AccountEndpoint {
  /// A request that no cache answers.
  ///
  /// - Throws: What the token closure threw, ``HTTPSourceError/Code/invalidToken``,
  ///   ``HTTPSourceError/Code/tokenTimedOut``, or `CancellationError`.
  package func request(
    for account: AccountID,
    at url: URL,
    timeout: TimeInterval,
    headers: [String: String]
  ) async throws -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = timeout
    for (name, value) in headers {
      request.setValue(value, forHTTPHeaderField: name)
    }
    if let value = try await authorization({ [token] in try await token(account) }) {
      request.setValue(value, forHTTPHeaderField: "Authorization")
    }
    return request
  }

  /// The request again, with a fresh token in place of the one that the server has refused.
  ///
  /// - Returns: The request, or nil if there is no other token.
  package func renewed(_ request: URLRequest, for account: AccountID) async throws -> URLRequest? {
    guard let refused = request.value(forHTTPHeaderField: "Authorization") else { return nil }
    let refusedToken = BearerToken.text(ofHeaderValue: refused)
    let value = try await authorization { [freshToken] in
      try await freshToken(account, refusedToken)
    }
    guard let value, value != refused else { return nil }
    var request = request
    request.setValue(value, forHTTPHeaderField: "Authorization")
    return request
  }

  /// The header's value for the token that a closure gives within the time.
  private func authorization(
    _ token: @escaping @Sendable () async throws -> String?
  ) async throws -> String? {
    do {
      guard let text = try await withDeadline(after: tokenTimeout, on: scheduler, token) else {
        return nil
      }
      guard let token = BearerToken(text) else { throw error(.invalidToken) }
      return token.headerValue
    } catch is DeadlinePassed {
      throw error(.tokenTimedOut, reason: "\(tokenTimeout)")
    }
  }
}

// MARK: - Errors

extension AccountEndpoint {
  package func error(
    _ code: HTTPSourceError.Code,
    statusCode: Int? = nil,
    retryAfter: Duration? = nil,
    reason: String? = nil
  ) -> HTTPSourceError {
    HTTPSourceError(
      code,
      endpoint: template.endpoint,
      statusCode: statusCode,
      retryAfter: retryAfter,
      reason: reason
    )
  }

  /// What the status of an answer means, and what the answer says of the next try.
  ///
  /// - Parameters:
  ///   - now: The device's wall clock.
  ///   - retry: What the server has said of the next try before.
  package func error(for response: HTTPURLResponse, now: Date, retry: Duration? = nil)
    -> HTTPSourceError
  {
    let code: HTTPSourceError.Code =
      switch response.statusCode {
      case 204: .noContent
      case 401: .unauthorized
      case 403: .forbidden
      default: .failureStatus
      }
    let wishes = [RetryAfter(response, now: now)?.delay, retry].compactMap { $0 }
    return error(code, statusCode: response.statusCode, retryAfter: wishes.max())
  }

  /// Why there is no answer.
  ///
  /// - Parameters:
  ///   - timeout: How long it might have taken.
  ///   - maximumByteCount: How long it might have been.
  ///   - retry: What the server has said of the next try before.
  func error(
    for failure: HTTPFailure,
    timeout: Duration,
    maximumByteCount: Int,
    retry: Duration? = nil
  ) -> HTTPSourceError {
    let (code, reason): (HTTPSourceError.Code, String) =
      switch failure {
      case .timedOut: (.timedOut, "\(timeout)")
      case .bodyTooLarge: (.tooLarge, "\(maximumByteCount) bytes")
      case .redirectRefused(let origin): (.redirectRefused, origin)
      case .tooManyRedirects: (.tooManyRedirects, "\(HTTPRedirect.maximumCount)")
      case .transport(let reason): (.transport, reason)
      }
    return error(code, retryAfter: retry, reason: reason)
  }
}

/// A bearer token that is safe to send as a header, see RFC 6750, section 2.1.
///
/// Any visible ASCII is accepted, which is more than the RFC has, since servers give out such
/// tokens; spaces, control characters and anything else are not.
struct BearerToken {
  /// What follows `Authorization:`.
  let headerValue: String

  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    headerValue = Self.scheme + text
  }

  /// The token in a header's value that was made here.
  static func text(ofHeaderValue value: String) -> String {
    String(value.dropFirst(scheme.count))
  }

  private static let scheme = "Bearer "
}
