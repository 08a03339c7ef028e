import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The tests of the article on writing a feature, whose code is in TestSupport.
@MainActor
struct ParcelSnippets {
  @Test func `a parcel that is under way is shown`() async throws {
    let app = SimulatedApp()
    let parcels = Parcels(server: FixedServer(parcels: ["A-1"]))
    try app.host.install(parcels, named: "parcels")

    app.lifecycle.setAccount("ann")
    #expect(parcels.badge == .unknown)
    await app.clock.settle()
    #expect(parcels.state == ["A-1"])
  }

  @Test func `after a failure the server is asked again`() {
    var parcels = FeatureSimulation(ParcelsCore())
    parcels.changeLifecycle { $0.account = "ann" }
    parcels.answer(.failure(SourceFailure(message: "503", retryAfter: .seconds(30))))
    parcels.advance(by: .seconds(29))
    #expect(parcels.request == nil)
    parcels.advance(by: .seconds(31))
    #expect(parcels.request == .list(1))
  }

  @Test func `every sequence of what can happen`() throws {
    let world = FeatureWorld(ParcelsCore(), store: [:]) {
      $0.answers = [["A-1"], []]
      $0.actions = [.refresh]
    }
    try EverySequence(of: world.operations, upTo: 2).check(world)
  }

  @Test func `a recording is played`() async throws {
    let lines = """
      {"transcript":1}
      {"t":0,"account":"ann"}
      {"t":1,"parcels":{"answer":["A-1"]}}
      {"t":2,"parcels":{"action":{"refresh":{}}}}
      {"t":3,"parcels":{"failure":{"error":"503"}}}
      """
    let recording = try Transcript(
      Data(lines.utf8),
      vocabulary: [KernelRecord<ParcelsCore>.self]
    )

    let script = KernelScript { _ in Parcels(server: FixedServer(parcels: [])) }
    let replay = try Replay(of: recording, with: [script])
    await replay.run()
    #expect(replay.events() == [ParcelsEvent.changed(parcels: ["A-1"])])
    #expect(replay.events(of: KernelEvent.self).map(\.name) == ["failed"])
  }

  @Test func `observers and features work side by side`() throws {
    let app = SimulatedApp()
    let host = app.host
    try host.install(ArrivalCounter(), named: "arrivals")
    app.manager.receive(PushPayload(userInfo: ["parcel": "A-1"]), via: .remote)
    #expect((host["arrivals"] as? ArrivalCounter)?.count == 1)
  }
}

struct FixedServer: ParcelServer {
  let parcels: [String]

  func parcels(for account: AccountID) async throws -> [String] { parcels }
  func postpone(_ parcel: String) async throws {}
}

final class ArrivalCounter: PushPlugin, PushObserver {
  let interests: Set<PushEvent.Kind> = [.received]
  private(set) var count = 0

  func receive(_ event: PushEvent) {
    count += 1
  }
}
