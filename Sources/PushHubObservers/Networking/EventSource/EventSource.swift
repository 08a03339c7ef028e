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
/// type than the source's, such as those that keep a stream alive, are skipped. For a server that writes
/// `event: notifications`, pass `eventType: "notifications"`; otherwise no list is ever known. A server
/// sends the list as soon as it can, also an empty one: `BadgeDot` takes a connection on which no
/// list is known after `BadgeDot/Configuration/listTimeout` for a failed one, whatever else comes. One
/// subscription is one connection; when it breaks, it ends with an ``HTTPSourceError``, and
/// `BadgeDot` attaches again, by itself not before the server's `retry` field allows, also when the
/// app comes back to the foreground. That field holds until the server sends another, however a
/// connection ends, and for attempts that fail too; where an answer has a `Retry-After` as well, the
/// longer of the two holds.
///
/// **Nothing is lost between two connections.** The source remembers the latest snapshot of the account
/// that was listened to last, with the id of its event, and tells the server that id (`Last-Event-ID`).
/// When the server has accepted, the new subscription begins with what was known. An id that is no
/// printable ASCII is not remembered.
///
/// **A dead connection is noticed**: a proxy or a change of networks can leave a connection open on which
/// nothing will ever come. By default it ends when nothing has come for a minute, not even a comment.
///
/// **Credentials never leave the server they are meant for.** Redirects are followed within one
/// origin only: the same scheme, host and port.
///
/// **A refused token gets one more try.** A 401 is final only if a fresh token was refused as well,
/// or there is none.
///
/// Source: WHATWG HTML, section 9.2, "Server-sent events".
public final class EventSource: Sendable {
  private let client: AccountClient
  private let eventType: String
  private let decode: @Sendable (ServerSentEvent) throws -> [NotificationCursor]?
  @MainActor private var memory = Memory(account: "")

  /// What connections have learnt for an account.
  fileprivate struct Memory {
    let account: AccountID
    var latest: [NotificationCursor]?

    /// The id of the event from which on the list is known; empty if it can't be told.
    var id = ""

    /// How long the server wants to be left alone before the next connection.
    var retry = Duration.zero
  }

  /// Makes a source; nothing is listened to yet.
  ///
  /// - Parameters:
  ///   - template: The address. Where it has `{account}`, in its path or query, the account is
  ///     percent-encoded (RFC 6570, simple expansion). Without it the address is the same for all,
  ///     and the token says who listens.
  ///   - scheduler: What time it is.
  ///   - configuration: Limits, and the session to make. The timeout is how long nothing may come, not even
  ///     a comment, before the connection counts as dead, and how long the head of the answer may take;
  ///     servers send a comment every 15 s or so. The number of bytes is that of a line, and of an event's
  ///     data.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each connection, `nil` for
  ///     none. What it throws ends the subscription as it is; it may take as long as the
  ///     configuration's timeout.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401;
  ///     it is tried once. Without one, or with the same, the 401 is final. By default `token` is
  ///     asked again.
  ///   - eventType: The type of events that are decoded; `message` is that of events without one.
  ///   - decode: Reads an event: a snapshot, or nil if it is about something else. What it throws
  ///     ends the subscription with ``HTTPSourceError/Code/invalidBody``. It is called on the main
  ///     actor, for one event after the other.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration = HTTPConfiguration(timeout: .seconds(60)),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil,
    eventType: String = "message",
    decode: (@Sendable (ServerSentEvent) throws -> [NotificationCursor]?)? = nil
  ) throws(HTTPSourceError) {
    client = try AccountClient(
      template: template,
      scheduler: scheduler,
      configuration: configuration,
      token: token,
      freshToken: freshToken
    )
    self.eventType = eventType
    self.decode = decode ?? { try $0.latest() }
  }
}

// MARK: - Listening

extension EventSource: LatestNotificationSource {
  /// Connects, and gives an account's snapshots, up to the end of the connection.
  ///
  /// A slow consumer gets the latest. Letting go of the snapshots, or cancelling the task that waits,
  /// closes the connection. They end with an ``HTTPSourceError``, or what the token closure threw.
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
    memory.account == account ? memory.retry : nil
  }

  /// Tells snapshots until the connection ends.
  @MainActor
  private func listen(
    to account: AccountID,
    report: ([NotificationCursor]) -> Void
  ) async throws {
    var known = memory.account == account ? memory : Memory(account: account)
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
          guard let latest = try decoded(event) else { continue }
          known.latest = latest
          report(latest)
        }
        known.remember(parser.lastEventID)
        memory = known
        guard !parser.isTooLong else { throw client.tooLarge }
      }
      try Task.checkCancellation()
      throw client.endpoint.error(.ended)
    } catch var error as HTTPSourceError {
      memory = known
      let wish = max(known.retry, error.retryAfter ?? .zero)
      error.retryAfter = wish > .zero ? wish : nil
      throw error
    }
  }

  @MainActor
  private func nextPart(of answer: HTTPAnswer) async throws -> Data? {
    let scheduler = client.scheduler
    return try await client.inTime(or: .silent) {
      try await scheduler.awaitExternalWork {
        var iterator = answer.parts?.makeAsyncIterator()
        return try await iterator?.next(isolation: MainActor.shared)?.body
      }
    }
  }

  private func decoded(_ event: ServerSentEvent) throws -> [NotificationCursor]? {
    guard event.type == eventType else { return nil }
    do {
      return try decode(event)
    } catch {
      let reason = error.logDescription
      throw client.endpoint.error(.invalidBody, statusCode: 200, reason: reason)
    }
  }
}

extension EventSource.Memory {
  /// Takes the id of the event up to which the list is known, if it can be sent as a header.
  fileprivate mutating func remember(_ newID: String) {
    guard latest != nil else { return }
    id = newID.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? newID : ""
  }
}
