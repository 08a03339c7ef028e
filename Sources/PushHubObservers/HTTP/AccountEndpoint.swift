import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where a source asks for an account, and with which credentials.
struct AccountEndpoint: Sendable {
  private let template: AccountURLTemplate
  private let token: @Sendable (AccountID) async throws -> String?

  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  init(
    template: String,
    token: @escaping @Sendable (AccountID) async throws -> String?
  ) throws(HTTPSourceError) {
    do {
      self.template = try AccountURLTemplate(template)
    } catch {
      throw HTTPSourceError(.invalidTemplate, endpoint: "", reason: error.reason)
    }
    self.token = token
  }

  /// The account's address.
  func url(for account: AccountID) throws(HTTPSourceError) -> URL {
    guard let url = template.url(for: account) else { throw error(.invalidAccount) }
    return url
  }

  /// A request that no cache answers.
  ///
  /// - Throws: What the token closure threw, ``HTTPSourceError/Code/invalidToken``, or
  ///   `CancellationError`.
  func request(
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
    if let text = try await token(account) {
      guard let token = BearerToken(text) else { throw error(.invalidToken) }
      request.setValue(token.headerValue, forHTTPHeaderField: "Authorization")
    }
    try Task.checkCancellation()
    return request
  }
}

// MARK: - Errors

extension AccountEndpoint {
  func error(
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
  func error(for response: HTTPURLResponse, now: Date) -> HTTPSourceError {
    let code: HTTPSourceError.Code =
      switch response.statusCode {
      case 204: .noContent
      case 401: .unauthorized
      case 403: .forbidden
      default: .failureStatus
      }
    let wish = RetryAfter(response, now: now)
    return error(code, statusCode: response.statusCode, retryAfter: wish?.delay)
  }

  /// Why there is no answer.
  ///
  /// - Parameters:
  ///   - timeout: How long it might have taken.
  ///   - maximumByteCount: How long it might have been.
  func error(
    for failure: HTTPFailure,
    timeout: Duration,
    maximumByteCount: Int
  ) -> HTTPSourceError {
    switch failure {
    case .timedOut: error(.timedOut, reason: "\(timeout)")
    case .bodyTooLarge: error(.tooLarge, reason: "\(maximumByteCount) bytes")
    case .redirectRefused(let origin): error(.redirectRefused, reason: origin)
    case .tooManyRedirects: error(.tooManyRedirects, reason: "\(HTTPRedirect.maximumCount)")
    case .transport(let reason): error(.transport, reason: reason)
    }
  }
}
