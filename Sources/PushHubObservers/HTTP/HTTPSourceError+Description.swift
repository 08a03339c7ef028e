extension HTTPSourceError: CustomStringConvertible {
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
