public import PushHub
import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// What marks about the receipts are about.
enum ReceiptsTopic: Hashable {
  case batch
  case failure
}

/// What the receipts of pushes did.
public enum ReceiptsEvent: TimelineEvent {
  /// They are sent, so many.
  case began(Int)

  /// The server has taken so many.
  case sent(Int)

  /// The server has taken none, and gets them again after a time, if by itself.
  case failed(String, retryIn: Duration?)

  /// The server takes none of so many, and gets them in halves.
  case halved(Int)

  /// The server will never take one, which is given up.
  case rejected(String)

  /// So many had to go for want of room.
  case dropped(Int)

  /// So many were removed, since their user has signed out.
  case removed(Int)

  init?(_ entry: PushReceiptsLogEntry) {
    switch entry {
    case .sent(let count): self = .sent(count)
    case .failed(let message, let delay): self = .failed(message, retryIn: delay)
    case .halved(let count): self = .halved(count)
    case .rejected(_, let message): self = .rejected(message)
    case .dropped(let count): self = .dropped(count)
    case .removed(let count): self = .removed(count)
    case .broken, .outboxFailed: return nil
    }
  }

  /// The name.
  public var name: String {
    switch self {
    case .began: "batch"
    case .sent: "sent"
    case .failed: "failed"
    case .halved: "halved"
    case .rejected: "rejected"
    case .dropped: "dropped"
    case .removed: "removed"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began(let count), .sent(let count), .halved(let count), .dropped(let count),
      .removed(let count):
      ["count": .number(JSONNumber(count))]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    case .rejected(let message): ["error": .string(message)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .began(let count): "sends \(count.receipts)"
    case .sent(let count): "the server has \(count.receipts)"
    case .failed(let message, nil):
      "the server takes no receipts: \(message.clause); gets them when somebody signs in"
    case .failed(let message, let delay?):
      "the server takes no receipts: \(message.clause); gets them again in \(delay.words)"
    case .halved(let count):
      "the server will not take \(count.receipts) at once; gets them in halves"
    case .rejected(let message): "gives up a receipt: \(message.clause)"
    case .dropped(let count): "\(count.receipts) had to go for want of room"
    case .removed(let count): "removes \(count.receipts), since the user has signed out"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began(let count): MarkLook("→", label: "\(count)")
    case .sent(let count): MarkLook("✓", label: "\(count)")
    case .failed, .rejected: MarkLook("✕", isProblem: true)
    case .halved(let count): MarkLook("½", label: "\(count)", isProblem: true)
    case .dropped(let count): MarkLook("!", label: "\(count)", isProblem: true)
    case .removed(let count): MarkLook("–", label: "\(count)")
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .began: [Topic(ReceiptsTopic.failure), HubEvent.latestPush]
    case .sent, .failed, .halved, .rejected: [Topic(ReceiptsTopic.batch)]
    case .dropped: [HubEvent.latestPush]
    case .removed: []
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    let batch = Topic(ReceiptsTopic.batch)
    let failure = Topic(ReceiptsTopic.failure)
    return switch self {
    case .began: [.beginsWork(batch), .forgets(failure)]
    case .sent, .rejected: [.ends(batch)]
    case .failed, .halved: [.ends(batch), .marks(failure)]
    case .dropped, .removed: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .began: nil
    case .sent: "The server has them; they are gone from the device."
    case .failed, .halved: "The user signed out before, or the play was over."
    case .rejected: "The server would never have taken it."
    case .dropped: "The server is told how many it were."
    case .removed: "What is somebody's goes with them."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began: Tally("Receipts", of: "batches")
    case .failed(let message, _): Tally("Failed batches of receipts", of: message)
    case .sent, .halved, .rejected, .dropped, .removed: nil
    }
  }
}

extension Int {
  fileprivate var receipts: String { self == 1 ? "1 receipt" : "\(self) receipts" }
}

/// What is true of the receipts of pushes.
enum ReceiptsFact: FeatureFact {
  case waiting(Int)
  case sent(Int)

  var name: String {
    switch self {
    case .waiting: "waiting"
    case .sent: "sent"
    }
  }

  var json: JSONValue {
    switch self {
    case .waiting(let count), .sent(let count): .number(JSONNumber(count))
    }
  }

  var words: FactWords {
    switch self {
    case .waiting(0): "no receipt waits"
    case .waiting(1): "1 receipt waits\(.since)"
    case .waiting(let count): "\(count) receipts wait\(.since)"
    case .sent(let count): "the server has \(count.receipts)"
    }
  }

  var hasCauses: Bool { self != .waiting(0) && self != .sent(0) }

  var firstOrigins: [[Topic]] { [[Topic(ReceiptsTopic.failure), HubEvent.latestPush]] }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? ReceiptsEvent) {
    case (.waiting, .sent), (.waiting, .removed), (.sent, .sent): true
    default: false
    }
  }
}
