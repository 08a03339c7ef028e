public import PushHub

/// What a ``PushReceipts`` did.
public enum ReceiptsEvent: FeatureEvent {
  /// A batch of this many receipts is sent.
  case began(Int)

  /// The server has accepted a batch of this many receipts.
  case sent(Int)

  /// A batch could not be sent, or could not be removed after it was sent; with the delay of the retry, if
  /// there is one.
  case failed(String, retryIn: Duration?)

  /// The server will never accept a batch of this many receipts, which is sent in halves.
  case halved(Int)

  /// The server will never accept a receipt, which is discarded.
  case rejected(String)

  /// This many of the oldest receipts were removed to make room.
  case dropped(Int)

  /// This many receipts were removed, since their account has signed out.
  case removed(Int)

  /// This many files of the outbox could not be decoded, and were removed.
  case broken(Int)

  /// A receipt could not be written, or the receipts of an account that signed out could not be removed.
  case outboxFailed(String)

  /// A receipt was written, and waits for more receipts or for a sign-in.
  case waiting(isSignedIn: Bool)
}

extension ReceiptsEvent {
  /// The case; a batch that begins is `batch`.
  public var name: String {
    switch self {
    case .began: "batch"
    case .sent: "sent"
    case .failed: "failed"
    case .halved: "halved"
    case .rejected: "rejected"
    case .dropped: "dropped"
    case .removed: "removed"
    case .broken: "broken"
    case .outboxFailed: "outboxFailed"
    case .waiting: "waiting"
    }
  }

  /// How many, or the error and the delay of the retry.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began(let count), .sent(let count), .halved(let count), .dropped(let count),
      .removed(let count), .broken(let count):
      ["count": .number(JSONNumber(count))]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    case .rejected(let message), .outboxFailed(let message): ["error": .string(message)]
    case .waiting(let isSignedIn): ["signedIn": .bool(isSignedIn)]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .began(let count): "sends \(count.receipts)"
    case .sent(let count): "the server has \(count.receipts)"
    case .failed(let message, let delay):
      "the server takes no receipts: \(message.clause); gets them "
        + (delay.map { "again in \($0.text)" } ?? "when somebody signs in")
    case .halved(let count):
      "the server will not take \(count.receipts) at once; gets them in halves"
    case .rejected(let message): "gives up a receipt: \(message.clause)"
    case .dropped(let count): "\(count.receipts) had to go for want of room"
    case .removed(let count): "removes \(count.receipts), since the user has signed out"
    case .broken(let count): "removes \(count.receipts) that can't be read"
    case .outboxFailed(let message): "the outbox fails: \(message.clause)"
    case .waiting(true): "a receipt is written, and waits until there are more or it is old enough"
    case .waiting(false): "a receipt is written, and waits for somebody to sign in"
    }
  }

  /// Whether it is the reason why no receipts are sent.
  public var isSkip: Bool {
    if case .waiting = self { true } else { false }
  }
}

extension Int {
  fileprivate var receipts: String { self == 1 ? "1 receipt" : "\(self) receipts" }
}
