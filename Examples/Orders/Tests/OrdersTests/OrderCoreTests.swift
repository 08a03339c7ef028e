import OrdersScript
import PushHub
import PushHubNetworking
import PushHubReplay
import PushHubTesting
import Testing

@testable import Orders

/// The core beside a model that reads its answers from the history.
struct OrderCoreWorld: CheckedWorld {
  enum Operation: Sendable {
    case push(Order.ID, OrderStatus?)
    case reorder
    case account(AccountID?)
    case answer(OrderStatus)
    case fail
    case wait(Int)
  }

  private var simulation = CoreSimulation(OrderCore(generator: FixedDelays()))
  private var model = OrderCoreModel()
  private let start: ContinuousClock.Instant
  private(set) var asked: [OrderQuestion] = []
  private var finished: [Int: Bool] = [:]
  private var second = 0
  private var ticketCount = 0
  private var mistakes: [String] = []

  init() {
    start = simulation.now
    simulation.handle(.lifecycle(LifecycleState(phase: .active), after: nil))
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .answer, .fail: simulation.core.request != nil
    case .push, .reorder, .account, .wait: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .push(let order, let status):
      simulation.handle(.push(.received(Self.push(order, status))))
      model.add(.push(order, status), at: second)
    case .reorder:
      ticketCount += 1
      simulation.send(.reorder("A", ticketCount))
      model.add(.reorder("A", ticket: ticketCount), at: second)
    case .account(let account):
      simulation.changeLifecycle { $0.account = account }
      model.add(.account(account), at: second)
    case .answer(let status):
      guard let question = simulation.core.request?.question else { return }
      let order = Order(id: question.isReorder ? "B" : question.order, status: status)
      simulation.send(.answered(.success(order)))
      model.add(.answered(order), at: second)
    case .fail:
      simulation.send(.answered(.failure(SourceFailure(message: "503"))))
      model.add(.failed, at: second)
    case .wait(let seconds):
      for _ in 0..<seconds {
        second += 1
        simulation.advance(by: .seconds(1))
        model.wait(until: second)
      }
    }
    performEffects()
  }

  private static func push(_ order: Order.ID, _ status: OrderStatus?) -> Push {
    var keys: [String: String] = ["order": order]
    keys["status"] = status?.rawValue
    return Push(payload: PushPayload(userInfo: keys))
  }

  private mutating func performEffects() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .own(.ask(let question)): asked.append(question)
      case .own(.finish(let ticket, let result)):
        if finished[ticket] != nil { mistakes.append("Ticket \(ticket) is finished twice.") }
        finished[ticket] = (try? result.get()) != nil
      default: break
      }
    }
  }

  var mistake: String? {
    let shown = simulation.core.state
    if asked != model.asked { return "It has asked \(asked), not \(model.asked)." }
    if finished != model.finished { return "It has finished \(finished), not \(model.finished)." }
    if shown.orders != model.orders { return "It shows \(shown.orders), not \(model.orders)." }
    if shown.account != model.account { return "It shows the orders of another account." }
    if shown.isKnown != model.isKnown { return "It is wrong about whether it knows something." }
    let end = model.question.map { $0.second + 10 } ?? model.retryOfWaiting
    if simulation.core.nextDeadline != end.map({ start + .seconds($0) }) {
      return "It does not give up, or retry, at the right time."
    }
    return mistakes.first
  }
}

@Suite(.timeLimit(.minutes(2)))
struct OrderCoreTests {
  private let everything: [OrderCoreWorld.Operation] = [
    .push("A", nil), .push("A", .preparing), .push("B", nil), .push("B", .delivered), .reorder,
    .account("ann"), .account("bob"), .account(nil), .answer(.placed), .answer(.onTheWay), .fail,
    .wait(4), .wait(6),
  ]

  @Test func `every sequence of four operations after a sign-in`() throws {
    let count = try EverySequence(of: everything, upTo: 4, after: [.account("ann")])
      .check(OrderCoreWorld())
    #expect(count == 15_007)
  }

  @Test func `every sequence of five operations while the server is asked`() throws {
    let operations: [OrderCoreWorld.Operation] = [
      .push("A", nil), .push("A", .preparing), .push("B", .delivered), .reorder, .answer(.placed),
      .fail, .wait(10),
    ]
    let start: [OrderCoreWorld.Operation] = [.account("ann"), .push("A", nil), .reorder]
    let count = try EverySequence(of: operations, upTo: 5, after: start).check(OrderCoreWorld())
    #expect(count == 16_721)
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(of: everything, length: 60, count: 300).check(OrderCoreWorld())
  }

  @Test func `a new order comes before what pushes ask`() {
    var world = OrderCoreWorld()
    for operation: OrderCoreWorld.Operation in [
      .account("ann"), .push("A", nil), .push("B", nil), .reorder, .answer(.placed),
    ] {
      world.perform(operation)
    }
    #expect(world.asked == [.status(of: "A"), .reorder(of: "A")])
  }

  @Test func `orders that have arrived are not under way`() {
    let states = OrderStatus.allCases.filter(\.isUnderWay)
    #expect(states == [.placed, .preparing, .onTheWay])
  }
}
