public import Foundation
public import PushHub

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A server's answer: its head, and its body or the parts of it that have not arrived.
struct HTTPAnswer: Sendable {
  /// The parts of an answer, each with the head.
  typealias Parts = AsyncThrowingStream<(response: HTTPURLResponse, body: Data), any Error>

  let response: HTTPURLResponse
  var body = Data()

  /// The parts that have not arrived; releasing them ends the connection.
  var parts: Parts?
}

/// Sends an account's requests to one server, for a registration or an endpoint of your own.
///
/// ```swift
/// final class OrderService: Sendable {
///   private let client: AccountClient
///
///   init(scheduler: any Scheduler, session: Session) throws(HTTPSourceError) {
///     client = try AccountClient(
///       template: "https://api.example.com/accounts/{account}/orders",
///       scheduler: scheduler,
///       token: { account in try await session.accessToken(for: account) }
///     )
///   }
///
///   func orders(for account: AccountID) async throws -> [Order] {
///     try await client.value(for: account) { data, _ in
///       try JSONDecoder().decode([Order].self, from: data)
///     }
///   }
///
///   func send(_ order: Order, for account: AccountID) async throws {
///     try await client.send(order, for: account, idempotencyKey: order.id)
///   }
/// }
/// ```
///
/// - Addresses: The account is percent-encoded, so that no account reaches the address of another one.
///   Redirects are followed within one origin only.
/// - Time: A token and an answer have the time of the configuration each, and a canceled task cancels
///   its request.
/// - Tokens: A token that the server refuses with 401 is replaced once by a fresh one, which is asked for once for all
///   requests that had the token.
/// - Errors: ``HTTPSourceError`` is `RetryAdvice`, which a feature's kernel reads:
///   `Retry-After` is read with any status from 400 up, and a 401 or 403 is final.
/// - Sessions: Each client has a session of its own, which ends with the client.
public final class AccountClient: Sendable {
  let endpoint: AccountEndpoint
  let scheduler: any Scheduler
  let configuration: HTTPConfiguration
  private let delegate: HTTPSessionDelegate
  private let session: URLSession
  private let token: @Sendable (AccountID) async throws -> String?
  private let freshToken: @Sendable (AccountID, _ refused: String) async throws -> String?

  /// The latest token that was refused, and the task that returns a fresh one, by account.
  private let renewals = Lock<[AccountID: (refused: String, task: Task<String?, any Error>)]>([:])

  /// Creates a client; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - template: The address. `{account}`, in its path or query, is replaced by the account,
  ///     percent-encoded but for letters, digits and `-._~` (RFC 6570, simple expansion). Without it
  ///     the address is the same for all accounts.
  ///   - scheduler: The time, for timeouts and for dates in `Retry-After`.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account, called before each request; `nil` for none.
  ///     An error that it throws ends the request.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401; it is
  ///     tried once. Without one, or with the same, the 401 is final. By default `token` is called again.
  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration = HTTPConfiguration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(template)
    self.scheduler = scheduler
    self.configuration = configuration
    delegate = HTTPSessionDelegate(endpoint)
    session = URLSession(
      configuration: configuration.session,
      delegate: delegate,
      delegateQueue: nil
    )
    self.token = token
    self.freshToken = freshToken ?? { account, _ in try await token(account) }
  }

  deinit {
    session.invalidateAndCancel()
  }
}

// MARK: - Requests

extension AccountClient {
  /// Requests a value with `GET`.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - decode: Reads the body of an answer with a status from 200 to 299, on the caller's actor. An error
  ///     that it throws becomes ``HTTPSourceError/Code/invalidBody``, unless it is `RetryAdvice` itself.
  /// - Throws: ``HTTPSourceError``, `CancellationError`, or an error of the token closure.
  public func value<Value>(
    for account: AccountID,
    decode: (Data, HTTPURLResponse) throws -> Value
  ) async throws -> Value {
    let headers = ["Accept": "application/json", "Cache-Control": "no-cache"]
    let answer = try await answer(to: "GET", for: account, headers: headers)
    do {
      return try decode(answer.body, answer.response)
    } catch let error as any RetryAdvice {
      throw error
    } catch {
      throw endpoint.error(
        .invalidBody,
        statusCode: answer.response.statusCode,
        reason: LogText(error).description
      )
    }
  }

  /// Sends a value as JSON with sorted keys, and returns when the server has answered with a status from 200
  /// to 299.
  ///
  /// The body of the answer is not read.
  ///
  /// - Parameters:
  ///   - value: The body of the request.
  ///   - account: The account.
  ///   - method: The HTTP method.
  ///   - idempotencyKey: The header `Idempotency-Key`, the same for each retry.
  /// - Throws: ``HTTPSourceError``, `CancellationError`, an error of the token closure, or an error of
  ///   encoding.
  public func send(
    _ value: some Encodable,
    for account: AccountID,
    method: String = "POST",
    idempotencyKey: String? = nil
  ) async throws {
    var headers = ["Accept": "application/json", "Content-Type": "application/json"]
    headers["Idempotency-Key"] = idempotencyKey
    _ = try await answer(to: method, for: account, headers: headers, body: value.sortedJSON)
  }

