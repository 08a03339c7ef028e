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

  /// There is no request, since no account is signed in.
  case signedOut

  /// There is no request, since there is no device token yet.
  case noToken

  /// There is no request, since the server has acknowledged the record.
  case known
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
    case .signedOut, .noToken, .known: "skipped"
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
    case .signedOut: ["reason": "signedOut"]
    case .noToken: ["reason": "noToken"]
    case .known: ["reason": "known"]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .began(let purpose): "sends a request to \(purpose.message)"
    case .acknowledged(let purpose): "the server has acknowledged the request to \(purpose.message)"
    case .failed(let purpose, let message, let delay):
      "the request to \(purpose.message) has failed: \(message.clause); "
        + (delay.map { "retries in \($0.text)" } ?? "does not retry")
    case .cancelled(let purpose): "cancels the request to \(purpose.message), which is outdated"
    case .storeFailed(let message): "the store can't be read or written: \(message.clause)"
    case .topicIgnored: "ignores a change of topics, since no account is signed in"
    case .signedOut: "sends no request, since no account is signed in"
    case .noToken: "sends no request, since there is no device token yet"
    case .known: "sends no request, since the server has acknowledged the record"
    }
  }

  /// Whether it is the reason for not sending a request.
  public var isSkip: Bool {
    [.signedOut, .noToken, .known].contains(self)
  }
}

extension RegistrationEvent.Purpose {
  fileprivate var message: String { self == .signOn ? "register the device" : "sign off" }
}
