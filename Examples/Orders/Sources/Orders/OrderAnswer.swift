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

extension TranscriptVocabulary {
  /// What the orders bring to transcripts.
  public static let orders = TranscriptVocabulary(
    kinds: [OrderAnswer.self],
    payloadKeys: ["order", "status"]
  )
}

extension OrderAnswer {
  /// Reads a status, an error, or a new order.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let order = try fields.text(Self.key)
    let isReorder = try fields.optionalBool("again") ?? false
    question = isReorder ? .reorder(of: order) : .status(of: order)
    if let error = try fields.optionalText("error") {
      guard !fields.has("status"), !fields.has("id") else {
        throw TranscriptMistake("an \"error\" goes with no \"status\" and no \"id\"")
      }
      result = .failure(OrderFailure(description: error))
    } else {
      guard isReorder || !fields.has("id") else {
        throw TranscriptMistake("an \"id\" is that of a new order, with \"again\":true")
      }
      let id = isReorder ? try fields.text("id") : order
      let status = try fields.word("status", among: OrderStatus.allCases)
      result = .success(Order(id: id, status: status))
    }
  }

  /// What was asked, and the answer.
  public var fields: [TranscriptField] {
    var fields = [TranscriptField(Self.key, .string(question.order))]
    if question.isReorder {
      fields.append(TranscriptField("again", true))
    }
    switch result {
    case .success(let order):
      if question.isReorder {
        fields.append(TranscriptField("id", .string(order.id)))
      }
      fields.append(TranscriptField("status", .string(order.status.rawValue)))
    case .failure(let failure):
      fields.append(TranscriptField("error", .string(failure.description)))
    }
    return fields
  }

  /// The answer without what orders are called; how far they have come stays.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    let order = redactor.hash(question.order)
    return Self(
      to: question.isReorder ? .reorder(of: order) : .status(of: order),
      result.map { Order(id: redactor.hash($0.id), status: $0.status) }
    )
  }
}
