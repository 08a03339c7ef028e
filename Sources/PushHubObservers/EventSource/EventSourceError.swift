/// Why a stream of events broke, or did not begin.
///
/// The description says what happened, where and what to do. It holds neither the token nor the
/// account nor the address's query.
public struct EventSourceError: RetryAdvice, Hashable {
  /// What happened.
  public let code: Code

  /// The template without its query; empty if the template itself is at fault.
  public let endpoint: String

  /// The status that the server answered with, if it answered.
  public let statusCode: Int?

  /// How long the server wants to be left alone: its `retry` field, or its `Retry-After`.
  public let retryAfter: Duration?

  /// More on what happened, in a few words.
  public let reason: String?

  init(
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
    self.reason = reason
  }

  /// Whether only another account or another token can help, or the server wants no listener.
  public var isFinal: Bool {
    switch code {
    case .unauthorized, .forbidden, .noContent, .invalidAccount, .invalidToken: true
    default: false
    }
  }
}

extension EventSourceError {
  /// What can go wrong with a stream; later versions may know more.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String, CaseIterable {
      case invalidTemplate
      case invalidAccount
      case invalidToken
      case transport
      case ended
      case silent
      case redirectRefused
      case tooManyRedirects
      case unauthorized
      case forbidden
      case noContent
      case failureStatus
      case noEventStream
      case tooLong
      case invalidEvent
    }

    let value: Value

    /// The code's name.
    public var description: String { value.rawValue }

    /// The template gives no address, or has no place for the account.
    public static let invalidTemplate = Code(value: .invalidTemplate)
    /// The account gives no address of its own, being empty, `.` or `..`.
    public static let invalidAccount = Code(value: .invalidAccount)
    /// The token holds other characters than visible ASCII, or none.
    public static let invalidToken = Code(value: .invalidToken)
    /// The server could not be reached, or the connection broke.
    public static let transport = Code(value: .transport)
    /// The server ended the stream.
    public static let ended = Code(value: .ended)
    /// Nothing came for too long, not even a comment.
    public static let silent = Code(value: .silent)
    /// The server pointed to another origin.
    public static let redirectRefused = Code(value: .redirectRefused)
    /// The server pointed from address to address.
    public static let tooManyRedirects = Code(value: .tooManyRedirects)
    /// The server answered 401: it does not know who asks.
    public static let unauthorized = Code(value: .unauthorized)
    /// The server answered 403: who asks may not.
    public static let forbidden = Code(value: .forbidden)
    /// The server answered 204: it wants nobody to listen.
    public static let noContent = Code(value: .noContent)
    /// The server answered with another status that is no success.
    public static let failureStatus = Code(value: .failureStatus)
    /// The answer is something else than a stream of events.
    public static let noEventStream = Code(value: .noEventStream)
    /// A line or an event is longer than ``EventSource/Configuration/maximumByteCount``.
    public static let tooLong = Code(value: .tooLong)
    /// An event can't be decoded.
    public static let invalidEvent = Code(value: .invalidEvent)

    static func code(forStatus status: Int) -> Code {
      switch status {
      case 204: .noContent
      case 401: .unauthorized
      case 403: .forbidden
      default: .failureStatus
      }
    }
  }
}

extension EventSourceError: CustomStringConvertible {
  /// A sentence on what happened, where, and what to do about it.
  public var description: String {
    guard code != .invalidTemplate else {
      return "The template is no address for events, since \(why); \(advice)."
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
    case .transport: "The connection failed (\(why))"
    case .ended: "The server ended the stream"
    case .silent: "Nothing came for \(why)"
    case .redirectRefused: "A redirect to another origin, \(why), was refused"
    case .tooManyRedirects: "The server redirected more than \(why) times"
    case .unauthorized: "The server answered 401, so it doesn't know who asks"
    case .forbidden: "The server answered 403, so the account may not be listened to"
    case .noContent: "The server answered 204, so it wants nobody to listen"
    case .failureStatus: "The server answered with \(status)"
    case .noEventStream: "The answer is \(why), and no stream of events"
    case .tooLong: "A line or an event is longer than \(why)"
    case .invalidEvent: "An event can't be decoded (\(why))"
    }
  }

  private var advice: String {
    switch code.value {
    case .invalidTemplate: "write it as https://host/path/{account}"
    case .invalidAccount: "use an account that is neither empty nor made of one or two dots"
    case .invalidToken: "give visible ASCII characters, without spaces and line breaks"
    case .transport: "check the network, and listen again"
    case .ended: "listen again"
    case .silent: "listen again; a server should send a comment now and then"
    case .redirectRefused: "change the template if the new address is right"
    case .tooManyRedirects: "check the server's redirects"
    case .unauthorized: "let the user sign in again"
    case .forbidden: "check what the account may do, and let the user sign in again"
    case .noContent: "listen again when the user asks for it"
    case .failureStatus: "listen again later"
    case .noEventStream: "check the address"
    case .tooLong: "send the newest notifications only, or raise the limit"
    case .invalidEvent: "check the address, or decode events with a closure of your own"
    }
  }
}
