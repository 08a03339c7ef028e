public import Observation
public import PushHub
import PushHubNetworking
public import PushHubObservers

/// Shows how the customer's orders stand, from pushes and from the shop's server.
///
/// A push that has the status of an order is believed; for one that does not, the server is asked, see
/// ``OrderServer``. One question is under way at a time, for ten seconds at most. A question without an
/// answer is retried in the foreground, with growing delays, or with the next push. A tap on such a push
/// opens the order, its action `REORDER` takes the same order once more, and at night it has no banner.
///
/// ```swift
/// let orders = Orders(server: server)
/// try host.install(orders, named: "orders")
/// tree.connect(orders, to: "tabs/orders")
/// ```
@MainActor
@Observable
public final class Orders {
  /// Called with what the feature does, at the moment when it happens.
  @ObservationIgnored public var log: ((OrderEvent) -> Void)?

  /// Shows an order that the user has tapped on.
  @ObservationIgnored public var open: ((Order.ID) -> Void)?

  @ObservationIgnored private let server: any OrderServer
  @ObservationIgnored private let quietHours: QuietHours
  @ObservationIgnored private let runtime: ManualFeatureRuntime<OrderCore>
  @ObservationIgnored private var reorders: [OrderCore.Ticket: Reorder] = [:]
  @ObservationIgnored private var ticketCount = 0

  /// A wait for a new order.
  private typealias Reorder = ScheduledStream<Result<Order, OrderFailure>>

  /// Makes a feature that is not attached yet.
  ///
  /// - Parameters:
  ///   - server: The shop's server.
  ///   - quietHours: When no banner is shown.
  ///   - generator: The source of the random part of delays.
  public init(
    server: any OrderServer,
    quietHours: QuietHours = QuietHours(),
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.server = server
    self.quietHours = quietHours
    runtime = ManualFeatureRuntime(OrderCore(generator: generator), observes: [.received])
  }

  /// What the app shows now.
  public var state: OrderState { runtime.state }
}

// MARK: - Plugin

extension Orders: LoggingPlugin {
  /// What the orders read of a push.
  public var payloadKeys: Set<String> { ["order", "status"] }

  /// How many orders are under way, the status of each, and the question to the server.
  public var facts: [(name: String, value: JSONValue)] {
    guard state.isKnown else { return [("under way", .string("not known"))] }
    let orders = state.orders.map { (name: $0.id, value: JSONValue.string($0.status.rawValue)) }
    let question = runtime.core.request.map {
      (name: "server", value: JSONValue.string($0.question.message))
    }
    return [("under way", .number(JSONNumber(state.underWayCount)))] + orders
      + (question.map { [$0] } ?? [])
  }

  /// Follows pushes and accounts from now on.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1) }
  }

  /// Asks nothing more, and shows nothing.
  public func detach() {
    runtime.detach()
  }

  private func perform(_ effect: OrderCore.Effect) {
    switch effect {
    case .ask(let question):
      runtime.start { [server] send in
        do {
          send(.answered(.success(try await server.answer(question))))
        } catch {
          send(.answered(.failure(SourceFailure(error))))
        }
      }
    case .finish(let ticket, let result): reorders[ticket]?.send(result)
    }
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
  /// It is taken even if the calling task is canceled.
  ///
  /// - Returns: The new order.
  /// - Throws: ``OrderFailure`` if there is none, `CancellationError` if the task is canceled.
  public func reorder(_ order: Order.ID) async throws -> Order {
    guard runtime.isAttached else { throw OrderFailure.signedOut }
    ticketCount += 1
    let ticket = ticketCount
    let outcome = Reorder()
    reorders[ticket] = outcome
    defer { reorders[ticket] = nil }
    runtime.send(.reorder(order, ticket))
    guard let result = try await outcome.next() else { throw CancellationError() }
    return try result.get()
  }
}

// MARK: - Quiet hours

extension Orders: PresentationVoter {
  /// At night, the list and the badge are enough for what is no emergency.
  public func presentation(of push: Push) -> PresentationVote {
    guard let context = runtime.context, let order = OrderPush(push)?.order,
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
