public import PushHub

/// An event of a ``DeviceRegistration``; without tokens, tags, topics and names of accounts.
public enum RegistrationEvent: FeatureEvent {
  /// Whether a request registers the device, or ends its registration.
  public enum Purpose: String, Hashable, Sendable {
    /// The server can send pushes to the device.
    case signOn

    /// The server sends no more pushes.
    case signOff
  }

  /// The reason why there is no request.
  public enum Reason: String, Sendable {
    /// No account is signed in.
    case signedOut

    /// There is no device token yet.
    case noToken

    /// The server has acknowledged the record.
    case known
  }

  /// A request began.
  case request(purpose: Purpose)

  /// The server has acknowledged a request.
  case acknowledged(purpose: Purpose)

  /// A request failed, with the delay of the retry.
  ///
  /// Without a delay the server has refused permanently, see ``DeviceRegistration``.
  case failed(error: String, retryIn: Duration?)

  /// The store could not be read, decoded or written.
  ///
  /// Reading and writing are retried. A store that can't be decoded is replaced. The same failure is logged
  /// once, until the store works again.
  case storeFailed(error: String)

  /// A topic did not change, since the user has signed out.
  case topicIgnored

  /// A topic is blank, and is refused.
  case emptyTopic

  /// A token has no content, and is refused.
  case emptyToken

  /// There is no request, although something happened that can cause one.
  case skipped(reason: Reason)

  /// A description for people.
  public var message: String {
    switch self {
    case .request(let purpose): "sends a request to \(purpose.message)"
    case .acknowledged(let purpose): "the server has acknowledged the request to \(purpose.message)"
    case .failed(let message, let delay):
      "the request has failed: \(LogText(clause: message)); "
        + (delay.map { "retries in \(LogText($0))" } ?? "does not retry")
    case .storeFailed(let message):
      "the store can't be read or written: \(LogText(clause: message))"
    case .topicIgnored: "ignores a change of topics, since no account is signed in"
    case .emptyTopic: "refuses a blank topic"
    case .emptyToken: "refuses an empty token"
    case .skipped(.signedOut): "sends no request, since no account is signed in"
    case .skipped(.noToken): "sends no request, since there is no device token yet"
    case .skipped(.known): "sends no request, since the server has acknowledged the record"
    }
  }

  /// Whether it is the reason for not sending a request.
  public var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }

  /// An error for a failure, and for what is refused or ignored.
  public var level: LogLevel {
    switch self {
    case .failed, .storeFailed, .topicIgnored, .emptyTopic, .emptyToken: .error
    case .skipped: .debug
    default: .info
    }
  }

  /// `true`: it names no topic and no token.
  public var isPublic: Bool { true }
}

extension RegistrationEvent.Purpose {
  fileprivate var message: String { self == .signOn ? "register the device" : "sign off" }
}
