public import PushHub

/// What the app shows of orders.
public struct OrderState: Hashable, Sendable {
  /// Whose orders they are.
  public internal(set) var account: AccountID?

  /// The known orders, in the order in which they were received.
  public private(set) var orders: [Order] = []

  /// Whether the account's orders are known, or its user has signed out.
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
