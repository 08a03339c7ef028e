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
/// answer, and is decoded. Everything else throws: ``HTTPSourceError`` where HTTP is at fault,
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
/// ``HTTPSourceError/retryAfter``. Without it the sync's own backoff applies.
public final class HTTPUnreadCountSource: Sendable {
  /// How many accounts' answers are remembered together with their `ETag`.
  public static let maximumRememberedCount = 8

  let endpoint: AccountEndpoint
  let scheduler: any Scheduler
  let configuration: Configuration
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
  ///     ``HTTPSourceError/Code/invalidBody``, unless it gives ``RetryAdvice`` itself. It is
  ///     called on the actor that asks, in ``UnreadSync`` the main actor.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    decode: (@Sendable (Data, HTTPURLResponse) throws -> UnreadReport)? = nil
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(template: template, token: token)
    self.scheduler = scheduler
    self.configuration = configuration
    self.decode = decode ?? { data, _ in try UnreadBody(data).report }
    client = HTTPClient(configuration: configuration, scheduler: scheduler)
  }
}

extension HTTPUnreadCountSource: UnreadCountSource {
  /// Asks the server how many messages an account has not read.
  ///
  /// - Throws: ``HTTPSourceError``, `CancellationError`, or what the token closure threw.
  public func unreadCount(for account: AccountID) async throws -> UnreadReport {
    let url = try endpoint.url(for: account)
    let remembered = memory.withLock { $0.entry(for: url) }
    var headers = ["Accept": "application/json"]
    headers["If-None-Match"] = remembered?.tag
    let request = try await endpoint.request(
      for: account,
      at: url,
      timeout: configuration.sessionTimeout,
      headers: headers
    )
    do {
      let answer = try await client.answer(to: request)
      return try await report(in: answer, for: url, remembered: remembered)
    } catch let failure as HTTPFailure {
      throw endpoint.error(
        for: failure,
        timeout: configuration.timeout,
        maximumByteCount: configuration.maximumByteCount
      )
    }
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
      guard let remembered else { throw endpoint.error(.unexpectedNotModified, statusCode: 304) }
      return remembered.value
    default:
      throw await endpoint.error(for: answer.response, now: scheduler.date)
    }
  }

  private func decoded(_ answer: HTTPAnswer) throws -> UnreadReport {
    do {
      return try decode(answer.body, answer.response)
    } catch let error as any RetryAdvice {
      throw error
    } catch {
      let status = answer.response.statusCode
      throw endpoint.error(.invalidBody, statusCode: status, reason: "\(error)")
    }
  }
}
