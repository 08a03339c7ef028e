import Foundation
import Observation
import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on a first feature.
@MainActor
struct FirstFeatureSnippets {
  /// The class of the second step.
  enum FirstVersion {
    final class Gates: PushPlugin, PushObserver {
      struct Change: Decodable {
        let flight: String
        let gate: String
      }

      let interests: Set<PushEvent.Kind> = [.received]
      private(set) var byFlight: [String: String] = [:]

      func receive(_ event: PushEvent) {
        guard let push = event.push, let change = try? push.decode(Change.self) else { return }
        byFlight[change.flight] = change.gate
      }
    }
  }

  @Test func `the first version receives a push`() throws {
    let app = SimulatedApp()
    let gates = FirstVersion.Gates()
    app.manager.add(gates)
    app.manager.receive(try gateChange(to: "B12"), via: .remote)
    #expect(gates.byFlight == ["PH7": "B12"])
  }

  @Test func `the button marks a flight as seen, until the account changes`() async throws {
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    let seen = PushResponse(action: .custom("seen"))
    await app.manager.deliver(try gateChange(to: "B12"), response: seen)
    #expect(gates.seenFlights == ["PH7"])
    app.lifecycle.setAccount("ann")
    #expect(gates.seenFlights.isEmpty)
  }
}

@MainActor
struct GateTests {
  @Test func `a push changes the gate of its flight`() throws {
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    app.manager.receive(try gateChange(to: "B12"), via: .remote)
    #expect(gates.byFlight == ["PH7": "B12"])
  }
}

extension GateTests {
  @Test func `a push without a gate is skipped`() throws {
    let app = SimulatedApp()
    let gates = Gates()
    var log: [GateEvent] = []
    gates.log = { log.append($0) }
    try app.host.install(gates, named: "gates")
    app.manager.receive(try PushPayload(json: #"{"aps":{"alert":"Hello"}}"#.utf8), via: .remote)
    #expect(log == [.skipped(reason: "the push has no gate")])
  }
}

extension GateTests {
  @Test func `the tap that launched the app opens the flight`() async throws {
    let app = SimulatedApp()
    app.manager.open(try gateChange(to: "B12"))
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    await app.clock.settle()
    #expect(gates.openedFlight == "PH7")
  }
}

extension GateTests {
  @Test func `no banner covers the list of gates`() throws {
    let app = SimulatedApp()
    try app.host.install(Gates(), named: "gates")
    app.lifecycle.setPhase(.active)
    #expect(app.manager.present(try gateChange(to: "B12")).options == .all)
    app.lifecycle.pageAppeared("gates")
    #expect(app.manager.present(try gateChange(to: "C3")).options == [.list, .badge])
  }
}

extension GateTests {
  @Test func `a recording gives the same events each time`() async throws {
    let recording = """
      {"transcript":1}
      {"t":0,"account":"ann"}
      {"t":0.5,"app":"active"}
      {"t":12,"push":{"aps":{"alert":"Gate change"},"flight":"PH7","gate":"B12"}}
      {"t":72,"push":{"aps":{"alert":"Gate change"},"flight":"PH7","gate":"C3"}}
      """
    let transcript = try Transcript(Data(recording.utf8), vocabulary: [])
    let replay = try Replay(of: transcript, with: [PluginScript("gates") { _ in Gates() }])
    await replay.run()
    #expect(
      replay.events() == [
        GateEvent.changed(flight: "PH7", gate: "B12"), .changed(flight: "PH7", gate: "C3"),
      ]
    )
  }
}

func gateChange(to gate: String) throws -> PushPayload {
  let json = #"{"aps":{"alert":"Gate change","category":"GATE"},"flight":"PH7","gate":"\#(gate)"}"#
  return try PushPayload(json: json.utf8)
}

@Observable
final class Gates: LoggingPlugin, PushObserver {
  struct Change: Decodable {
    let flight: String
    let gate: String
  }

  let interests: Set<PushEvent.Kind> = [.received]
  @ObservationIgnored var log: ((GateEvent) -> Void)?
  private(set) var byFlight: [String: String] = [:]
  private(set) var openedFlight: String?
  private(set) var seenFlights: Set<String> = []
  private var isShown = false

  func receive(_ event: PushEvent) {
    guard let push = event.push, let change = try? push.decode(Change.self) else {
      log?(.skipped(reason: "the push has no gate"))
      return
    }
    byFlight[change.flight] = change.gate
    seenFlights.remove(change.flight)
    log?(.changed(flight: change.flight, gate: change.gate))
  }
}

enum GateEvent: FeatureEvent {
  case changed(flight: String, gate: String)
  case skipped(reason: String)

  var message: String {
    switch self {
    case .changed(let flight, let gate): "flight \(flight) leaves from gate \(gate)"
    case .skipped(let reason): "changes no gate: \(reason)"
    }
  }

  var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }
}

extension Gates: PushResponder {
  var categories: [NotificationCategory] {
    [NotificationCategory(identifier: "GATE", buttons: ["seen": "Mark as Seen"])]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let change = try? push.decode(Change.self) else { return false }
    if response.button(in: "GATE", of: push) == "seen" {
      seenFlights.insert(change.flight)
    } else if response.action == .default {
      openedFlight = change.flight
    } else {
      return false
    }
    return true
  }
}

extension Gates: LifecycleObserver {
  func begin(with state: LifecycleState) {
    isShown = state.isFocused("gates")
  }

  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    isShown = state.isFocused("gates")
    if case .accountChanged = event {
      byFlight = [:]
      seenFlights = []
      openedFlight = nil
    }
  }
}

extension Gates: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    isShown && push.aps.category == "GATE"
      ? .limit(to: [.list, .badge], reason: "the user sees the gates") : .noOpinion
  }
}
