extension HTTPUnreadError: CustomStringConvertible {
  /// A sentence on what happened, where, and what to do about it.
  public var description: String {
    guard code != .invalidTemplate else {
      return "The template is no address for unread counts, since \(why); \(advice)."
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
    case .timedOut: "The answer took longer than \(why)"
    case .redirectRefused: "A redirect to another origin, \(why), was refused"
    case .tooManyRedirects: "The server redirected more than \(why) times"
    case .unauthorized: "The server answered 401, so it doesn't know who asks"
    case .forbidden: "The server answered 403, so the account may not be asked for"
    case .failureStatus: "The server answered with \(status)"
    case .unexpectedNotModified: "The server answered 304 to a request without a condition"
    case .bodyTooLarge: "The answer is longer than \(why)"
    case .invalidBody: "The answer with \(status) has no unread count (\(why))"
    }
  }

  private var advice: String {
    switch code.value {
    case .invalidTemplate: "write it as https://host/path/{account}"
    case .invalidAccount: "use an account that is neither empty nor made of one or two dots"
    case .invalidToken: "give visible ASCII characters, without spaces and line breaks"
    case .transport: "check the network, and try again"
    case .timedOut: "try again, or allow more time"
    case .redirectRefused: "change the template if the new address is right"
    case .tooManyRedirects: "check the server's redirects"
    case .unauthorized: "let the user sign in again"
    case .forbidden: "check what the account may do, and let the user sign in again"
    case .failureStatus: retryAdvice
    case .unexpectedNotModified: "check the server and what caches for it"
    case .bodyTooLarge: "check the address, or raise the limit"
    case .invalidBody: "check the address, or decode the body with a closure of your own"
    }
  }

  private var retryAdvice: String {
    if let retryAfter { return "try again in \(retryAfter), as the server asks" }
    return (500..<600).contains(statusCode ?? 0)
      ? "try again later" : "check the address, and try again later"
  }
}
