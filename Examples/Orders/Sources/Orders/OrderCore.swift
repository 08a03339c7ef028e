import PushHub
import PushHubNetworking

/// Decides which orders are shown, and what the server is asked.
///
/// One request is under way at a time. A new order, for which the user waits, comes before questions about
/// others. A push that has the status of an order is believed: it needs no request, and the answer to an
/// earlier request is outdated. A question without an answer is retried in the foreground, with growing
/// delays, or with the next push; a new order is not, since its user is notified.
struct OrderCore: ManualFeatureCore {
  typealias Event = OrderEvent

  enum Input {
    case reorder(Order.ID, Ticket)
    case answered(Result<Order, SourceFailure>)
  }

  enum Effect: Equatable {
    case ask(OrderQuestion)

    /// Ends the wait for a new order.
    case finish(Ticket, Result<Order, OrderFailure>)
  }

  /// Identifies a wait for a new order.
  typealias Ticket = Int

  private(set) var state = OrderState()

  /// The question under way, and the ticket of a new order.
  private(set) var request: (question: OrderQuestion, ticket: Ticket?)?
  private var queue: RequestQueue
  private var isForeground = false

  /// The orders of pushes since the request began.
  private var pushedOrders: Set<Order.ID> = []
  private var reorders: [(order: Order.ID, ticket: Ticket)] = []
  private var askedOrders: [Order.ID] = []

  init(generator: any RandomNumberGenerator) {
    queue = RequestQueue(timeout: .seconds(10), generator: generator)
  }

  var nextDeadline: ContinuousClock.Instant? {
    queue.deadline ?? (isForeground && !askedOrders.isEmpty ? queue.retry : nil)
  }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle(let lifecycle, _):
      isForeground = lifecycle.isForeground
      change(to: lifecycle.account, in: &turn)
    case .detached: change(to: nil, in: &turn)
    case .push(.received(let push)): if let push = OrderPush(push) { handle(push, in: &turn) }
    case .own(.reorder(let order, let ticket)) where state.account != nil:
      reorders.append((order, ticket))
    case .own(.reorder(_, let ticket)): turn.perform(.finish(ticket, .failure(.signedOut)))
    case .own(.answered(let result)):
      if let question = request?.question {
        turn.record(OrderAnswer(to: question, result))
      }
      handle(result, in: &turn)
    case .deadline where queue.hasTimedOut(at: turn.now):
      turn.cancel()
      handle(.failure(SourceFailure(message: OrderFailure.late.description)), in: &turn)
    case .deadline, .push, .work, .loaded, .saved: break
    }
    askNext(in: &turn)
  }

  /// Nothing of one account is shown or asked for another.
  private mutating func change(to account: AccountID?, in turn: inout ManualFeatureTurn<Self>) {
    guard account != state.account else { return }
    if queue.reset() { turn.cancel() }
    for ticket in [request?.ticket].compactMap({ $0 }) + reorders.map(\.ticket) {
      turn.perform(.finish(ticket, .failure(.signedOut)))
    }
    state = OrderState(account: account, isKnown: account == nil)
    (request, reorders, askedOrders) = (nil, [], [])
  }

  private mutating func handle(_ push: OrderPush, in turn: inout ManualFeatureTurn<Self>) {
    guard state.account != nil else { return }
    if let status = push.status {
      askedOrders.removeAll { $0 == push.order }
      pushedOrders.insert(push.order)
      show(Order(id: push.order, status: status), toldBy: .push, in: &turn)
    } else {
      if !askedOrders.contains(push.order) { askedOrders.append(push.order) }
      if !queue.isPaused(for: state.account, at: turn.now) { queue.retry = nil }
    }
  }

  private mutating func handle(
    _ result: Result<Order, SourceFailure>,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard let (question, ticket) = request else { return }
    request = nil
    switch result {
    case .success(let order):
      queue.succeed()
      if !pushedOrders.contains(order.id) { show(order, toldBy: .server, in: &turn) }
    case .failure(let failure):
      turn.log(.failed(question, OrderFailure(failure)))
      let isRetried = queue.fail(failure, at: turn.now) != nil && !question.isReorder
      if isRetried, !pushedOrders.contains(question.order) {
        askedOrders = [question.order] + askedOrders.filter { $0 != question.order }
      }
    }
    if let ticket { turn.perform(.finish(ticket, result.mapError { OrderFailure($0) })) }
  }

  private mutating func show(
    _ order: Order,
    toldBy source: OrderEvent.Source,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    if state.set(order) { turn.log(.changed(order, toldBy: source)) }
  }

  private mutating func askNext(in turn: inout ManualFeatureTurn<Self>) {
    guard !queue.isBusy, let account = state.account else { return }
    if !reorders.isEmpty {
      let (order, ticket) = reorders.removeFirst()
      request = (.reorder(of: order), ticket)
    } else if !askedOrders.isEmpty, queue.retry.map({ isForeground && $0 <= turn.now }) ?? true {
      request = (.status(of: askedOrders.removeFirst()), nil)
    }
    guard let question = request?.question else { return }
    queue.begin(for: account, at: turn.now)
    pushedOrders = []
    turn.log(.asked(question))
    turn.perform(.ask(question))
  }
}
