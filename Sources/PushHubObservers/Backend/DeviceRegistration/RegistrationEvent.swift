public import PushHub

/// What a ``DeviceRegistration`` did; without tokens, tags, topics and names of accounts.
public enum RegistrationEvent: FeatureEvent {
  /// Whether the server is to push to the device, or to stop.
  public enum Purpose: String, Hashable, Sendable {
    /// The server is to push to the device.
    case signOn

    /// The server is to stop.
    case signOff
  }

  /// A request began.
  case began(Purpose)

  /// The server has acknowledged a request.
  case acknowledged(Purpose)

  /// A request failed, with the delay of the next try.
  ///
  /// Without a delay the server has refused for good: to sign on is tried again when something changes,
  /// the user signs in, the app starts, or a day has passed; to sign off is given up.
  case failed(Purpose, String, retryIn: Duration?)

  /// A request was cancelled, since it says what is true no longer.
  case cancelled(Purpose)

  /// The store could not be read, understood or written.
  ///
  /// It is read again later; what can't be understood is begun anew; the next event writes again.
  case storeFailed(String)

  /// A topic was left as it was, since the user has signed out.
  case topicIgnored

  /// The server is told nothing, although something happened of which it may have to be told.
  case skipped(Obstacle)

  /// Why the server is told nothing.
  public enum Obstacle: String, Hashable, Sendable {
    /// Nobody is signed in.
    case signedOut

    /// The system has given no device token so far.
    case noToken

    /// The server knows all of it.
    case known
  }
}

extension RegistrationEvent {
  /// The case, but for `request`, which is what a request begins as.
  public var name: String {
    switch self {
    case .began: "request"
    case .acknowledged: "acknowledged"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .storeFailed: "storeFailed"
    case .topicIgnored: "topicIgnored"
    case .skipped: "skipped"
    }
  }

  /// The purpose, the error and the delay, where there are any.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began(let purpose), .acknowledged(let purpose), .cancelled(let purpose):
      ["purpose": .string(purpose.rawValue)]
    case .failed(let purpose, let message, let delay):
      [
        "purpose": .string(purpose.rawValue), "error": .string(message),
        "retryIn": delay.map { .number($0.secondsNumber) },
      ]
    case .storeFailed(let message): ["error": .string(message)]
    case .topicIgnored: [:]
    case .skipped(let obstacle): ["reason": .string(obstacle.rawValue)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .began(.signOn): "tells the server how to reach this device"
    case .began(.signOff): "tells the server to stop, since the user has signed out"
    case .acknowledged(.signOn): "the server knows how to reach this device"
    case .acknowledged(.signOff): "the server has stopped"
    case .failed(let purpose, let message, let delay):
      (purpose == .signOn
        ? "the server does not know how to reach this device" : "the server has not stopped")
        + ": \(message.clause); "
        + (delay.map { "tells it again in \($0.words)" } ?? "does not tell it again by itself")
    case .cancelled(.signOn): "stops telling the server what is true no longer"
    case .cancelled(.signOff): "does not tell the server to stop, since the user is back"
    case .storeFailed(let message): "the store fails: \(message.clause)"
    case .topicIgnored: "leaves the topics, since nobody is signed in"
    case .skipped(.signedOut): "nobody was signed in for whom the server could reach this device"
    case .skipped(.noToken): "the system has given no device token so far"
    case .skipped(.known): "the server knows this already"
    }
  }

  /// Whether it says why the server is told nothing.
  public var isReasonForNothing: Bool {
    if case .skipped = self { true } else { false }
  }
}
