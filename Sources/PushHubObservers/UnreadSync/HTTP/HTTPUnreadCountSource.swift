public import Foundation
public import PushHub
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The unread count as a server tells it over HTTP.
///
/// ```swift
/// let source = try HTTPUnreadCountSource(
///   template: "https://api.example.com/accounts/{account}/unread",
///   scheduler: scheduler,
///   token: { account in try await session.accessToken(for: account) }
/// )
/// let unread = UnreadSync(
///   source: source,
///   configuration: UnreadSync.Configuration(trackedPages: ["home"])
/// )
/// ```
///
/// Each request is a `GET` that takes no answer from a cache. Any status from 200 to 299 is an
/// answer, and is decoded. Everything else throws: ``HTTPUnreadError`` where HTTP is at fault,
/// `CancellationError` when the task was cancelled, and whatever the token closure threw.
///
/// **Credentials never leave the server they are meant for.** Redirects are followed within one
/// origin only: the same scheme, host and port. Any other is refused with an error that names it,
/// also one from `http` to `https`; the template then wants to be changed.
///
/// **Answers are remembered** with their `ETag`, for the accounts asked for last, up to
/// ``maximumRememberedCount``; the server may then answer 304 without a body. An answer belongs to
/// the account it was given for and is never another one's.
///
/// **Retry-After** is understood as seconds and as a date, with any status from 400 up; see
/// ``HTTPUnreadError/retryAfter``. Without it the sync's own backoff applies.
public final class HTTPUnreadCountSource: Sendable {
  /// How many accounts' answers are remembered together with their `ETag`.
  public static let maximumRememberedCount = 8

  let template: AccountURLTemplate
  let scheduler: any Scheduler
  let configuration: Configuration
  let token: @Sendable (AccountID) async throws -> String?
  let decode: @Sendable (Data, HTTPURLResponse) throws -> UnreadReport
  let client: HTTPClient
  let memory = Mutex(TaggedMemory<UnreadReport>(capacity: maximumRememberedCount))

  /// Makes a source; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - template: The address, with `{account}` somewhere in its path or query. The account is
  ///     percent-encoded there but for letters, digits and `-._~` (RFC 6570, simple expansion), so
  ///     that no account reaches another address.
  ///   - scheduler: What time it is, for timeouts and for dates in `Retry-After`.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each request, `nil` for
  ///     none. Its time does not count for the timeout. What it throws ends the request as it is.
  ///   - decode: Reads the body of an answer; by default `{"unread": 3}`. What it throws becomes
  ///     ``HTTPUnreadError/Code/invalidBody``, unless it is an ``UnreadSourceError`` itself. It is
  ///     called on the actor that asks, in ``UnreadSync`` the main actor.
  /// - Throws: ``HTTPUnreadError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    decode: (@Sendable (Data, HTTPURLResponse) throws -> UnreadReport)? = nil
  ) throws(HTTPUnreadError) {
    do {
      self.template = try AccountURLTemplate(template)
    } catch {
      throw HTTPUnreadError(.invalidTemplate, endpoint: "", reason: error.reason)
    }
    self.scheduler = scheduler
    self.configuration = configuration
    self.token = token
    self.decode = decode ?? { data, _ in try UnreadBody(data).report }
    client = HTTPClient(configuration: configuration, scheduler: scheduler)
  }
}

extension HTTPUnreadCountSource: UnreadCountSource {
  /// Asks the server how many messages an account has not read.
  ///
  /// - Throws: ``HTTPUnreadError``, `CancellationError`, or what the token closure threw.
  public func unreadCount(for account: AccountID) async throws -> UnreadReport {
    guard let url = template.url(for: account) else { throw error(.invalidAccount) }
    let remembered = memory.withLock { $0.entry(for: url) }
    let request = try await request(for: account, at: url, remembered: remembered)
    let answer: HTTPAnswer
    do {
      answer = try await client.answer(to: request)
    } catch let failure as HTTPFailure {
      throw error(for: failure)
    }
    return try await report(in: answer, for: url, remembered: remembered)
  }
}

// MARK: - Requests

extension HTTPUnreadCountSource {
  private func request(
    for account: AccountID,
    at url: URL,
    remembered: TaggedMemory<UnreadReport>.Entry?
  ) async throws -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = configuration.sessionTimeout
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let remembered {
      request.setValue(remembered.tag, forHTTPHeaderField: "If-None-Match")
    }
    if let text = try await token(account) {
      guard let token = BearerToken(text) else { throw error(.invalidToken) }
      request.setValue(token.headerValue, forHTTPHeaderField: "Authorization")
    }
    try Task.checkCancellation()
    return request
  }
}

// MARK: - Answers

extension HTTPUnreadCountSource {
  private func report(
    in answer: HTTPAnswer,
    for url: URL,
    remembered: TaggedMemory<UnreadReport>.Entry?
  ) async throws -> UnreadReport {
    switch answer.response.statusCode {
    case 200..<300:
      let report = try decoded(answer)
      let tag = answer.response.value(forHTTPHeaderField: "ETag")
      memory.withLock { $0.remember(report, tag: tag, for: url) }
      return report
    case 304:
      guard let remembered else { throw error(.unexpectedNotModified, statusCode: 304) }
      return remembered.value
    case let status:
      let wish = await RetryAfter(answer.response, now: scheduler.date)
      throw error(.code(forStatus: status), statusCode: status, retryAfter: wish?.delay)
    }
  }

  private func decoded(_ answer: HTTPAnswer) throws -> UnreadReport {
    do {
      return try decode(answer.body, answer.response)
    } catch let error as any UnreadSourceError {
      throw error
    } catch {
      let status = answer.response.statusCode
      let reason = String("\(error)".prefix(HTTPUnreadError.maximumReasonLength))
      throw self.error(.invalidBody, statusCode: status, reason: reason)
    }
  }
}

// MARK: - Errors

extension HTTPUnreadCountSource {
  private func error(
    _ code: HTTPUnreadError.Code,
    statusCode: Int? = nil,
    retryAfter: Duration? = nil,
    reason: String? = nil
  ) -> HTTPUnreadError {
    HTTPUnreadError(
      code,
      endpoint: template.endpoint,
      statusCode: statusCode,
      retryAfter: retryAfter,
      reason: reason
    )
  }

  private func error(for failure: HTTPFailure) -> HTTPUnreadError {
    switch failure {
    case .timedOut: error(.timedOut, reason: "\(configuration.timeout)")
    case .bodyTooLarge: error(.bodyTooLarge, reason: "\(configuration.maximumByteCount) bytes")
    case .redirectRefused(let origin): error(.redirectRefused, reason: origin)
    case .tooManyRedirects: error(.tooManyRedirects, reason: "\(HTTPRedirect.maximumCount)")
    case .transport(let reason): error(.transport, reason: reason)
    }
  }
}
