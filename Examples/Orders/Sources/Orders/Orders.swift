public import Observation
public import PushHub
public import PushHubObservers

/// Shows how the customer's orders stand, from pushes and from the shop's server.
///
/// A push that says how far an order has come is believed; for one that does not, the server is
/// asked, see ``OrderServer``. One question is under way at a time, for ten seconds at most. A tap on
/// such a push opens the order, its action `REORDER` takes the same order once more, and at night its
/// banner stays away.
///
/// ```swift
/// let orders = Orders(server: server)
/// try host.install(orders, named: "orders")
/// tree.connect(orders, to: "tabs/orders")
/// ```
@MainActor
@Observable
public final class Orders {
  /// What the app shows now.
  public private(set) var state = OrderState()

  /// Told of what the feature does, at the moment when it happens.
  @ObservationIgnored public var log: ((OrderEvent) -> Void)?

  /// Shows an order that the user has tapped on.
  @ObservationIgnored public var open: ((Order.ID) -> Void)?

  @ObservationIgnored private let server: any OrderServer
  @ObservationIgnored private let quietHours: QuietHours
  @ObservationIgnored private let driver = CoreDriver(OrderCore())
  @ObservationIgnored private var context: PluginContext?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private var reorders: [OrderCore.Ticket: Reorder] = [:]
  @ObservationIgnored private var ticketCount = 0

  /// Where somebody waits for a new order.
  private typealias Reorder = ScheduledStream<Result<Order, OrderFailure>>

  /// Makes a feature that is not attached yet.
  ///
  /// - Parameters:
  ///   - server: Who knows about orders.
  ///   - quietHours: When no banner is shown.
  public init(server: any OrderServer, quietHours: QuietHours = QuietHours()) {
    self.server = server
    self.quietHours = quietHours
  }

  deinit {
    task?.cancel()
  }
}

// MARK: - Plugin and observer

extension Orders: LoggingPlugin, PushObserver, LifecycleObserver {
  /// How many orders are under way, how each stands, and what the server is asked.
  public var facts: [(name: String, value: JSONValue)] {
    guard state.isKnown else { return [("under way", .string("not known"))] }
    let orders = state.orders.map { (name: $0.id, value: JSONValue.string($0.status.rawValue)) }
    let question = driver.core.request.map {
      (name: "server", value: JSONValue.string($0.question.words))
    }
    return [("under way", .number(JSONNumber(state.underWayCount)))] + orders
      + (question.map { [$0] } ?? [])
  }

  /// Received pushes.
  public var interests: Set<PushEvent.Kind> { [.received] }

  /// Follows pushes and accounts from now on.
  public func attach(to context: PluginContext) {
    self.context = context
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  /// Asks nothing more, and shows nothing.
  public func detach() {
    driver.handle(.account(nil))
    driver.stop()
    context = nil
  }

  /// Starts with who is signed in.
  public func begin(with state: LifecycleState) {
    driver.handle(.account(state.account))
  }

  /// Follows accounts.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .accountChanged(let account) = event {
      driver.handle(.account(account))
    }
  }

  /// Follows received pushes.
  public func receive(_ event: PushEvent) {
    guard case .received(let push) = event, let news = OrderPush(push) else { return }
    driver.handle(.push(news.order, news.status))
  }
}

// MARK: - Responder

extension Orders: PushResponder {
  /// Opens the order of a push, or takes it once more.
  public func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let order = OrderPush(push)?.order else { return false }
    switch response.action {
    case .default:
      log?(.opened(order))
      open?(order)
      return true
    case .custom("REORDER"):
      _ = try await reorder(order)
      return true
    case .dismiss, .custom:
      return false
    }
  }

  /// Takes an order once more.
  ///
  /// It is taken even if nobody waits for that any longer.
  ///
  /// - Returns: The new order.
  /// - Throws: ``OrderFailure`` if there is none, `CancellationError` if the task is cancelled.
  public func reorder(_ order: Order.ID) async throws -> Order {
    guard driver.isStarted else { throw OrderFailure.signedOut }
    ticketCount += 1
    let ticket = ticketCount
    let outcome = Reorder()
    reorders[ticket] = outcome
    defer { reorders[ticket] = nil }
    driver.handle(.reorder(order, ticket))
    guard let result = try await outcome.next() else { throw CancellationError() }
    return try result.get()
  }
}

// MARK: - Quiet hours

extension Orders: PresentationVoter {
  /// At night, the list and the badge are enough for what is no emergency.
  public func presentation(of push: Push) -> PresentationVote {
    guard let context, let order = OrderPush(push)?.order,
      quietHours.contains(context.scheduler.date)
    else { return .noOpinion }
    log?(.quieted(order))
    return .limit(to: [.list, .badge], reason: "quiet hours")
  }
}

// MARK: - Badge

extension Orders: BadgeSource {
  /// How many orders are under way.
  public var badge: Badge { Badge(.number(state.underWayCount), isKnown: state.isKnown) }

  /// Orders that are under way.
  public var badgeReason: String { "orders under way" }
}

// MARK: - Effects

extension Orders {
  private func perform(_ effect: OrderCore.Effect) {
    switch effect {
    case .ask(let request): ask(request)
    case .cancel: task?.cancel()
    case .show(let state): self.state = state
    case .log(let event): log?(event)
    case .finish(let ticket, let result): reorders[ticket]?.send(result)
    }
  }

  private func ask(_ request: OrderCore.Request) {
    guard let context else { return }
    task = context.scheduler.perform { [weak self, server, context] in
      let result: Result<Order, OrderFailure>
      do {
        result = .success(try await server.answer(request.question))
      } catch {
        result = .failure(OrderFailure(error))
      }
      guard !Task.isCancelled else { return }
      context.record(OrderAnswer(to: request.question, result))
      self?.driver.handle(.answered(request.number, result))
    }
  }
}
