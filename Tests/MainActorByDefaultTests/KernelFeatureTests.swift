import PushHub
import PushHubTesting
import Testing

/// A feature on the kernel, in a target whose declarations are isolated to the main actor by default.
struct KernelFeatureTests {
  @Test func `a feature on the kernel runs as in any other target`() async throws {
    let app = SimulatedApp()
    let deliveries = Deliveries(server: FixedServer())
    var log: [DeliveriesEvent] = []
    deliveries.log = { log.append($0) }
    try app.host.install(deliveries, named: "deliveries")
    app.lifecycle.setAccount("ann")
    await app.clock.settle()
    #expect(deliveries.state == ["A-1"])
    #expect(log == [.changed(parcels: ["A-1"])])
    #expect(await app.manager.deliver(PushPayload(userInfo: ["parcel": "A-1"])) == .noData)
  }
}

nonisolated enum DeliveriesEvent: FeatureEvent {
  case changed(parcels: [String])

  var message: String {
    switch self {
    case .changed(let parcels): "\(parcels.count) parcels are under way"
    }
  }
}

nonisolated struct DeliveriesCore: FeatureCore {
  typealias Answer = [String]
  typealias Event = DeliveriesEvent

  static let name = "deliveries"
  private(set) var state: [String]?
  private var (wanted, answered) = (0, 0)

  var request: Int? { wanted > answered ? wanted : nil }

  func event(since old: [String]?) -> Event? { state.map { .changed(parcels: $0) } }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin, .push, .refresh: wanted += 1
    case .answered(let number, .success(let parcels)): (answered, state) = (number, parcels)
    default: break
    }
  }
}

final class Deliveries: PushFeature {
  let runtime: FeatureRuntime<DeliveriesCore>

  init(server: any ParcelServer) {
    runtime = FeatureRuntime(DeliveriesCore()) { _, account in
      try await server.parcels(for: account)
    }
  }
}
