public import PushHub

/// What the server answers to a question; it is ignored without that question.
///
///     {"t":5,"order":"A-17","status":"preparing"}
///     {"t":9,"order":"A-17","error":"503","retryAfter":30}
///     {"t":12,"order":"A-17","again":true,"id":"A-18","status":"placed"}
public struct OrderAnswer: FeatureRecord {
  /// The order that was asked about stands under the key.
  public static let key = "order"

  /// Whether it is a new order, and the answer, are further keys.
  public static let siblings = ["again", "id", "status", "error", "retryAfter", "advice"]

  /// What was asked.
  public var question: OrderQuestion

  /// The order, or why there is none.
  public var result: Result<Order, SourceFailure>

  /// Makes an answer.
  public init(to question: OrderQuestion, _ result: Result<Order, SourceFailure>) {
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
    if values.contains(.error) {
      result = .failure(try SourceFailure(from: decoder))
    } else {
      let id = isReorder ? try values.decode(String.self, forKey: .id) : order
      result = .success(
        Order(id: id, status: try values.decode(OrderStatus.self, forKey: .status))
      )
    }
  }

  /// Writes the question and the answer; ids of orders are private, and their status is not.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Private(question.order), forKey: .order)
    if question.isReorder { try values.encode(true, forKey: .again) }
    switch result {
    case .success(let order):
      if question.isReorder { try values.encode(Private(order.id), forKey: .id) }
      try values.encode(order.status, forKey: .status)
    case .failure(let error): try error.encode(to: encoder)
    }
  }
}
