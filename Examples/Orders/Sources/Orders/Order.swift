public import PushHub

/// An order, as far as the customer wants to know of it.
public struct Order: Codable, Hashable, Sendable, Identifiable {
  /// What the shop calls it.
  @Private public var id: String

  /// How far it has come.
  public var status: OrderStatus

  /// Describes an order.
  public init(id: String, status: OrderStatus) {
    self.id = id
    self.status = status
  }
}

/// How far an order has come.
public enum OrderStatus: String, Hashable, Sendable, CaseIterable, Codable {
  /// The shop knows of it.
  case placed

  /// The shop works on it.
  case preparing

  /// It has left the shop.
  case onTheWay

  /// The customer has it.
  case delivered

  /// The order is closed.
  case cancelled

  /// Whether the customer waits for it.
  public var isUnderWay: Bool { self != .delivered && self != .cancelled }
}

/// Who knows about orders, and takes new ones.
public protocol OrderServer: Sendable {
  /// Answers a question.
  ///
  /// No other call is under way meanwhile, unless it was canceled and has not ended yet. A call that takes
  /// longer than ten seconds is canceled and has failed.
  ///
  /// - Returns: The order of the question, or the new one.
  /// - Throws: Any error; one that conforms to `RetryAdvice` says when to retry.
  func answer(_ question: OrderQuestion) async throws -> Order
}

/// What a server is asked.
public enum OrderQuestion: Hashable, Sendable {
  /// How far an order has come.
  case status(of: Order.ID)

  /// To take the same order once more.
  case reorder(of: Order.ID)

  /// The order that is asked about.
  public var order: Order.ID {
    switch self {
    case .status(let order), .reorder(let order): order
    }
  }

  /// Whether the same is ordered once more.
  public var isReorder: Bool { self == .reorder(of: order) }
}

/// What a push says about an order, in keys of the shop's own.
///
///     {"aps":{"alert":"Your order is on its way"},"order":"A-17","status":"onTheWay"}
struct OrderPush {
  let order: Order.ID

  /// How far it has come; `nil` if the push does not say it in a word that is known here.
  let status: OrderStatus?

  private struct Keys: Decodable {
    let order: String
    let status: String?
  }

  /// Reads a push; `nil` for one that is not about an order.
  init?(_ push: Push) {
    guard let keys = try? push.decode(Keys.self) else { return nil }
    order = keys.order
    status = keys.status.flatMap(OrderStatus.init)
  }
}
