public import PushHub

/// Why a server did not give what a source asked it for.
///
/// The description says what happened, where and what to do. It holds neither the token nor the
/// account nor the address's query, so that logs tell it whole. Of what the server sent it holds two
/// names at most: the origin to which a redirect was refused, and the media type, without parameters,
/// of what is no stream of events.
public struct HTTPSourceError: RetryAdvice, Hashable {
  /// What happened.
  public let code: Code

  /// The template without its query; empty if the template itself is at fault.
  public let endpoint: String

  /// The status that the server answered with, if it answered.
  public let statusCode: Int?

  /// How long the server wants to be left alone: its `Retry-After`, or a stream's `retry` field,
  /// whichever is longer.
  ///
  /// At most one day. A date is taken against the answer's own `Date`, so that a wrong clock on the
  /// device does no harm, and only without that against the device's. A wish for no delay at all,
  /// zero or a date that has passed, is `nil`: the next try then has the observer's backoff, rather
  /// than coming at once over and over.
  public let retryAfter: Duration?

  /// More on what happened, in a few words; of a decoding closure's error its type, domain and code.
  public let reason: String?

  package init(
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
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, CaseIterable {
      case invalidTemplate
      case invalidAccount
      case invalidToken
      case tokenTimedOut
      case transport
      case timedOut
      case redirectRefused
      case tooManyRedirects
      case unauthorized
      case forbidden
      case failureStatus
      case unexpectedNotModified
      case tooLarge
      case invalidBody
      case noContent
      case noEventStream
      case ended
      case silent
    }

    package let value: Value

    /// The code's name.
    public var description: String { value.rawValue }
  }
}

extension HTTPSourceError.Code {
  /// The template gives no address.
  public static let invalidTemplate = Self(value: .invalidTemplate)
  /// The account gives no address of its own, being empty, `.` or `..`.
  public static let invalidAccount = Self(value: .invalidAccount)
  /// The token holds other characters than visible ASCII, or none.
  public static let invalidToken = Self(value: .invalidToken)
  /// The token closure took too long.
  public static let tokenTimedOut = Self(value: .tokenTimedOut)
  /// The server could not be reached, or the connection broke.
  public static let transport = Self(value: .transport)
  /// The server took too long.
  public static let timedOut = Self(value: .timedOut)
  /// The server pointed to another origin.
  public static let redirectRefused = Self(value: .redirectRefused)
  /// The server pointed from address to address.
  public static let tooManyRedirects = Self(value: .tooManyRedirects)
  /// The server answered 401, to a fresh token too: it does not know who asks.
  public static let unauthorized = Self(value: .unauthorized)
  /// The server answered 403: who asks may not.
  public static let forbidden = Self(value: .forbidden)
  /// The server answered with another status that is no success.
  public static let failureStatus = Self(value: .failureStatus)
  /// The server answered 304 although it was not told of an earlier answer.
  public static let unexpectedNotModified = Self(value: .unexpectedNotModified)
  /// The answer, or an event or a line of it, is longer than the configuration allows.
  public static let tooLarge = Self(value: .tooLarge)
  /// The answer, or an event of it, can't be decoded.
  public static let invalidBody = Self(value: .invalidBody)
  /// The server answered 204 to a listener: it wants nobody to listen.
  public static let noContent = Self(value: .noContent)
  /// The answer to a listener is something else than a stream of events.
  public static let noEventStream = Self(value: .noEventStream)
  /// The server ended a stream.
  public static let ended = Self(value: .ended)
  /// Nothing came on a stream for too long, not even a comment.
  public static let silent = Self(value: .silent)
}

/// Why a body of a default form can't be read, in words that quote nothing of it.
package struct MalformedBody: LoggableError, Hashable {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

extension HTTPSourceError: LoggableError {
  /// A sentence on what happened, where, and what to do about it.
  public var description: String {
    guard code != .invalidTemplate else {
      return "The template is no address, since \(why); \(advice)."
    }
    return "\(problem) at \(endpoint); \(advice)."
  }

  private var why: String { reason ?? "it is malformed" }

  private var status: String { statusCode.map { "status \($0)" } ?? "no status" }

  private var problem: String {
    switch code.value {
    case .invalidTemplate: "The template is malformed"
    case .invalidAccount: "The account has no address of its own"
    case .invalidToken: "The token can't be sent"
    case .tokenTimedOut: "The token took longer than \(why)"
    case .transport: "The connection failed (\(why))"
    case .timedOut: "The answer took longer than \(why)"
    case .redirectRefused: "A redirect to another origin, \(why), was refused"
    case .tooManyRedirects: "The server redirected more than \(why) times"
    case .unauthorized: "The server answered 401, so it doesn't know who asks"
    case .forbidden: "The server answered 403, so the account may not be asked for"
    case .failureStatus: "The server answered with \(status)"
    case .unexpectedNotModified: "The server answered 304 to a request without a condition"
    case .tooLarge: "The server sent more than \(why)"
    case .invalidBody: "The answer with \(status) can't be decoded (\(why))"
    case .noContent: "The server answered 204, so it wants nobody to listen"
    case .noEventStream: "The answer is \(why), and no stream of events"
    case .ended: "The server ended the stream"
    case .silent: "Nothing came for \(why)"
    }
  }

  private var advice: String {
    switch code.value {
    case .invalidTemplate: "write it as https://host/path/{account}"
    case .invalidAccount: "use an account that is neither empty nor made of one or two dots"
    case .invalidToken: "give visible ASCII characters, without spaces and line breaks"
    case .tokenTimedOut: "try again, and see why the app's closure gives no token"
    case .transport: "check the network, and try again"
    case .timedOut: "try again, or allow more time"
    case .redirectRefused: "change the template if the new address is right"
    case .tooManyRedirects: "check the server's redirects"
    case .unauthorized: "let the user sign in again"
    case .forbidden: "check what the account may do, and let the user sign in again"
    case .failureStatus: retryAdvice
    case .unexpectedNotModified: "check the server and what caches for it"
    case .tooLarge: "check the address, send less, or raise the limit"
    case .invalidBody: "check the address, or decode with a closure of your own"
    case .noContent: "listen again when the user asks for it"
    case .noEventStream: "check the address"
    case .ended: "listen again"
    case .silent: "listen again; a server should send a comment now and then"
    }
  }

  private var retryAdvice: String {
    if let retryAfter { return "try again in \(retryAfter), as the server asks" }
    return (500..<600).contains(statusCode ?? 0)
      ? "try again later" : "check the address, and try again later"
  }
}
