import PushHub
import PushHubObservers
import PushHubTesting
import Testing

/// A feature as a target writes it whose declarations are isolated to the main actor by default.
struct MainActorByDefaultTests {
  @Test func `a feature runs as in any other target`() async throws {
    let app = SimulatedApp()
    let parcels = Parcels(server: FixedServer())
    var log: [ParcelsEvent] = []
    parcels.log = { log.append($0) }
    try app.host.install(parcels, named: "parcels")
    app.lifecycle.setAccount("ann")
    await app.clock.settle()
    #expect(parcels.badge == .number(1))
    #expect(log == [.changed(parcels: ["A-1"])])
    #expect(await app.manager.deliver(PushPayload(userInfo: ["parcel": "A-1"])) == .noData)
  }
}

nonisolated protocol ParcelServer: Sendable {
  func parcels(for account: AccountID) async throws -> [String]
}

nonisolated struct FixedServer: ParcelServer {
  func parcels(for account: AccountID) async throws -> [String] { ["A-1"] }
}

nonisolated enum ParcelsEvent: FeatureEvent {
  case changed(parcels: [String])

  var message: String {
    switch self {
    case .changed(let parcels): "\(parcels.count) parcels are under way"
    }
  }
}

nonisolated struct ParcelsCore: FeatureCore {
  typealias Answer = [String]
  typealias Event = ParcelsEvent

  static let name = "parcels"
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

final class Parcels: PushFeature {
  let runtime: FeatureRuntime<ParcelsCore>

  init(server: any ParcelServer) {
    runtime = FeatureRuntime(ParcelsCore()) { _, account in
      try await server.parcels(for: account)
    }
  }
}

extension Parcels: BadgeSource {
  var badge: Badge { state.map { .number($0.count) } ?? .unknown }
}