  /// The answer to a request that has succeeded; with its body if the request is a `GET`.
  private func answer(
    to method: String,
    for account: AccountID,
    headers: [String: String],
    body: Data? = nil
  ) async throws -> HTTPAnswer {
    let answer = try await send(method, headers, body, for: account) { request in
      var answer = try await self.follow(request)
      guard method == "GET", (200..<300).contains(answer.response.statusCode),
        let parts = answer.parts
      else { return HTTPAnswer(response: answer.response) }
      for try await part in parts {
        answer.body += part.body
        guard answer.body.count <= self.configuration.maximumByteCount else { throw self.tooLarge }
      }
      return answer
    }
    guard (200..<300).contains(answer.response.statusCode) else { throw await error(for: answer) }
    return answer
  }

  /// The head of the answer to a request, with any status, and the parts of its body.
  ///
  /// - Throws: ``HTTPSourceError``, `CancellationError`, or an error of the token closure.
  func open(for account: AccountID, headers: [String: String]) async throws -> HTTPAnswer {
    try await send("GET", headers, for: account) { request in
      try await self.scheduler.awaitExternalWork { try await self.follow(request) }
    }
  }

  /// The error for an answer whose status is not a success.
  func error(for answer: HTTPAnswer) async -> HTTPSourceError {
    let status = answer.response.statusCode
    let codes = [204: HTTPSourceError.Code.noContent, 401: .unauthorized, 403: .forbidden]
    return endpoint.error(
      codes[status] ?? .failureStatus,
      statusCode: status,
      retryAfter: Duration(retryAfter: answer.response, now: await scheduler.date)
    )
  }

  var tooLarge: HTTPSourceError {
    endpoint.error(.tooLarge, reason: "\(configuration.maximumByteCount) bytes")
  }
}

extension AccountClient {
  private func send(
    _ method: String,
    _ headers: [String: String],
    _ body: Data? = nil,
    for account: AccountID,
    _ reply: @escaping @Sendable (URLRequest) async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    var request = URLRequest(
      url: try endpoint.address(for: account),
      cachePolicy: .reloadIgnoringLocalCacheData
    )
    // The timeout of the scheduler counts, which is a day at most.
    request.timeoutInterval = 100_000
    request.allHTTPHeaderFields = headers
    request.httpMethod = method
    request.httpBody = body
    let renewal = renewals.withLock { $0[account]?.task }
    let first = try await checked { [token] in try await token(account) }
    request.authorize(with: first)
    let answer = try await inTime(or: .timedOut) { [request] in try await reply(request) }
    guard answer.response.statusCode == 401, let first,
      let fresh = try await renew(first, for: account, after: renewal), fresh != first
    else { return answer }
    request.authorize(with: fresh)
    return try await inTime(or: .timedOut) { [request] in try await reply(request) }
  }

  /// The token in place of one that was refused: once for all requests that began before it was asked for.
  private func renew(
    _ refused: String,
    for account: AccountID,
    after former: Task<String?, any Error>?
  ) async throws -> String? {
    let task = renewals.withLock { [freshToken] renewals in
      if let latest = renewals[account], latest.refused == refused, latest.task != former {
        return latest.task
      }
      let task = Task { try await freshToken(account, refused) }
      renewals[account] = (refused, task)
      return task
    }
    return try await checked { try await task.value }
  }

  /// The token that a closure returns in time, if it can be sent as a header.
  ///
  /// Any visible ASCII can, which is more than RFC 6750 allows, since some servers use such tokens.
  private func checked(
    _ token: @escaping @Sendable () async throws -> String?
  ) async throws -> String? {
    let text = try await inTime(or: .tokenTimedOut, token)
    guard text?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true, text != "" else {
      throw endpoint.error(.invalidToken)
    }
    return text
  }

  /// The result of work within the configuration's timeout.
  func inTime<Value: Sendable>(
    or code: HTTPSourceError.Code,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard
      let value = try await withDeadline(after: configuration.timeout, on: scheduler, work)
    else { throw endpoint.error(code, reason: "\(configuration.timeout)") }
    return value
  }

  /// Sends a request and follows redirects, with the same headers and body.
  private func follow(_ request: URLRequest) async throws -> HTTPAnswer {
    var request = request
    for _ in 0...5 {
      let parts = delegate.parts(of: session.dataTask(with: request))
      var iterator = parts.makeAsyncIterator()
      guard let head = try await iterator.next() else {
        try Task.checkCancellation()
        throw endpoint.error(.transport, reason: "no HTTP answer")
      }
      guard let target = try endpoint.redirect(of: request, by: head.response) else {
        return HTTPAnswer(response: head.response, parts: parts)
      }
      request.url = target
    }
    throw endpoint.error(.tooManyRedirects, reason: "5")
  }
}

extension Encodable {
  var sortedJSON: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

extension URLRequest {
  fileprivate mutating func authorize(with token: String?) {
    setValue(token.map { "Bearer \($0)" }, forHTTPHeaderField: "Authorization")
  }
}
