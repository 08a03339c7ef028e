/// Why a server's unread count could not be read.
///
/// The description says what happened, where and what to do. It holds neither the token nor the
/// account nor the address's query.
public struct HTTPUnreadError: Error, Hashable, Sendable {
  /// What happened.
  public let code: Code

  /// The template without its query; empty if the template itself is at fault.
  public let endpoint: String

  /// The status that the server answered with, if it answered.
  public let statusCode: Int?

  /// How long the server wants to be left alone, from its `Retry-After`; at most one day.
  ///
  /// A date is taken against the answer's own `Date`, so that a wrong clock on the device does no
  /// harm, and only without that against the device's. A wish for no delay at all, zero or a date
  /// that has passed, is `nil`: the next try then has the sync's backoff, rather than coming at
  /// once over and over.
  public let retryAfter: Duration?

  /// More on what happened, in a few words; of a decoding closure's error the first 200 characters.
  public let reason: String?

  static let maximumReasonLength = 200

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
}

extension HTTPUnreadError {
  /// What can go wrong with a request; later versions may know more.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String, CaseIterable {
      case invalidTemplate
      case invalidAccount
      case invalidToken
      case transport
      case timedOut
      case redirectRefused
      case tooManyRedirects
      case unauthorized
      case forbidden
      case failureStatus
      case unexpectedNotModified
      case bodyTooLarge
      case invalidBody
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
    /// The server took too long.
    public static let timedOut = Code(value: .timedOut)
    /// The server pointed to another origin.
    public static let redirectRefused = Code(value: .redirectRefused)
    /// The server pointed from address to address.
    public static let tooManyRedirects = Code(value: .tooManyRedirects)
    /// The server answered 401: it does not know who asks.
    public static let unauthorized = Code(value: .unauthorized)
    /// The server answered 403: who asks may not.
    public static let forbidden = Code(value: .forbidden)
    /// The server answered with another status that is no success.
    public static let failureStatus = Code(value: .failureStatus)
    /// The server answered 304 although it was not told of an earlier answer.
    public static let unexpectedNotModified = Code(value: .unexpectedNotModified)
    /// The answer is longer than ``HTTPUnreadCountSource/Configuration/maximumByteCount``.
    public static let bodyTooLarge = Code(value: .bodyTooLarge)
    /// The answer holds no unread count.
    public static let invalidBody = Code(value: .invalidBody)

    static func code(forStatus status: Int) -> Code {
      switch status {
      case 401: .unauthorized
      case 403: .forbidden
      default: .failureStatus
      }
    }
  }
}

extension HTTPUnreadError: UnreadSourceError {
  /// Whether only another account or another token can help.
  public var isFinal: Bool {
    switch code {
    case .unauthorized, .forbidden, .invalidAccount, .invalidToken: true
    default: false
    }
  }
}
