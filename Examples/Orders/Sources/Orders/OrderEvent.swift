public import PushHub

/// What the orders feature does, at the moment when it happens; for logs, tests and replays.
public enum OrderEvent: FeatureEvent {
  /// The server is asked.
  case asked(OrderQuestion)

  /// Another order is shown, or one that has come further.
  case changed(Order, toldBy: Source)

  /// The server gave no answer.
  case failed(OrderQuestion, OrderFailure)

  /// The user wants to see an order.
  case opened(Order.ID)

  /// A push about an order was kept quiet, since it is night.
  case quieted(Order.ID)

  /// The source of an order's status.
  public enum Source: String, Hashable, Sendable {
    /// A push did.
    case push

    /// The server did.
    case server
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
  public var message: String {
    switch self {
    case .asked(let question): question.message
    case .changed(let order, _): order.message
    case .failed(let question, let failure): "gets no answer about \(question.order): \(failure)"
    case .opened(let order): "the app shows \(order)"
    case .quieted(let order): "the push about \(order) gets no banner at night"
    }
  }
}

extension OrderQuestion {
  var message: String { isReorder ? "asks for \(order) once more" : "asks how \(order) stands" }
}

extension Order {
  var message: String {
    switch status {
    case .placed: "\(id) is placed"
    case .preparing: "\(id) is being prepared"
    case .onTheWay: "\(id) is on its way"
    case .delivered: "\(id) is delivered"
    case .cancelled: "\(id) is cancelled"
    }
  }
}
