public import PushHub

/// Why a request to a server has failed.
///
/// The description is what happened, where, and what to do. It has neither the token nor the account nor
/// the address's query, so that it can be logged. Of what the server sent it has one name at most: the
/// origin to which a redirect was refused.
public struct HTTPSourceError: RetryAdvice, Equatable {
  /// What happened.
  public let code: Code

  /// The template without its query; empty if the template itself is at fault.
  public let endpoint: String

  /// The status that the server answered with, if it answered.
  public let statusCode: Int?

  /// How long the server asks to wait: its `Retry-After`, or a stream's `retry` field, whichever is
  /// longer.
  ///
  /// At most one day. A date is taken against the answer's own `Date`, so that a wrong clock on the
  /// device does no harm, and only without that against the device's. A wish for no delay at all,
  /// zero or a date that has passed, is `nil`: the next try then has the observer's backoff, rather
  /// than coming at once over and over.
  public internal(set) var retryAfter: Duration?

  /// More on what happened, in a few words; of a decoding closure's error its type, domain and code.
  public let reason: String?

  /// Describes an error of an endpoint of your own; ``AccountClient`` throws its own.
  ///
  /// - Parameters:
  ///   - code: What happened.
  ///   - endpoint: The address without its query, and without the account.
  ///   - statusCode: The status of the answer, if there was one.
  ///   - retryAfter: How long the server asks to wait.
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

  /// Whether only another account or another token can help, or the server wants no listener.
  public var isFinal: Bool {
    switch code {
    case .unauthorized, .forbidden, .noContent, .invalidAccount, .invalidToken: true
    default: false
    }
  }
}

extension HTTPSourceError {
  /// What can go wrong; later versions may know more.
  public enum Code: Hashable, Sendable, CaseIterable {
    /// The template gives no address.
    case invalidTemplate
    /// The account gives no address of its own, being empty, `.` or `..`.
    case invalidAccount
    /// The token holds other characters than visible ASCII, or none.
    case invalidToken
    /// The token closure took too long.
    case tokenTimedOut
    /// The server could not be reached, or the connection broke.
    case transport
    /// The server took too long.
    case timedOut
    /// The server pointed to another origin.
    case redirectRefused
    /// The server pointed from address to address.
    case tooManyRedirects
    /// The server answered 401, to a fresh token too: it does not know who asks.
    case unauthorized
    /// The server answered 403: who asks may not.
    case forbidden
    /// The server answered with another status that is no success.
    case failureStatus
    /// The answer, or an event or a line of it, is longer than the configuration allows.
    case tooLarge
    /// The answer, or an event of it, can't be decoded.
    case invalidBody
    /// The server answered 204 to a listener: it wants nobody to listen.
    case noContent
    /// The answer to a listener is something else than a stream of events.
    case noEventStream
    /// The server ended a stream.
    case ended
    /// Nothing came on a stream for too long, not even a comment.
    case silent
  }
}

/// Why a body can't be read, for a decoding closure to throw.
///
/// The text should quote nothing of the body, since it is logged.
public struct MalformedBody: LoggableError, Equatable {
  /// What is wrong.
  public let description: String

  /// Makes an error.
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
      "The template is no address, since \(why); write it as https://host/path/{account}."
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
      The token took longer than \(why) at \(endpoint); try again, and see why the app's \
      closure gives no token.
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
      The server answered 401, so it doesn't know who asks at \(endpoint); let the user sign \
      in again.
      """
    case .forbidden:
      """
      The server answered 403, so the account may not be asked for at \(endpoint); check \
      what the account may do, and let the user sign in again.
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
      The server answered 204, so it wants nobody to listen at \(endpoint); listen again \
      when the user asks for it.
      """
    case .noEventStream:
      "The answer is no stream of events at \(endpoint); check the address."
    case .ended:
      "The server ended the stream at \(endpoint); listen again."
    case .silent:
      """
      Nothing came for \(why) at \(endpoint); listen again; a server should send a comment \
      now and then.
      """
    }
  }

  private var retryAdvice: String {
    if let retryAfter { return "try again in \(retryAfter), as the server asks" }
    return (500..<600).contains(statusCode ?? 0)
      ? "try again later" : "check the address, and try again later"
  }
}
