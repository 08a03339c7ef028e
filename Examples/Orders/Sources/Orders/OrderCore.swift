public import PushHub

/// Decides which orders are shown, and what the server is asked.
///
/// A new order, for which the user waits, comes before questions about others, and is not retried. A push
/// that has the status of an order is believed, and an answer to an earlier question is ignored then. A
/// question without an answer is retried in the foreground, with growing delays, or with the next push.
public struct OrderCore: FeatureCore {
  /// What the server is asked.
  public typealias Request = OrderQuestion

  /// The order of the question, or the new one.
  public typealias Answer = Order

  /// The order to open.
  public typealias Effect = Order.ID

  /// What is logged.
  public typealias Event = OrderEvent

  /// The user's wish to take an order once more.
  public struct Action: Codable, Equatable, Sendable {
    @Private var reorder: Order.ID
  }

  /// The key in a transcript.
  public static let name = "orders"

  /// Pushes, and responses to them.
  public static let interests: Set<PushEvent.Kind> = [.received, .opened]

  /// The orders, in the order in which they became known; `nil` before the first.
  public private(set) var state: [Order]?
  private var questions: [OrderQuestion] = []
  private var hasFailed = false
  private var isForeground = false

  /// A new order, or else the first question.
  public var request: OrderQuestion? {
    let isWaiting = hasFailed && !isForeground
    return questions.first(where: \.isReorder) ?? (isWaiting ? nil : questions.first)
  }

  /// Ten seconds.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: .seconds(10)) }

  /// Follows pushes, the user and the server.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    isForeground = turn.lifecycle.isForeground
    switch input {
    case .begin: if turn.account == nil { state = [] }
    case .push(.received(let push)):
      guard let account = turn.account, push.account ?? account == account,
        let push = OrderPush(push)
      else { return }
      receive(push, in: &turn)
    case .push(.opened(let push, let response)):
      guard let order = OrderPush(push)?.order else { return }
      switch response.action {
      case .default:
        turn.log(.opened(order))
        turn.perform(order)
      case .custom("REORDER"): reorder(order, in: &turn)
      case .custom, .dismiss: break
      }
    case .action(let action): reorder(action.reorder, in: &turn)
    case .asked(let question): turn.log(.asked(question))
    case .answered(let question, .success(let order)):
      guard questions.contains(question) else { return }
      questions.removeAll { $0 == question }
      hasFailed = false
      show(order, in: &turn)
    case .answered(let question, .failure(let failure)):
      turn.log(.failed(question, error: failure.message))
      if question.isReorder || failure.isPermanent { questions.removeAll { $0 == question } }
      hasFailed = true
    default: break
    }
  }

  private mutating func receive(_ push: OrderPush, in turn: inout FeatureTurn<Self>) {
    let question = OrderQuestion.status(of: push.order)
    if let status = push.status {
      questions.removeAll { $0 == question }
      show(Order(id: push.order, status: status), in: &turn)
    } else {
      if !questions.contains(question) { questions.append(question) }
      hasFailed = false
      turn.retryNow()
    }
  }

  private mutating func reorder(_ order: Order.ID, in turn: inout FeatureTurn<Self>) {
    let question = OrderQuestion.reorder(of: order)
    if !questions.contains(question) { questions.append(question) }
    turn.retryNow(despiteRetryAfter: true)
  }

  private mutating func show(_ order: Order, in turn: inout FeatureTurn<Self>) {
    var orders = state ?? []
    if let index = orders.firstIndex(where: { $0.id == order.id }) {
      orders[index] = order
    } else {
      orders.append(order)
    }
    if orders != state { turn.log(.changed(order)) }
    state = orders
  }
}
