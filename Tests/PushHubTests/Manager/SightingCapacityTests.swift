import PushHub
import Testing

@MainActor
@Suite(.timeLimit(.minutes(15)))
struct SightingCapacityTests {
  @Test(arguments: [-1, 0, 1])
  func `a ledger with room for one, or for less, knows the latest push alone`(
    capacity: Int
  ) throws {
    let hub = Hub { $0.ledgerCapacity = capacity }
    for id in ["m1", "m1", "m2", "m2", "m1"] {
      hub.manager.receive(try message(id), via: .remote)
    }
    #expect(hub.manager.statistics.received == 3)
    #expect(hub.manager.statistics.forgotten == 2)
  }
}
