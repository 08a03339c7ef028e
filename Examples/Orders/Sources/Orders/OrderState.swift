public import PushHub

/// What the app shows of orders.
public struct OrderState: Hashable, Sendable {
  /// Whose orders they are.
  public internal(set) var account: AccountID?

  /// The orders that were heard of, in the order in which they were.
  public private(set) var orders: [Order] = []

  /// Whether something has been heard of the account's orders, or its user has signed out.
  public private(set) var isKnown = false

  init(account: AccountID? = nil, isKnown: Bool = false) {
    self.account = account
    self.isKnown = isKnown
  }

  /// How many orders the customer waits for.
  public var underWayCount: Int { orders.count(where: \.status.isUnderWay) }

  /// Puts an order in the place of what was known of it.
  ///
  /// - Returns: Whether that is news.
  mutating func set(_ order: Order) -> Bool {
    isKnown = true
    guard let place = orders.firstIndex(where: { $0.id == order.id }) else {
      orders.append(order)
      return true
    }
    defer { orders[place] = order }
    return orders[place] != order
  }
}

/// What the orders feature does, at the moment when it happens; for logs, tests and replays.
public enum OrderEvent: Hashable, Sendable {
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

  /// Who told how far an order has come.
  public enum Source: String, Hashable, Sendable {
    /// A push did.
    case push

    /// The server did.
    case server
  }
}
