public import PushHub

/// The reason why a request to a server has failed.
///
/// The description names the failure, its place and a remedy. It can be logged: it has neither the token nor the
/// account nor the address's query. The only text of the server's in it is the origin of a refused redirect.
public struct HTTPSourceError: RetryAdvice, Equatable {
  /// The kind of failure.
  public let code: Code

  /// The template without its query; empty if the template is invalid.
  public let endpoint: String

  /// The status of the answer, if there was one.
  public let statusCode: Int?

  /// The wait that the server asks for: its `Retry-After`, or a stream's `retry` field, whichever is
  /// longer.
  ///
  /// At most one day. A date is compared with the answer's own `Date`, so that a wrong clock on the device does
  /// no harm, or with the device's clock if there is none. Zero and a date that has passed are `nil`, so that the
  /// next try has a backoff.
  public internal(set) var retryAfter: Duration?

  /// More on what happened; for an error of a decoding closure its type, domain and code.
  public let reason: String?

  /// Describes an error of an endpoint of your own; ``AccountClient`` throws its own.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - endpoint: The address without its query, and without the account.
  ///   - statusCode: The status of the answer, if there was one.
  ///   - retryAfter: The wait that the server asks for.
  ///   - reason: More on what happened, without content from the server; up to 200 characters.
  public init(
    _ code: Code,
    endpoint: String,
    statusCode: Int? = nil,
    retryAfter: Duration? = nil,
    reason: String? = nil
  ) {
    self.code = code
    self.endpoint = endpoint
    self.statusCode = statusCode
    self.retryAfter = retryAfter
    self.reason = reason.map { String($0.prefix(200)) }
  }

  /// Whether only another account or another token can help, or the server allows no listener.
  public var isFinal: Bool {
    [.unauthorized, .forbidden, .noContent, .invalidAccount, .invalidToken].contains(code)
  }

  /// Whether the status is 4xx, except for 408, 425 and 429, or 501, which a repetition won't change.
  public var isRejected: Bool {
    guard let statusCode, !isFinal else { return false }
    return statusCode == 501 || 400..<500 ~= statusCode && ![408, 425, 429].contains(statusCode)
  }
}

extension HTTPSourceError {
  /// A kind of error; later versions may have more.
  public enum Code: Hashable, Sendable, CaseIterable {
    /// The template gives no address.
    case invalidTemplate
    /// The account is empty, `.` or `..`, which has no address of its own.
    case invalidAccount
    /// The token is empty, or has other characters than visible ASCII.
    case invalidToken
    /// The token closure took too long.
    case tokenTimedOut
    /// The server could not be reached, or the connection broke.
    case transport
    /// The server took too long.
    case timedOut
    /// The server redirected to another origin.
    case redirectRefused
    /// The server redirected too often.
    case tooManyRedirects
    /// The server answered 401, also to a fresh token.
    case unauthorized
    /// The server answered 403.
    case forbidden
    /// The server answered with another status that is not a success.
    case failureStatus
    /// The answer, or an event or a line of it, is longer than the configuration allows.
    case tooLarge
    /// The answer, or an event of it, can't be decoded.
    case invalidBody
    /// The server answered 204 to a listener, so it allows no listener.
    case noContent
    /// The answer to a listener is not a stream of events.
    case noEventStream
    /// The server ended a stream.
    case ended
    /// A stream had neither an event nor a comment for too long.
    case streamTimedOut
  }
}

/// The reason why a body can't be decoded, for a decoding closure to throw.
///
/// The text is logged, so quote nothing of the body.
public struct MalformedBody: LoggableError, Equatable {
  /// A description of the problem with the body.
  public let description: String

  /// Creates an error.
  public init(description: String) {
    self.description = description
  }
}

extension HTTPSourceError: LoggableError {
  /// A sentence on what happened, where, and what to do about it.
  public var description: String {
    let why = reason ?? "unknown"
    let status = statusCode.map { "status \($0)" } ?? "no status"
    return switch code {
    case .invalidTemplate:
      "The template is not an address, since \(why); write it as https://host/path/{account}."
    case .invalidAccount:
      """
      The account has no address of its own at \(endpoint); use an account that is neither \
      empty nor made of one or two dots.
      """
    case .invalidToken:
      """
      The token can't be sent at \(endpoint); give visible ASCII characters, without spaces \
      and line breaks.
      """
    case .tokenTimedOut:
      """
      The token took longer than \(why) at \(endpoint); try again, and check why the app's \
      closure returns no token.
      """
    case .transport:
      "The connection failed (\(why)) at \(endpoint); check the network, and try again."
    case .timedOut:
      "The answer took longer than \(why) at \(endpoint); try again, or allow more time."
    case .redirectRefused:
      """
      A redirect to another origin, \(why), was refused at \(endpoint); change the template \
      if the new address is right.
      """
    case .tooManyRedirects:
      "The server redirected more than \(why) times at \(endpoint); check the server's redirects."
    case .unauthorized:
      """
      The server answered 401, so it refuses the token at \(endpoint); let the user sign in again.
      """
    case .forbidden:
      """
      The server answered 403, so the account is not allowed at \(endpoint); check the \
      account's rights, and let the user sign in again.
      """
    case .failureStatus:
      "The server answered with \(status) at \(endpoint); \(retryAdvice)."
    case .tooLarge:
      """
      The server sent more than \(why) at \(endpoint); check the address, send less, or \
      raise the limit.
      """
    case .invalidBody:
      """
      The answer with \(status) can't be decoded (\(why)) at \(endpoint); check the address, \
      or decode with a closure of your own.
      """
    case .noContent:
      """
      The server answered 204, so it allows no listener at \(endpoint); connect again when the \
      user asks for it.
      """
    case .noEventStream:
      "The answer is not a stream of events at \(endpoint); check the address."
    case .ended:
      "The server ended the stream at \(endpoint); connect again."
    case .streamTimedOut:
      """
      Nothing arrived for \(why) at \(endpoint); connect again, and let the server send comments \
      regularly.
      """
    }
  }

  private var retryAdvice: String {
    if let retryAfter { return "try again in \(retryAfter), as the server asks" }
    return (500..<600).contains(statusCode ?? 0)
      ? "try again later" : "check the address, and try again later"
  }
}
