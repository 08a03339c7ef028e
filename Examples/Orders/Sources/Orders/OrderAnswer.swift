public import PushHub

/// What the server answers to the question that it was asked; without one, nobody hears it.
///
///     {"t":5,"order":"A-17","status":"preparing"}
///     {"t":9,"order":"A-17","error":"503"}
///     {"t":12,"order":"A-17","again":true,"id":"A-18","status":"placed"}
public struct OrderAnswer: FeatureRecord {
  /// The order that was asked about stands under the key.
  public static let key = "order"

  /// Whether it was asked for again, and the answer, stand beside.
  public static let siblings = ["again", "id", "status", "error"]

  /// What the orders read of a push.
  public static let payloadKeys: Set = ["order", "status"]

  /// What was asked.
  public var question: OrderQuestion

  /// The order, or why there is none.
  public var result: Result<Order, OrderFailure>

  /// Makes an answer.
  public init(to question: OrderQuestion, _ result: Result<Order, OrderFailure>) {
    self.question = question
    self.result = result
  }
}

extension OrderAnswer {
  private enum CodingKeys: String, CodingKey {
    case order, again, id, status, error
  }

  /// Reads a status, an error, or a new order.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let order = try values.decode(String.self, forKey: .order)
    let isReorder = try values.decodeIfPresent(Bool.self, forKey: .again) ?? false
    question = isReorder ? .reorder(of: order) : .status(of: order)
    if let error = try values.decodeIfPresent(String.self, forKey: .error) {
      result = .failure(OrderFailure(description: error))
    } else {
      let id = isReorder ? try values.decode(String.self, forKey: .id) : order
      result = .success(
        Order(id: id, status: try values.decode(OrderStatus.self, forKey: .status))
      )
    }
  }

  /// Writes what was asked, and the answer; what orders are called is private, how far they have come is
  /// not.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Private(question.order), forKey: .order)
    if question.isReorder { try values.encode(true, forKey: .again) }
    switch result {
    case .success(let order):
      if question.isReorder { try values.encode(Private(order.id), forKey: .id) }
      try values.encode(order.status, forKey: .status)
    case .failure(let failure): try values.encode(failure.description, forKey: .error)
    }
  }
}
