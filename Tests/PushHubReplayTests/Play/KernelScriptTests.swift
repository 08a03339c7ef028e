import Foundation
import PushHub
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// A feature with actions, answers and random delays.
private final class Weather: PushFeature {
  enum WeatherEvent: FeatureEvent {
    case asked
    case changed(account: AccountID, degrees: Int)
    case failed(error: String)

    var message: String { name }
  }

  struct Core: FeatureCore {
    typealias Answer = Int
    typealias Event = WeatherEvent

    enum Action: Codable { case refresh }

    static let name = "weather"
    static let scope = FeatureScope.each
    private(set) var state: Int?
    private var (wanted, answered) = (0, 0)

    var request: Int? { wanted > answered ? wanted : nil }

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      switch input {
      case .action(.refresh): wanted += 1
      case .asked: turn.log(.asked)
      case .answered(let number, .success(let degrees)):
        (answered, state) = (number, degrees)
        if let account = turn.account { turn.log(.changed(account: account, degrees: degrees)) }
      case .answered(_, .failure(let failure)): turn.log(.failed(error: failure.message))
      default: break
      }
    }
  }

  let runtime: FeatureRuntime<Core>

  init(answers: @escaping @MainActor () throws -> Int) {
    runtime = FeatureRuntime(Core()) { _, _ in try answers() }
  }
}

struct KernelScriptTests: AppFixture {
  let app = SimulatedApp()

  private func play(_ text: String, as names: String...) async throws -> Replay {
    let transcript = try Transcript(
      Data(text.utf8),
      vocabulary: [KernelRecord<Weather.Core>.self]
    )
    let replay = try Replay(
      of: transcript,
      with: names.map { name in
        KernelScript(named: name) { _ in Weather { throw CancellationError() } }
      }
    )
    await replay.run()
    return replay
  }

  @Test func `what a kernel has recorded plays as it went`() async throws {
    let output = RecordedPages()
    try host.install(
      output.recorder(),
      named: "recorder"
    )
    var failures = 3
    let weather = Weather {
      failures -= 1
      if failures >= 0 { throw SourceFailure(message: "503") }
      return 20
    }
    var times: [Duration] = []
    let start = clock.now
    weather.log = { _ in times.append(clock.now - start) }
    try host.install(weather, named: "weather")
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    pass(1)
    weather.send(.refresh)
    await settle()
    while weather.state == nil {
      clock.advance(to: try #require(clock.nextDeadline))
      await settle()
    }
    pass(5)
    weather.runtime.send(.refresh, for: "ann")
    await settle()
    lifecycle.setPhase(.background)

    let replay = try await play(output.text, as: "weather")
    let events = replay.events(of: Weather.WeatherEvent.self)
    #expect(events.count == times.count && events.last == .changed(account: "ann", degrees: 20))
    #expect(events.filter { $0 == .failed(error: "503") }.count == 3)
    #expect(
      output.lines.contains {
        $0.contains(#""weather":{"account":"ann","failure":{"error":"503"}}"#)
      }
    )
  }

  @Test func `each answer that comes early is for one request`() async throws {
    let replay = try await play(
      """
      {"transcript":1}
      {"t":0,"account":"ann"}
      {"t":1,"weather":{"account":"ann","answer":20}}
      {"t":1,"weather":{"account":"ann","answer":30}}
      {"t":1,"weather":{"action":{"refresh":{}}}}
      {"t":1,"weather":{"action":{"refresh":{}}}}
      """,
      as: "weather"
    )
    #expect((replay.plugin(named: "weather") as? Weather)?.state == 30)
  }

  @Test func `two features of one kind are kept apart by their names`() async throws {
    let output = RecordedPages()
    try host.install(
      output.recorder(),
      named: "recorder"
    )
    let features = [Weather { 20 }, Weather { throw SourceFailure(message: "404") }]
    try host.install(features[0], named: "north")
    try host.install(features[1], named: "south")
    lifecycle.setAccount("ann")
    for feature in features { feature.send(.refresh) }
    await settle()
    let lines = output.lines.filter { $0.contains("weather") }
    #expect(lines.allSatisfy { $0.contains(#""feature":"#) })

    let replay = try await play(output.text, as: "south", "north")
    #expect((replay.plugin(named: "north") as? Weather)?.state == 20)
    #expect((replay.plugin(named: "south") as? Weather)?.state == nil)
    #expect(
      replay.events(of: Weather.WeatherEvent.self) == [
        .asked, .asked, .changed(account: "ann", degrees: 20), .failed(error: "404"),
      ]
    )
    let alone = try await play(output.text, as: "south")
    #expect(alone.events() == [Weather.WeatherEvent.asked, .failed(error: "404")])
    await #expect(throws: TranscriptError.self) { try await play(output.text, as: "west") }
  }

  @Test func `a recorded answer is that of a request that waits for its next try`() async throws {
    let text = """
      {"transcript":1}
      {"t":0,"account":"ann"}
      {"t":1,"weather":{"seed":7}}
      {"t":2,"weather":{"action":{"refresh":{}}}}
      {"t":2,"weather":{"account":"ann","failure":{"error":"503"}}}
      {"t":2,"weather":{"account":"ann","answer":20}}
      """
    let events = try await play(text, as: "weather").events(of: Weather.WeatherEvent.self)
    #expect(
      events == [
        .asked, .failed(error: "503"), .asked, .changed(account: "ann", degrees: 20),
      ]
    )
  }

  @Test func `an answer without a request is reported`() async throws {
    let text = """
      {"transcript":1}
      {"t":0,"account":"ann"}
      {"t":1,"weather":{"account":"ann","answer":20}}
      {"t":2,"weather":{"action":{"refresh":{}}}}
      """
    let replay = try await play(text, as: "weather")
    #expect(replay.events(of: Weather.WeatherEvent.self) == [.asked])
    #expect(replay.facts.contains { $0.hasPrefix("request") })
  }
}
