public import PushHub
public import PushHubObservers

/// Shows how the customer's orders stand, from pushes and from the shop's server.
///
/// A push that has the status of an order is believed; for one that does not, the server is asked, see
/// ``OrderServer``. A tap on such a push opens the order, its action `REORDER` takes the same order once more,
/// and at night it has no banner.
///
/// ```swift
/// let orders = Orders(server: server)
/// try host.install(orders, named: "orders")
/// tree.connect(orders, to: "tabs/orders")
/// ```
@MainActor
public final class Orders: PushFeature {
  /// Runs the decisions.
  public let runtime: FeatureRuntime<OrderCore>

  /// Shows an order that the user has tapped on.
  public var open: ((Order.ID) -> Void)?

  private let quietHours: QuietHours

  /// Makes a feature that is not attached yet.
  ///
  /// - Parameters:
  ///   - server: The shop's server.
  ///   - quietHours: When no banner is shown.
  public init(server: any OrderServer, quietHours: QuietHours = QuietHours()) {
    self.quietHours = quietHours
    runtime = FeatureRuntime(OrderCore()) { question, _ in try await server.answer(question) }
  }

  /// Takes an order once more.
  public func reorder(_ order: Order.ID) { send(OrderCore.Action(reorder: order)) }

  /// Opens an order.
  public func perform(_ order: Order.ID) { open?(order) }

  /// Whether it is a tap on an order, or its action.
  public func handles(_ response: PushResponse, to push: Push) -> Bool {
    OrderPush(push) != nil && [.default, .custom("REORDER")].contains(response.action)
  }

  /// What the orders read of a push.
  public var payloadKeys: Set<String> { ["order", "status"] }
}

extension Orders: PresentationVoter {
  /// At night, the list and the badge are enough for what is no emergency.
  public func presentation(of push: Push) -> PresentationVote {
    guard let date = runtime.scheduler?.date, quietHours.contains(date),
      let order = OrderPush(push)?.order
    else { return .noOpinion }
    log?(.quieted(order))
    return .limit(to: [.list, .badge], reason: "quiet hours")
  }
}

extension Orders: BadgeSource {
  /// How many orders are under way.
  public var badge: Badge {
    state.map { .number($0.count(where: \.status.isUnderWay)) } ?? .unknown
  }

  /// Orders that are under way.
  public var badgeReason: String { "orders under way" }
}
