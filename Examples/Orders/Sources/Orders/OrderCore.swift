import PushHub

/// Decides which orders are shown, and what the server is asked.
///
/// One question is under way at a time. What the user waits for, a new order, comes before questions
/// about others. A push that says how far an order has come is believed: nobody asks, and an answer
/// to what was asked before is out of date.
struct OrderCore: FeatureCore {
  enum Event {
    case account(AccountID?)
    case push(Order.ID, OrderStatus?)
    case reorder(Order.ID, Ticket)
    case answered(Request.Number, Result<Order, OrderFailure>)
    case deadline
  }

  enum Effect: Equatable {
    case ask(Request)
    case cancel
    case show(OrderState)
    case log(OrderEvent)

    /// Tells who waits for a new order what came of it.
    case finish(Ticket, Result<Order, OrderFailure>)
  }

  /// Names somebody who waits for a new order.
  typealias Ticket = Int

  struct Request: Equatable {
    typealias Number = Int

    let number: Number
    let question: OrderQuestion
    let ticket: Ticket?
    let deadline: ContinuousClock.Instant
  }

  static var deadline: Event { .deadline }
  static let longestRequest = Duration.seconds(10)

  private(set) var state = OrderState()
  private(set) var request: Request?
  /// What pushes have told since the server was asked.
  private var toldOrders: Set<Order.ID> = []
  private var requestCount = 0
  private var reorders: [(order: Order.ID, ticket: Ticket)] = []
  private var askedOrders: [Order.ID] = []

  /// Questions that wait for the one under way.
  var waitingQuestions: [OrderQuestion] {
    reorders.map { .reorder(of: $0.order) } + askedOrders.map { .status(of: $0) }
  }

  var nextDeadline: ContinuousClock.Instant? { request?.deadline }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    let before = state
    var effects =
      switch event {
      case .account(let account): change(to: account)
      case .push(let order, let status): record(order, status)
      case .reorder(let order, let ticket): reorder(order, ticket)
      case .answered(let number, let result): accept(result, of: number)
      case .deadline: giveUp(at: now)
      }
    if state != before {
      effects.append(.show(state))
    }
    return effects + askNext(at: now)
  }
}

// MARK: - Events

extension OrderCore {
  /// Whose orders they are decides everything: nothing of one account is another's.
  private mutating func change(to account: AccountID?) -> [Effect] {
    guard account != state.account else { return [] }
    let tickets = [request?.ticket].compactMap { $0 } + reorders.map(\.ticket)
    let effects: [Effect] = request == nil ? [] : [.cancel]
    state = OrderState(account: account, isKnown: account == nil)
    request = nil
    reorders = []
    askedOrders = []
    return effects + tickets.map { .finish($0, .failure(.signedOut)) }
  }

  private mutating func record(_ order: Order.ID, _ status: OrderStatus?) -> [Effect] {
    guard state.account != nil else { return [] }
    guard let status else {
      if !askedOrders.contains(order) {
        askedOrders.append(order)
      }
      return []
    }
    askedOrders.removeAll { $0 == order }
    toldOrders.insert(order)
    return show(Order(id: order, status: status), toldBy: .push)
  }

  private mutating func reorder(_ order: Order.ID, _ ticket: Ticket) -> [Effect] {
    guard state.account != nil else { return [.finish(ticket, .failure(.signedOut))] }
    reorders.append((order, ticket))
    return []
  }

  private mutating func accept(
    _ result: Result<Order, OrderFailure>,
    of number: Request.Number
  ) -> [Effect] {
    guard let request, request.number == number else { return [] }
    let effects: [Effect] =
      switch result {
      case .success(let order):
        toldOrders.contains(order.id) ? [] : show(order, toldBy: .server)
      case .failure(let failure): [.log(.failed(request.question, failure))]
      }
    self.request = nil
    return effects + (request.ticket.map { [.finish($0, result)] } ?? [])
  }

  private mutating func giveUp(at now: ContinuousClock.Instant) -> [Effect] {
    guard let request, request.deadline <= now else { return [] }
    return [.cancel] + accept(.failure(.late), of: request.number)
  }

  private mutating func show(_ order: Order, toldBy source: OrderEvent.Source) -> [Effect] {
    state.set(order) ? [.log(.changed(order, toldBy: source))] : []
  }

  private mutating func askNext(at now: ContinuousClock.Instant) -> [Effect] {
    guard request == nil, let question = waitingQuestions.first else { return [] }
    let ticket = reorders.isEmpty ? nil : reorders.removeFirst().ticket
    if ticket == nil {
      askedOrders.removeFirst()
    }
    requestCount += 1
    toldOrders = []
    let request = Request(
      number: requestCount,
      question: question,
      ticket: ticket,
      deadline: now + Self.longestRequest
    )
    self.request = request
    return [.log(.asked(question)), .ask(request)]
  }
}
