import PushHub
import PushHubTesting
import Testing

@testable import Orders

struct OrderCoreTests {
  private static func push(_ order: Order.ID, _ status: OrderStatus? = nil) -> PushEvent {
    var keys = ["order": order]
    keys["status"] = status?.rawValue
    return .received(Push(payload: PushPayload(userInfo: keys), account: "ann"))
  }

  @Test func `what can happen to an app happens to the orders`() throws {
    let world = FeatureWorld(OrderCore()) {
      $0.pushes = [Self.push("A"), Self.push("A", .preparing), Self.push("B", .delivered)]
      $0.actions = [OrderCore.Action(reorder: "A")]
      $0.answers = [Order(id: "A", status: .onTheWay), Order(id: "C", status: .placed)]
      $0.rule = { simulation in
        let (orders, account) = (simulation.state ?? [], simulation.lifecycle.account)
        if account != "ann", orders.contains(where: { $0.id == "B" }) { return "Bob sees B." }
        return Set(orders.map(\.id)).count == orders.count ? nil : "An order is shown twice."
      }
    }
    let count = try EverySequence(of: world.operations, upTo: 3).check(world)
    #expect(count > 3_000)
  }

  @Test func `a new order comes first, and a push makes an earlier question needless`() {
    var orders = FeatureSimulation(OrderCore())
    orders.changeLifecycle { $0.account = "ann" }
    for order in ["A", "B"] { orders.handle(.push(Self.push(order))) }
    orders.send(OrderCore.Action(reorder: "A"))
    orders.handle(.push(Self.push("A", .delivered)))
    orders.answer(.success(Order(id: "A", status: .placed)))
    #expect(orders.state == [Order(id: "A", status: .delivered)])
    #expect(orders.request == .reorder(of: "A"))
    orders.answer(.failure(SourceFailure(message: "503")))
    #expect(orders.kernel.core.request == nil)
    orders.changeLifecycle { $0.phase = .active }
    orders.advance(by: .seconds(5))
    #expect(orders.request == .status(of: "B"))
  }

  @Test func `orders that have arrived are not under way`() {
    let states = OrderStatus.allCases.filter(\.isUnderWay)
    #expect(states == [.placed, .preparing, .onTheWay])
  }
}
