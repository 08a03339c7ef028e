public import PushHub

/// What a ``DeviceRegistration`` did; without tokens, tags, topics and names of accounts.
public enum RegistrationEvent: FeatureEvent {
  /// Whether a request registers the device, or ends its registration.
  public enum Purpose: String, Hashable, Sendable {
    /// The server shall send pushes to the device.
    case signOn

    /// The server shall send no more pushes.
    case signOff
  }

  /// A request began.
  case began(Purpose)

  /// The server has acknowledged a request.
  case acknowledged(Purpose)

  /// A request failed, with the delay of the retry.
  ///
  /// Without a delay the server has refused permanently: signing on is retried when something changes, the
  /// user signs in, the app starts, or a day has passed; signing off is not retried.
  case failed(Purpose, String, retryIn: Duration?)

  /// A request was cancelled, since its content is outdated.
  case cancelled(Purpose)

  /// The store could not be read, decoded or written.
  ///
  /// Reading and writing are retried. A store that can't be decoded is replaced. The same failure is logged
  /// once, until the store works again.
  case storeFailed(String)

  /// A topic did not change, since the user has signed out.
  case topicIgnored

  /// There is no request, although something happened that may need one.
  case skipped(Obstacle)

  /// Why there is no request.
  public enum Obstacle: String, Hashable, Sendable {
    /// No account is signed in.
    case signedOut

    /// The system has given no device token so far.
    case noToken

    /// The server has acknowledged the record.
    case known
  }
}

extension RegistrationEvent {
  /// The case; a request that begins is `request`.
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
  public var message: String {
    switch self {
    case .began(.signOn): "tells the server how to reach this device"
    case .began(.signOff): "tells the server to stop, since the user has signed out"
    case .acknowledged(.signOn): "the server knows how to reach this device"
    case .acknowledged(.signOff): "the server has stopped"
    case .failed(let purpose, let message, let delay):
      (purpose == .signOn
        ? "the server does not know how to reach this device" : "the server has not stopped")
        + ": \(message.clause); "
        + (delay.map { "tells it again in \($0.text)" } ?? "does not tell it again by itself")
    case .cancelled(.signOn): "stops telling the server what is true no longer"
    case .cancelled(.signOff): "does not tell the server to stop, since the user is back"
    case .storeFailed(let message): "the store fails: \(message.clause)"
    case .topicIgnored: "leaves the topics, since nobody is signed in"
    case .skipped(.signedOut): "nobody was signed in for whom the server could reach this device"
    case .skipped(.noToken): "the system has given no device token so far"
    case .skipped(.known): "the server knows this already"
    }
  }

  /// Whether it is the reason why there is no request.
  public var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }
}
