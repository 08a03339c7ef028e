import PushHub
import PushHubReplay
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
    case answerLate
    case wait(Int)
  }

  private var core = OrderCore()
  private var model = OrderCoreModel()
  private var shown = OrderState()
  private var asked: [OrderQuestion] = []
  private var finished: [Int: Bool] = [:]
  private let start = ContinuousClock.now
  private var second = 0
  private var ticketCount = 0
  private var mistakes: [String] = []

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .answer, .fail, .answerLate: core.request != nil
    case .push, .reorder, .account, .wait: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .push(let order, let status):
      handle(.push(order, status))
      model.add(.push(order, status), at: second)
    case .reorder:
      ticketCount += 1
      handle(.reorder("A", ticketCount))
      model.add(.reorder("A", ticket: ticketCount), at: second)
    case .account(let account):
      handle(.account(account))
      model.add(.account(account), at: second)
    case .answer(let status):
      guard let request = core.request else { return }
      let id = request.question.isReorder ? "B" : request.question.order
      let order = Order(id: id, status: status)
      handle(.answered(request.number, .success(order)))
      model.add(.answered(order), at: second)
    case .fail:
      guard let request = core.request else { return }
      handle(.answered(request.number, .failure(OrderFailure(description: "503"))))
      model.add(.failed, at: second)
    case .answerLate:
      guard let request = core.request else { return }
      handle(.answered(request.number - 1, .success(Order(id: "A", status: .cancelled))))
    case .wait(let seconds):
      for _ in 0..<seconds {
        second += 1
        if let deadline = core.nextDeadline, deadline <= now {
          handle(.deadline)
        }
        model.wait(until: second)
      }
    }
  }

  private var now: ContinuousClock.Instant { start + .seconds(second) }

  private mutating func handle(_ event: OrderCore.Event) {
    for effect in core.handle(event, at: now) {
      switch effect {
      case .ask(let request): asked.append(request.question)
      case .show(let state): shown = state
      case .finish(let ticket, let result):
        if finished[ticket] != nil { mistakes.append("Ticket \(ticket) is finished twice.") }
        finished[ticket] = (try? result.get()) != nil
      case .cancel, .log: break
      }
    }
  }

  var mistake: String? {
    if asked != model.asked { return "It has asked \(asked), not \(model.asked)." }
    if finished != model.finished { return "It has finished \(finished), not \(model.finished)." }
    if shown.orders != model.orders { return "It shows \(shown.orders), not \(model.orders)." }
    if shown.account != model.account { return "It shows the orders of somebody else." }
    if shown.isKnown != model.isKnown { return "It is wrong about whether it knows something." }
    let deadline = model.question.map { start + .seconds($0.second + 10) }
    if core.nextDeadline != deadline { return "It does not give up at the right time." }
    return mistakes.first
  }
}

@Suite(.timeLimit(.minutes(2)))
struct OrderCoreTests {
  private let everything: [OrderCoreWorld.Operation] = [
    .push("A", nil), .push("A", .preparing), .push("B", nil), .push("B", .delivered), .reorder,
    .account("ann"), .account("bob"), .account(nil), .answer(.placed), .answer(.onTheWay), .fail,
    .answerLate, .wait(4), .wait(6),
  ]

  @Test func `every sequence of four operations after a sign-in`() throws {
    let count = try EverySequence(of: everything, upTo: 4, after: [.account("ann")])
      .check(OrderCoreWorld())
    #expect(count == 16_714)
  }

  @Test func `every sequence of five operations while the server is asked`() throws {
    let operations: [OrderCoreWorld.Operation] = [
      .push("A", nil), .push("A", .preparing), .push("B", .delivered), .reorder, .answer(.placed),
      .fail, .wait(10),
    ]
    let start: [OrderCoreWorld.Operation] = [.account("ann"), .push("A", nil), .reorder]
    let count = try EverySequence(of: operations, upTo: 5, after: start).check(OrderCoreWorld())
    #expect(count == 16_601)
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(of: everything, length: 60, count: 300).check(OrderCoreWorld())
  }

  @Test func `a new order comes before what pushes ask`() {
    var core = OrderCore()
    let now = ContinuousClock.now
    _ = core.handle(.account("ann"), at: now)
    _ = core.handle(.push("A", nil), at: now)
    _ = core.handle(.push("B", nil), at: now)
    _ = core.handle(.reorder("C", 1), at: now)
    #expect(core.request?.question == .status(of: "A"))
    #expect(core.waitingQuestions == [.reorder(of: "C"), .status(of: "B")])
  }

  @Test func `orders that have arrived are not under way`() {
    let states = OrderStatus.allCases.filter(\.isUnderWay)
    #expect(states == [.placed, .preparing, .onTheWay])
  }
}
