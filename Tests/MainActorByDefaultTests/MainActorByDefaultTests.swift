import Observation
import PushHub
import PushHubNetworking
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

nonisolated struct ParcelsCore: ManualFeatureCore {
  typealias Event = ParcelsEvent

  enum Input {
    case answered(Result<[String], SourceFailure>)
  }

  enum Effect: Equatable {
    case request(AccountID)
  }

  private(set) var state: [String]?
  private var queue = RequestQueue()

  var nextDeadline: ContinuousClock.Instant? { queue.deadline }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle(let lifecycle, after: .accountChanged):
      queue.reset()
      turn.cancel()
      guard let account = lifecycle.account else {
        state = nil
        return
      }
      queue.begin(for: account, at: turn.now)
      turn.perform(.request(account))
    case .own(.answered(.success(let parcels))):
      queue.succeed()
      state = parcels
      turn.log(.changed(parcels: parcels))
    case .own(.answered(.failure(let failure))): queue.fail(failure, at: turn.now)
    case .deadline:
      turn.cancel()
      queue.fail(queue.timeoutFailure, at: turn.now)
    case .work: turn.finishWork(.noData)
    default: break
    }
  }
}

@Observable
final class Parcels: LoggingPlugin {
  @ObservationIgnored var log: ((ParcelsEvent) -> Void)?
  @ObservationIgnored private let server: any ParcelServer
  @ObservationIgnored private let runtime = ManualFeatureRuntime(ParcelsCore())

  init(server: any ParcelServer) {
    self.server = server
  }

  func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1) }
  }

  func detach() {
    runtime.detach()
  }

  private func perform(_ effect: ParcelsCore.Effect) {
    switch effect {
    case .request(let account):
      runtime.start { [server] send in
        do {
          send(.answered(.success(try await server.parcels(for: account))))
        } catch {
          send(.answered(.failure(SourceFailure(error))))
        }
      }
    }
  }
}

extension Parcels: BackgroundWorker {
  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await runtime.work(for: push)
  }
}

extension Parcels: BadgeSource {
  var badge: Badge { runtime.state.map { .number($0.count) } ?? .unknown }
}
