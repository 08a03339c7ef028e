public import Orders
public import PushHub
import PushHubRecorder
public import PushHubReplay

extension Topic {
  /// The question that the server is asked.
  static var question: Topic { Topic(OrderTopic.question) }

  private enum OrderTopic: Hashable {
    case question
  }
}

extension OrderEvent: TimelineEvent {
  /// What happened.
  public var name: String {
    switch self {
    case .asked: "asked"
    case .changed: "changed"
    case .failed: "failed"
    case .opened: "opened"
    case .quieted: "quieted"
    }
  }

  /// The order, and what came of it.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .asked(let question):
      ["order": .string(question.order), "again": .bool(question.isReorder)]
    case .changed(let order, let source):
      [
        "order": .string(order.id),
        "status": .string(order.status.rawValue),
        "toldBy": .string(source.rawValue),
      ]
    case .failed(let question, let failure):
      ["order": .string(question.order), "error": .string(failure.description)]
    case .opened(let order), .quieted(let order): ["order": .string(order)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .asked(let question): question.words
    case .changed(let order, _): order.words
    case .failed(let question, let failure): "gets no answer about \(question.order): \(failure)"
    case .opened(let order): "the app shows \(order)"
    case .quieted(let order): "the push about \(order) gets no banner at night"
    }
  }

  /// A sign for each.
  public var look: MarkLook {
    switch self {
    case .asked(let question): MarkLook(question.isReorder ? "↻" : "?", label: question.order)
    case .changed(let order, _): MarkLook(order.status.glyph, label: order.id)
    case .failed: MarkLook("✕", isProblem: true)
    case .opened: MarkLook("▣")
    case .quieted: MarkLook("☾")
    }
  }

  /// The push that told it or asked for it, or the question.
  public var origins: [Topic] {
    switch self {
    case .asked(.status), .changed(_, .push), .quieted: [HubEvent.latestPush]
    case .asked(.reorder), .opened: [HubEvent.latestAnswer]
    case .changed(_, .server), .failed: [.question]
    }
  }

  /// How long the server is asked.
  public var traces: [Trace] {
    switch self {
    case .asked: [.beginsWork(.question)]
    case .failed: [.ends(.question)]
    case .changed, .opened, .quieted: []
    }
  }

  /// What an app does about it next.
  public var reasonForNothing: String? {
    switch self {
    case .asked: nil
    case .failed: "The server is not asked again by itself; the next push makes the app ask."
    case .changed, .opened, .quieted: "This is what the user sees; nothing more comes of it."
    }
  }

  /// Questions, and pushes kept quiet.
  public var tally: Tally? {
    switch self {
    case .asked(let question):
      Tally("Questions about orders", of: question.isReorder ? "once more" : "how it stands")
    case .quieted: Tally("Kept quiet", of: "at night")
    case .changed, .failed, .opened: nil
    }
  }
}

// MARK: - What is true

/// What is true of the orders.
enum OrderFact: FeatureFact {
  case underWay(Int?)
  case order(Order)
  case question(OrderQuestion, deadline: Duration)

  var name: String {
    switch self {
    case .underWay: "underWay"
    case .order(let order): "order \(order.id)"
    case .question: "question"
    }
  }

  var json: JSONValue {
    switch self {
    case .underWay(let count): count.map { JSONValue.number(JSONNumber($0)) } ?? .null
    case .order(let order): .string(order.status.rawValue)
    case .question(let question, let deadline):
      [
        "order": .string(question.order), "again": .bool(question.isReorder),
        "deadline": .number(deadline.secondsNumber),
      ]
    }
  }

  var words: FactWords {
    switch self {
    case .underWay(nil): "no order is known"
    case .underWay(1): "1 order is under way\(.since)"
    case .underWay(let count?): "\(count) orders are under way\(.since)"
    case .order(let order): "\(order.words)\(.since)"
    case .question(let question, let deadline):
      "\(question.words)\(.since), and gives up \(.ahead(deadline))"
    }
  }

  var hasCauses: Bool { self != .underWay(nil) }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? OrderEvent) {
    case (.underWay, .changed): true
    case (.order(let shown), .changed(let told, _)): shown == told
    case (.question(let question, _), .asked(let asked)): question == asked
    default: false
    }
  }
}

// MARK: - In words

extension OrderQuestion {
  fileprivate var words: String {
    isReorder ? "asks for \(order) once more" : "asks how \(order) stands"
  }
}

extension Order {
  var words: String {
    switch status {
    case .placed: "\(id) is placed"
    case .preparing: "\(id) is being prepared"
    case .onTheWay: "\(id) is on its way"
    case .delivered: "\(id) is delivered"
    case .cancelled: "\(id) is cancelled"
    }
  }
}

extension OrderStatus {
  fileprivate var glyph: String {
    switch self {
    case .placed: "1"
    case .preparing: "2"
    case .onTheWay: "3"
    case .delivered: "✓"
    case .cancelled: "–"
    }
  }
}
