import Foundation
public import PushHub
import Synchronization

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
/// Each event of the default form, `{"latest":[{"id":"n1","order":41}]}`, is a snapshot. One
/// subscription is one connection; when it breaks, it ends with an ``HTTPSourceError``, and
/// ``BadgeDot`` attaches again, not before the server's `retry` field allows.
///
/// **Nothing is lost between two connections.** The source remembers the latest snapshot with the
/// id of its event and tells the server that id (`Last-Event-ID`). When the server has accepted,
/// the new subscription begins with what was known. An id that is no printable ASCII, or longer than
/// 1,024 bytes, is not remembered.
///
/// **A dead connection is noticed**, see ``Configuration/silence``.
///
/// **Credentials never leave the server they are meant for.** Redirects are followed within one
/// origin only: the same scheme, host and port.
///
/// Source: WHATWG HTML, section 9.2, "Server-sent events".
public final class EventSource: Sendable {
  /// For how many accounts the latest snapshot is remembered.
  public static let maximumRememberedCount = 8

  private let endpoint: AccountEndpoint
  let scheduler: any Scheduler
  let configuration: Configuration
  let decode: @Sendable (ServerSentEvent) throws -> [NotificationCursor]?
  private let delegate = HTTPSessionDelegate()
  private let session: URLSession
  private let memory = Mutex(
    TaggedMemory<[NotificationCursor]>(capacity: maximumRememberedCount)
  )

  /// Makes a source; nothing is listened to yet.
  ///
  /// - Parameters:
  ///   - template: The address, with `{account}` somewhere in its path or query. The account is
  ///     percent-encoded there (RFC 6570, simple expansion).
  ///   - scheduler: What time it is.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each connection, `nil` for
  ///     none. What it throws ends the subscription as it is.
  ///   - decode: Reads an event: a snapshot, or nil if it is about something else. What it throws
  ///     ends the subscription with ``HTTPSourceError/Code/invalidBody``. It is called on a queue
  ///     of the session.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    decode: (@Sendable (ServerSentEvent) throws -> [NotificationCursor]?)? = nil
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(template: template, token: token)
    self.scheduler = scheduler
    self.configuration = configuration
    self.decode = decode ?? { try EventBody($0).cursors }
    session = URLSession(
      configuration: configuration.session,
      delegate: delegate,
      delegateQueue: nil
    )
  }

  deinit {
    session.invalidateAndCancel()
  }
}

extension EventSource: LatestNotificationSource {
  /// Begins to listen; the connection is made when the first snapshot is asked for.
  public func snapshots(for account: AccountID) -> Snapshots {
    Snapshots(source: self, account: account)
  }

  /// An account's snapshots, up to the end of one connection.
  public struct Snapshots: AsyncSequence, Sendable {
    let source: EventSource
    let account: AccountID

    /// Makes an iterator with a connection of its own.
    public func makeAsyncIterator() -> Iterator {
      Iterator(source: source, account: account)
    }
  }

  /// Connects, and gives one snapshot after the other.
  ///
  /// Letting go of the iterator, or cancelling the task that waits, closes the connection.
  public struct Iterator: AsyncIteratorProtocol {
    let source: EventSource
    let account: AccountID
    var snapshots: AsyncThrowingStream<[NotificationCursor], any Error>.Iterator?

    /// Waits for the next snapshot; a slow consumer gets the latest.
    ///
    /// - Returns: The snapshot, or nil when the task is cancelled.
    /// - Throws: ``HTTPSourceError``, or what the token closure threw.
    public mutating func next() async throws -> [NotificationCursor]? {
      do {
        if snapshots == nil {
          snapshots = try await source.connect(to: account).makeAsyncIterator()
        }
        return try await snapshots?.next(isolation: #isolation)
      } catch let failure as EventConnection.Failure {
        throw await source.error(for: failure)
      }
    }
  }
}

// MARK: - Connecting

extension EventSource {
  private func connect(
    to account: AccountID
  ) async throws -> AsyncThrowingStream<[NotificationCursor], any Error> {
    let url = try endpoint.url(for: account)
    let remembered = memory.withLock { $0.entry(for: url) }
    var headers = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    headers["Last-Event-ID"] = remembered?.tag
    let request = try await endpoint.request(
      for: account,
      at: url,
      timeout: configuration.sessionTimeout,
      headers: headers
    )
    let (snapshots, continuation) = AsyncThrowingStream.makeStream(
      of: [NotificationCursor].self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let connection = EventConnection(
      continuation: continuation,
      maximumByteCount: configuration.maximumByteCount,
      remembered: remembered,
      decode: decode
    ) { [weak self] cursors, id in
      self?.memory.withLock { $0.remember(cursors, tag: id, for: url) }
    }
    let task = session.dataTask(with: request)
    delegate.add(connection, for: task)
    continuation.onTermination = { [delegate] _ in
      delegate.removeHandler(for: task)
      task.cancel()
    }
    await watch(connection)
    task.resume()
    return snapshots
  }

  /// Looks every half of the allowed silence whether something has come, for as long as somebody
  /// listens.
  @MainActor
  private func watch(_ connection: EventConnection) {
    scheduler.schedule(after: configuration.silence / 2, tolerance: .seconds(1)) {
      [weak self, weak connection] in
      guard let self, let connection, connection.noteTick() else { return }
      self.watch(connection)
    }
  }
}

// MARK: - Errors

extension EventSource {
  fileprivate func error(for failure: EventConnection.Failure) async -> HTTPSourceError {
    switch failure {
    case .http(.timedOut): endpoint.error(.silent, reason: "\(configuration.silence)")
    case .http(let failure):
      endpoint.error(
        for: failure,
        timeout: configuration.silence,
        maximumByteCount: configuration.maximumByteCount
      )
    case .status(let response): await endpoint.error(for: response, now: scheduler.date)
    case .contentType(let type):
      endpoint.error(.noEventStream, statusCode: 200, reason: String(type.prefix(100)))
    case .ended(let retry): endpoint.error(.ended, retryAfter: retry)
    case .silent(let retry):
      endpoint.error(.silent, retryAfter: retry, reason: "\(configuration.silence)")
    case .undecodable(let cause):
      endpoint.error(.invalidBody, statusCode: 200, reason: "\(cause)")
    }
  }
}
