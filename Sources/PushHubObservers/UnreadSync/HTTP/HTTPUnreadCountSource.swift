public import Foundation
public import PushHub
import PushHubNetworking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Requests the unread count from a server over HTTP.
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
/// answer, and is decoded. Everything else throws: `HTTPSourceError` where HTTP is at fault,
/// `CancellationError` when the task was canceled, and whatever the token closure threw.
///
/// **Credentials never leave the server they are meant for.** Redirects are followed within one
/// origin only: the same scheme, host and port. Any other is refused with an error that names it,
/// also one from `http` to `https`; change the template then.
///
/// **A refused token gets one more try.** A 401 is final only if a fresh token was refused as well,
/// or there is none.
///
/// **Retry-After** is understood as seconds and as a date, with any status from 400 up; see
/// `HTTPSourceError/retryAfter`. Without it the sync's own backoff applies.
public final class HTTPUnreadCountSource: Sendable {
  /// The configuration of requests.
  public typealias Configuration = HTTPConfiguration

  private let client: AccountClient
  private let decode: @Sendable (Data, HTTPURLResponse) throws -> Int

  /// Creates a source; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - template: The address. Where it has `{account}`, in its path or query, the account is
  ///     percent-encoded but for letters, digits and `-._~` (RFC 6570, simple expansion), so that no
  ///     account reaches another address. Without it the address is the same for all, and the token
  ///     identifies the account: `https://api.example.com/me/unread`.
  ///   - scheduler: The scheduler, for timeouts and for dates in `Retry-After`.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each request, `nil` for
  ///     none. An error of it ends the request as it is; it may take as long as a request may.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401;
  ///     it is tried once. Without one, or with the same, the 401 is final. By default `token` is
  ///     asked again.
  ///   - decode: Reads the body of an answer; by default `{"unread": 3}`. An error of it becomes
  ///     `HTTPSourceError/Code/invalidBody`, unless it gives `RetryAdvice` itself. It is
  ///     called on the actor that asks, in ``UnreadSync`` the main actor.
  /// - Throws: `HTTPSourceError/Code/invalidTemplate`.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil,
    decode: (@Sendable (Data, HTTPURLResponse) throws -> Int)? = nil
  ) throws(HTTPSourceError) {
    client = try AccountClient(
      template: template,
      scheduler: scheduler,
      configuration: configuration,
      token: token,
      freshToken: freshToken
    )
    self.decode = decode ?? { data, _ in try UnreadBody(data).unread }
  }
}

extension HTTPUnreadCountSource: UnreadCountSource {
  /// Asks the server how many messages an account has not read.
  ///
  /// - Throws: `HTTPSourceError`, `CancellationError`, or what the token closure threw.
  public func unreadCount(for account: AccountID) async throws -> Int {
    try await client.value(for: account, decode: decode)
  }
}

/// A body of the default form: a JSON dictionary such as `{"unread": 3}`.
struct UnreadBody {
  let unread: Int

  init(_ data: Data) throws(MalformedBody) {
    let body = try? PushPayload(json: data)
    guard let unread = body?["unread"]?.numberValue?.int, unread >= 0 else {
      throw MalformedBody(description: "it has no whole number, zero or more, under the key unread")
    }
    self.unread = unread
  }
}
