import Foundation
public import PushHub
public import PushHubNetworking

/// A source of the unread count over HTTP.
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
public typealias HTTPUnreadCountSource = AccountClient

/// Requests the unread count from a server over HTTP.
///
/// Each request is a `GET` that takes no answer from a cache. An answer with any status from 200 to 299 has the
/// body `{"unread": 3}`. Everything else throws. `Retry-After`, redirects and a refused token are treated as in
/// `AccountClient`; without `Retry-After` the sync's own backoff applies.
///
/// For a body of another form, implement ``UnreadCountSource`` with `AccountClient.value(for:decode:)`.
extension AccountClient: UnreadCountSource {
  /// Asks the server how many messages an account has not read.
  ///
  /// - Throws: `HTTPSourceError`, `CancellationError`, or an error of the token closure.
  public func unreadCount(for account: AccountID) async throws -> Int {
    try await value(for: account) { data, _ in try UnreadBody(data).unread }
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
