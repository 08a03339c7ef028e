public import PushHub

/// An event of a ``PushReceipts``.
public enum ReceiptsEvent: FeatureEvent, Codable {
  /// A batch of this many receipts is sent.
  case batch(count: Int)

  /// The server has accepted a batch of this many receipts.
  case sent(count: Int)

  /// A batch could not be sent, or could not be removed after it was sent; with the delay of the retry, if
  /// there is one.
  case failed(error: String, retryIn: Duration?)

  /// The server will never accept a batch of this many receipts, which is sent in halves.
  case halved(count: Int)

  /// The server will never accept a receipt, which is discarded.
  case rejected(error: String)

  /// This many of the oldest receipts were removed to make room.
  case dropped(count: Int)

  /// This many receipts were removed, since their account has signed out.
  case removed(count: Int)

  /// This many files of the outbox could not be decoded, and were removed.
  case broken(count: Int)

  /// A receipt could not be written, or the receipts of an account that signed out could not be removed.
  case outboxFailed(error: String)

  /// A receipt was written, and waits for more receipts or for a sign-in.
  case waiting(signedIn: Bool)

  /// A description for people.
  public var message: String {
    switch self {
    case .batch(let count): "sends \(count.receipts)"
    case .sent(let count): "the server has \(count.receipts)"
    case .failed(let message, let delay):
      "the server takes no receipts: \(LogText(clause: message)); gets them again "
        + (delay.map { "in \(LogText($0))" } ?? "on a return to the foreground")
    case .halved(let count):
      "the server will not take \(count.receipts) at once; gets them in halves"
    case .rejected(let message): "gives up a receipt: \(LogText(clause: message))"
    case .dropped(let count): "\(count.receipts) had to go for want of room"
    case .removed(let count): "removes \(count.receipts), since the user has signed out"
    case .broken(let count): "removes \(count.receipts) that can't be read"
    case .outboxFailed(let message): "the outbox fails: \(LogText(clause: message))"
    case .waiting(true): "a receipt is written, and waits until there are more or it is old enough"
    case .waiting(false): "a receipt is written, and waits for a sign-in"
    }
  }

  /// Whether it is the reason why no receipts are sent.
  public var isSkip: Bool {
    if case .waiting = self { true } else { false }
  }

  /// An error for a failure, and for receipts that are lost.
  public var level: LogLevel {
    switch self {
    case .failed, .halved, .rejected, .dropped, .broken, .outboxFailed: .error
    case .waiting: .debug
    default: .info
    }
  }

  /// `true`: it counts receipts, and names none.
  public var isPublic: Bool { true }
}

extension Int {
  fileprivate var receipts: String { self == 1 ? "1 receipt" : "\(self) receipts" }
}
