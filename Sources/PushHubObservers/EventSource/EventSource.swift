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
/// Each event of the default form, `{"latest":[{"id":"n1","order":41}]}`, is a snapshot. A server
/// sends the list as soon as it can, also an empty one: ``BadgeDot`` takes a connection on which no
/// list is known after ``BadgeDot/Configuration/listTimeout`` for a failed one, whatever else comes. One
/// subscription is one connection; when it breaks, it ends with an ``HTTPSourceError``, and
/// ``BadgeDot`` attaches again, by itself not before the server's `retry` field allows, also when the
/// app comes back to the foreground. That field holds until the server sends another, however a
/// connection ends, and for attempts that fail too; where an answer has a `Retry-After` as well, the
/// longer of the two holds.
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
/// **A refused token gets one more try.** A 401 is final only if a fresh token was refused as well,
/// or there is none.
///
/// Source: WHATWG HTML, section 9.2, "Server-sent events".
public final class EventSource: Sendable {
  /// For how many accounts the latest snapshot is remembered.
  public static let maximumRememberedCount = 8

  let endpoint: AccountEndpoint
  let scheduler: any Scheduler
  let configuration: Configuration
  let decode: @Sendable (ServerSentEvent) throws -> [NotificationCursor]?
  private let delegate = HTTPSessionDelegate()
  private let session: URLSession
  private let memory = Mutex(Memory())

  /// What connections have learnt, by account.
  private struct Memory {
    var latest = TaggedMemory<[NotificationCursor]>(capacity: maximumRememberedCount)
    var retry = AddressMemory<Duration>(capacity: maximumRememberedCount)

    mutating func take(_ lesson: EventConnection.Lesson, for address: AccountAddress) {
      switch lesson {
      case .latest(let cursors, let id): latest.remember(cursors, tag: id, for: address)
      case .retry(let duration): retry.remember(duration, for: address)
      }
    }
  }

  /// Makes a source; nothing is listened to yet.
  ///
  /// - Parameters:
  ///   - template: The address. Where it has `{account}`, in its path or query, the account is
  ///     percent-encoded (RFC 6570, simple expansion). Without it the address is the same for all,
  ///     and the token says who listens.
  ///   - scheduler: What time it is.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each connection, `nil` for
  ///     none. What it throws ends the subscription as it is; it may take as long as
  ///     ``Configuration/silence``.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401;
  ///     it is tried once. Without one, or with the same, the 401 is final. By default `token` is
  ///     asked again.
  ///   - decode: Reads an event: a snapshot, or nil if it is about something else. What it throws
  ///     ends the subscription with ``HTTPSourceError/Code/invalidBody``. It is called on a queue
  ///     of the session, for one event after the other.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: Configuration = Configuration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil,
    decode: (@Sendable (ServerSentEvent) throws -> [NotificationCursor]?)? = nil
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(
      template: template,
      token: token,
      freshToken: freshToken,
      tokenTimeout: configuration.silence,
      scheduler: scheduler
    )
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
    private var connected: (snapshots: Stream, request: URLRequest)?
    private var isRenewed = false

    init(source: EventSource, account: AccountID) {
      self.source = source
      self.account = account
    }

    /// Waits for the next snapshot; a slow consumer gets the latest.
    ///
    /// - Returns: The snapshot, or nil when the task is cancelled.
    /// - Throws: ``HTTPSourceError``, or what the token closure threw.
    public mutating func next() async throws -> [NotificationCursor]? {
      let address = try source.endpoint.address(for: account)
      do {
        if connected == nil {
          let request = try await source.request(for: account, at: address)
          try await connect(to: address, with: request)
        }
        return try await nextSnapshot()
      } catch let failure as EventConnection.Failure {
        if try await renew(after: failure, at: address) { return try await next() }
        throw await source.error(for: failure, at: address)
      }
    }

    /// Stands by for the server, also where the token was waited for before.
    private func nextSnapshot() async throws -> [NotificationCursor]? {
      guard let snapshots = connected?.snapshots else { return nil }
      return try await source.scheduler.awaitExternalWork {
        var iterator = snapshots.makeAsyncIterator()
        return try await iterator.next(isolation: MainActor.shared)
      }
    }

    private mutating func connect(
      to address: AccountAddress,
      with request: URLRequest
    ) async throws {
      let snapshots = await source.connect(to: address, with: request)
      connected = (snapshots, request)
    }

    /// Connects once more if a fresh token may be what the server wants.
    private mutating func renew(
      after failure: EventConnection.Failure,
      at address: AccountAddress
    ) async throws -> Bool {
      guard case .status(let response) = failure, response.statusCode == 401, !isRenewed,
        let refused = connected?.request,
        let request = try await source.endpoint.renewed(refused, for: account)
      else { return false }
      isRenewed = true
      try await connect(to: address, with: request)
      return true
    }
  }

  fileprivate typealias Stream = AsyncThrowingStream<[NotificationCursor], any Error>
}

// MARK: - Connecting

extension EventSource {
  fileprivate func request(
    for account: AccountID,
    at address: AccountAddress
  ) async throws -> URLRequest {
    var headers = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    headers["Last-Event-ID"] = memory.withLock { $0.latest.entry(for: address)?.tag }
    return try await endpoint.request(
      for: account,
      at: address.url,
      timeout: configuration.sessionTimeout,
      headers: headers
    )
  }

  fileprivate func connect(
    to address: AccountAddress,
    with request: URLRequest
  ) async -> Stream {
    let tag = request.value(forHTTPHeaderField: "Last-Event-ID")
    let remembered = memory.withLock { $0.latest.entry(for: address) }
    let (snapshots, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let connection = EventConnection(
      continuation: continuation,
      maximumByteCount: configuration.maximumByteCount,
      remembered: remembered?.tag == tag ? remembered : nil,
      decode: decode
    ) { [weak self] lesson in
      self?.memory.withLock { $0.take(lesson, for: address) }
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
  func error(
    for failure: EventConnection.Failure,
    at address: AccountAddress
  ) async -> HTTPSourceError {
    let retry = memory.withLock { $0.retry.value(for: address) }.flatMap { $0 > .zero ? $0 : nil }
    return switch failure {
    case .http(.timedOut), .silent:
      endpoint.error(.silent, retryAfter: retry, reason: "\(configuration.silence)")
    case .http(let failure):
      endpoint.error(
        for: failure,
        timeout: configuration.silence,
        maximumByteCount: configuration.maximumByteCount,
        retry: retry
      )
    case .status(let response):
      await endpoint.error(for: response, now: scheduler.date, retry: retry)
    case .contentType(let type):
      endpoint.error(
        .noEventStream,
        statusCode: 200,
        retryAfter: retry,
        reason: type.map { String($0.essence.prefix(60)) } ?? "of no known type"
      )
    case .ended: endpoint.error(.ended, retryAfter: retry)
    case .undecodable(let cause):
      endpoint.error(
        .invalidBody,
        statusCode: 200,
        retryAfter: retry,
        reason: cause.logDescription
      )
    }
  }
}
