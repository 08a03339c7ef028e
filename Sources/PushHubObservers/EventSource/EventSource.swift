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
/// subscription is one connection; when it breaks, it ends with an ``EventSourceError``, and
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

  let template: AccountURLTemplate
  let scheduler: any Scheduler
  let configuration: Configuration
  let token: @Sendable (AccountID) async throws -> String?
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
  ///     ends the subscription with ``EventSourceError/Code/invalidEvent``. It is called on a queue
  ///     of the session.
  /// - Throws: ``EventSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    decode: (@Sendable (ServerSentEvent) throws -> [NotificationCursor]?)? = nil
  ) throws(EventSourceError) {
    do {
      self.template = try AccountURLTemplate(template)
    } catch {
      throw EventSourceError(.invalidTemplate, endpoint: "", reason: error.reason)
    }
    self.scheduler = scheduler
    self.configuration = configuration
    self.token = token
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
    /// - Throws: ``EventSourceError``, or what the token closure threw.
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
    guard let url = template.url(for: account) else { throw error(.invalidAccount) }
    let remembered = memory.withLock { $0.entry(for: url) }
    let request = try await request(for: account, at: url, after: remembered?.tag)
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

  private func request(
    for account: AccountID,
    at url: URL,
    after id: String?
  ) async throws -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = configuration.sessionTimeout
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    request.setValue("no-store", forHTTPHeaderField: "Cache-Control")
    if let id {
      request.setValue(id, forHTTPHeaderField: "Last-Event-ID")
    }
    if let text = try await token(account) {
      guard let token = BearerToken(text) else { throw error(.invalidToken) }
      request.setValue(token.headerValue, forHTTPHeaderField: "Authorization")
    }
    try Task.checkCancellation()
    return request
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
  private func error(
    _ code: EventSourceError.Code,
    statusCode: Int? = nil,
    retryAfter: Duration? = nil,
    reason: String? = nil
  ) -> EventSourceError {
    EventSourceError(
      code,
      endpoint: template.endpoint,
      statusCode: statusCode,
      retryAfter: retryAfter,
      reason: reason
    )
  }

  fileprivate func error(for failure: EventConnection.Failure) async -> EventSourceError {
    switch failure {
    case .http(.redirectRefused(let origin)): return error(.redirectRefused, reason: origin)
    case .http(.tooManyRedirects):
      return error(.tooManyRedirects, reason: "\(HTTPRedirect.maximumCount)")
    case .http(.transport(let reason)): return error(.transport, reason: reason)
    case .http(.timedOut): return error(.silent, reason: "\(configuration.silence)")
    case .http(.bodyTooLarge), .tooLong:
      return error(.tooLong, reason: "\(configuration.maximumByteCount) bytes")
    case .status(let response):
      let status = response.statusCode
      let wish = await RetryAfter(response, now: scheduler.date)
      return error(.code(forStatus: status), statusCode: status, retryAfter: wish?.delay)
    case .contentType(let type):
      return error(.noEventStream, statusCode: 200, reason: String(type.prefix(100)))
    case .ended(let retry): return error(.ended, retryAfter: retry)
    case .silent(let retry):
      return error(.silent, retryAfter: retry, reason: "\(configuration.silence)")
    case .undecodable(let cause):
      return error(.invalidEvent, reason: String("\(cause)".prefix(200)))
    }
  }
}
