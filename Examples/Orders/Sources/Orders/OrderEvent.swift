public import PushHub

/// What the orders feature does, at the moment when it happens; for logs, tests and replays.
public enum OrderEvent: FeatureEvent {
  /// The server is asked.
  case asked(OrderQuestion)

  /// Another order is shown, or one that has come further.
  case changed(Order)

  /// The server gave no answer.
  case failed(OrderQuestion, error: String)

  /// The user wants to see an order.
  case opened(Order.ID)

  /// A push about an order was kept quiet, since it is night.
  case quieted(Order.ID)

  /// What happened, for people.
  public var message: String {
    switch self {
    case .asked(.reorder(let order)): "asks for \(order) once more"
    case .asked(.status(let order)): "asks how \(order) stands"
    case .changed(let order): "\(order.id) is \(order.status.message)"
    case .failed(let question, let error): "gets no answer about \(question.order): \(error)"
    case .opened(let order): "the app shows \(order)"
    case .quieted(let order): "the push about \(order) gets no banner at night"
    }
  }
}

extension OrderStatus {
  fileprivate var message: String {
    switch self {
    case .placed, .delivered, .cancelled: rawValue
    case .preparing: "being prepared"
    case .onTheWay: "on its way"
    }
  }
}
