import Foundation
public import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The latest notifications as a server sends them: server-sent events over HTTP.
///
/// ```swift
/// let source = try EventSource(
///   template: "https://api.example.com/accounts/{account}/notifications",
///   scheduler: scheduler,
///   token: { account in try await session.accessToken(for: account) }
/// )
/// ```
///
/// Each event of the default form, `{"latest":[{"id":"n1","order":41}]}`, is a snapshot. Events of another
/// type than the source's and events without a JSON object, such as those that keep a stream alive, are skipped;
/// `onSkip` can log them. For a server that writes `event: notifications`, pass `eventType: "notifications"`.
///
/// A server sends the list as soon as it can, also an empty one. For `BadgeDot` a connection without a list
/// has failed after `BadgeDot/Configuration/listTimeout`.
///
/// - Connections: One subscription is one connection. When it breaks, it ends with an ``HTTPSourceError``, and
///   `BadgeDot` connects again.
/// - Retries: The server's `retry` field holds until the server sends another one, also after an attempt that
///   fails. If an answer has a `Retry-After` as well, the longer of the two holds.
/// - Snapshots: The source stores the latest snapshot of each account, with the id of its event, which the
///   next connection sends as `Last-Event-ID`. When the server has accepted the connection, the new subscription
///   begins with that snapshot. An id with other characters than printable ASCII is not stored.
/// - Timeouts: A proxy or a change of networks can leave a dead connection open. By default a connection ends
///   after a minute without an event or a comment.
/// - Credentials: Redirects are followed within one origin only: the same scheme, host and port.
/// - Tokens: A 401 is final only if a fresh token was refused as well, or there is none.
///
/// Source: WHATWG HTML, section 9.2, "Server-sent events".
public final class EventSource: Sendable {
  private let client: AccountClient
  private let eventType: String
  private let onSkip: @MainActor (ServerSentEvent) -> Void
  private let decode: @Sendable (ServerSentEvent) throws -> [NotificationCursor]?
  @MainActor private var memories: [AccountID: Memory] = [:]

  /// The data that connections have received for an account.
  private struct Memory {
    var latest: [NotificationCursor]?

    /// The id of the latest event; empty if it can't be sent.
    var id = ""

    /// The wait before the next connection that the server asks for.
    var retry = Duration.zero
  }

  /// Creates a source without a connection.
  ///
  /// - Parameters:
  ///   - template: The address. Where it has `{account}`, in its path or query, the account is
  ///     percent-encoded (RFC 6570, simple expansion). Without it the address is the same for all
  ///     accounts.
  ///   - scheduler: The time, for timeouts.
  ///   - configuration: Limits, and the session to make. The timeout is that of the head of the answer, and of
  ///     each event or comment after it; servers send a comment every 15 s or so. The number of bytes is that
  ///     of a line, and of an event's data.
  ///   - token: The bearer token (RFC 6750) for an account; called before each connection, `nil` for
  ///     none. An error that it throws ends the subscription; it may take as long as the configuration's
  ///     timeout.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401;
  ///     it is tried once. Without one, or with the same, the 401 is final. By default `token` is
  ///     called again.
  ///   - eventType: The type of events that are decoded; `message` is that of events without one.
  ///   - onSkip: Called with each event that is skipped, to log it.
  ///   - decode: Decodes a snapshot, or returns `nil` for another event. An error ends the subscription with
  ///     ``HTTPSourceError/Code/invalidBody``. Called on the main actor, for each event in order.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration = HTTPConfiguration(timeout: .seconds(60)),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil,
    eventType: String = "message",
    onSkip: @escaping @MainActor (ServerSentEvent) -> Void = { _ in },
    decode: (@Sendable (ServerSentEvent) throws -> [NotificationCursor]?)? = nil
  ) throws(HTTPSourceError) {
    client = try AccountClient(
      template: template,
      scheduler: scheduler,
      configuration: configuration,
      token: token,
      freshToken: freshToken
    )
    (self.eventType, self.onSkip) = (eventType, onSkip)
    self.decode = decode ?? { try $0.latest() }
  }
}

// MARK: - Listening

extension EventSource: LatestNotificationSource {
  /// Connects, and returns an account's snapshots, up to the end of the connection.
  ///
  /// A slow consumer gets the latest. Releasing the snapshots, or canceling the task that waits, closes the
  /// connection. They end with an ``HTTPSourceError``, or an error of the token closure.
  @MainActor
  public func snapshots(
    for account: AccountID
  ) -> AsyncThrowingStream<[NotificationCursor], any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let listening = client.scheduler.perform {
        do {
          try await self.listen(to: account) { continuation.yield($0) }
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in listening.cancel() }
    }
  }

  /// The `retry` field that the account's server sent last.
  public func retryAfter(for account: AccountID) -> Duration? {
    memories[account]?.retry
  }

  /// Reports snapshots until the connection ends.
  @MainActor
  private func listen(
    to account: AccountID,
    report: ([NotificationCursor]) -> Void
  ) async throws {
    var known = memories[account] ?? Memory()
    do {
      var headers = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
      headers["Last-Event-ID"] = known.id.isEmpty ? nil : known.id
      let answer = try await client.open(for: account, headers: headers)
      guard answer.response.statusCode == 200 else { throw await client.error(for: answer) }
      guard answer.response.mimeType?.lowercased() == "text/event-stream" else {
        throw client.endpoint.error(.noEventStream, statusCode: 200)
      }
      if let latest = known.latest, !known.id.isEmpty {
        report(latest)
      }
      var parser = ServerSentEventParser(
        maximumByteCount: client.configuration.maximumByteCount,
        lastEventID: known.id
      )
      while let data = try await nextPart(of: answer) {
        let events = parser.read(data)
        known.retry = parser.retry ?? known.retry
        for event in events {
          guard let latest = try decoded(event) else {
            onSkip(event)
            continue
          }
          known.latest = latest
          report(latest)
        }
        let id = parser.lastEventID
        if known.latest != nil {
          known.id = id.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? id : ""
        }
        memories[account] = known
        guard !parser.isTooLong else { throw client.tooLarge }
      }
      try Task.checkCancellation()
      throw client.endpoint.error(.ended)
    } catch var error as HTTPSourceError {
      memories[account] = known
      let pause = max(known.retry, error.retryAfter ?? .zero)
      error.retryAfter = pause > .zero ? pause : nil
      throw error
    }
  }

  @MainActor
  private func nextPart(of answer: HTTPAnswer) async throws -> Data? {
    let scheduler = client.scheduler
    return try await client.inTime(or: .streamTimedOut) {
      try await scheduler.awaitExternalWork {
        guard let parts = answer.parts else { return nil }
        for try await part in parts { return part.body }
        return nil
      }
    }
  }

  private func decoded(_ event: ServerSentEvent) throws -> [NotificationCursor]? {
    guard event.type == eventType else { return nil }
    do {
      return try decode(event)
    } catch {
      let reason = LogText(error).description
      throw client.endpoint.error(.invalidBody, statusCode: 200, reason: reason)
    }
  }
}
