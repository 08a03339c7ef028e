import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on a first feature.
@MainActor
struct FirstFeatureSnippets {
  @Test func `the button marks a flight as seen`() async throws {
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    let seen = PushResponse(action: .custom("seen"))
    await app.manager.deliver(try gateChange(to: "B12"), response: seen)
    #expect(gates.state.seenFlights == ["PH7"])
  }
}

@MainActor
struct GateTests {
  @Test func `a push changes the gate of its flight`() throws {
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    app.manager.receive(try gateChange(to: "B12"), via: .remote)
    #expect(gates.state.byFlight == ["PH7": "B12"])
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
    #expect(gates.state.openedFlight == "PH7")
  }
}

extension GateTests {
  @Test func `the gates of an account are not shown to the next`() throws {
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")
    app.lifecycle.setAccount("ann")
    app.manager.receive(try gateChange(to: "B12"), via: .remote)
    app.lifecycle.setAccount("bob")
    #expect(gates.state.byFlight.isEmpty)
  }
}

extension GateTests {
  @Test func `no banner covers the list of gates`() async throws {
    let app = SimulatedApp()
    try app.host.install(Gates(), named: "gates")
    app.lifecycle.setPhase(.active)
    #expect(await app.manager.present(try gateChange(to: "B12")).options == .all)
    app.lifecycle.pageAppeared("gates")
    #expect(await app.manager.present(try gateChange(to: "C3")).options == [.list, .badge])
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
    let script = KernelScript { _ in Gates() }
    let transcript = try Transcript(Data(recording.utf8), vocabulary: script.vocabulary)
    let replay = try Replay(of: transcript, with: [script])
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

struct GateCore: FeatureCore {
  typealias Event = GateEvent

  struct State: Equatable {
    var byFlight: [String: String] = [:]
    var openedFlight: String?
    var seenFlights: Set<String> = []
    var isFocused = false
  }

  struct Change: Decodable {
    let flight: String
    let gate: String
  }

  static let name = "gates"
  static let interests: Set<PushEvent.Kind> = [.received, .opened]
  private(set) var state = State()

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    state.isFocused = turn.lifecycle.isFocused("gates")
    guard case .push(let event) = input, let push = event.push else { return }
    guard let change = try? push.decode(Change.self) else {
      return turn.log(.skipped(reason: "the push has no gate"))
    }
    switch event {
    case .opened(_, let response) where response.button(in: "GATE", of: push) == "seen":
      state.seenFlights.insert(change.flight)
    case .opened(_, let response) where response.action == .default:
      state.openedFlight = change.flight
    case .received:
      state.byFlight[change.flight] = change.gate
      state.seenFlights.remove(change.flight)
      turn.log(.changed(flight: change.flight, gate: change.gate))
    default: break
    }
  }
}

final class Gates: PushFeature {
  let runtime = FeatureRuntime(GateCore())
  let categories = [
    NotificationCategory(identifier: "GATE", buttons: ["seen": "Mark as Seen"])
  ]
}

extension Gates: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    state.isFocused && push.aps.category == "GATE"
      ? .limit(to: [.list, .badge], reason: "the user sees the gates") : .noOpinion
  }
}
