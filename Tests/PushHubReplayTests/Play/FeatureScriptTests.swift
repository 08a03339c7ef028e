import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// A feature of an app's own: what it says of itself is all that lines, reports and explanations need.
@MainActor
struct FeatureScriptTests {
  private static let text = """
    {"transcript":1}
    {"t":0,"parcel":"early","seconds":3}
    {"t":1,"account":"alice"}
    {"t":2,"parcel":"p1","seconds":3}
    {"t":60,"end":{}}
    """

  private func transcript() throws -> Transcript {
    try Transcript(
      Data(Self.text.utf8),
      vocabulary: Replay.records(of: [ParcelScript()])
    )
  }

  private func report(
    with scripts: [any FeatureScript] = [ParcelScript()],
    until time: Duration? = nil
  ) async throws -> Report {
    let replay = try Replay(of: transcript(), with: scripts)
    return await replay.report(named: "a", until: time)
  }

  @Test func `a play describes what it does in values of its own`() async throws {
    let replay = try Replay(of: transcript(), with: [ParcelScript()])
    await replay.run()
    #expect(
      replay.events()
        == [ParcelEvent.left("p1"), .moved("p1"), .moved("p1"), .arrived("p1", total: 1)]
    )
    #expect(replay.events(of: HubEvent.self).isEmpty)
    #expect(replay.outputs.map(\.time) == [2, 3, 4, 5].map { .seconds($0) })
    #expect(replay.outputs.allSatisfy { $0.from == "parcels" })
    #expect(
      replay.outputs.first?.json.jsonText == #"{"event":"left","from":"parcels","id":"p1","t":2}"#
    )
    #expect(replay.facts.last == "arrived: 1")
  }

  @Test func `it has a lane, marks, chains of causes and a reason`() async throws {
    let report = try await report()
    let lane = try #require(report.lanes.last)
    #expect(lane == ("parcels", "Parcels on their way"))
    #expect(report.json["lanes"]?.arrayValue?.last?["values"] == [[5, 1]])
    #expect(
      report.marks.map(\.kind) == ["parcel", "account", "parcel", "left", "moved", "arrived"]
    )
    #expect(report.marks.map(\.cause) == [nil, nil, nil, 2, 3, 3])
    #expect(report.marks[0].why == "It caused no event then.")
    #expect(report.marks[2...3].map(\.why) == [nil, nil])
    #expect(report.marks[5].why == "Nothing more came of it.")
    #expect(report.marks.filter { report.lanes[$0.lane] == lane }.count == 5)
    #expect(
      report.marks.map(\.message).suffix(4) == [
        "parcel: p1, seconds: 3", "p1 left", "p1 moved (2 times)", "p1 arrived",
      ]
    )
    #expect(report.marks[0].style.glyph == "◇")
    #expect(report.marks[5].style.label == "p1")
    #expect(report.marks[3...5].map(\.until) == [.seconds(5), .seconds(4), nil])
  }

  @Test func `it is counted in the figures`() async throws {
    let report = try await report()
    #expect(report.counts(of: "Parcels on their way") == ["left": 1, "moved": 2, "arrived": 1])
    #expect(report.figures.last?.text == "3 s, parcels")
  }

  @Test func `it is explained by what led there`() async throws {
    let report = try await report(until: .seconds(5))
    let section = try #require(Explanation(of: report).sections.last)
    let claim = try #require(section.claims.first)
    #expect(claim.fact == Fact(name: "arrived", value: 1))
    #expect(claim.since == .seconds(5))
    #expect(claim.chain.map(\.message) == ["parcel: p1, seconds: 3", "p1 left", "p1 arrived"])
    #expect(claim.chain.map(\.line) == [4, nil, nil])
  }

  @Test func `a record without an effect is reported with its reason`() async throws {
    let report = try await report(until: .milliseconds(500))
    let section = try #require(Explanation(of: report).sections.last)
    #expect(section.claims.map(\.since) == [nil])
    #expect(section.withoutEffect?.chain.map(\.line) == [2])
    #expect(section.withoutEffect?.why == "It caused no event then.")
  }

  @Test func `a script that says nothing of itself plays, is drawn and explained`() async throws {
    let transcript = try Transcript(
      Data("{\"transcript\":1}\n{\"t\":0,\"app\":\"active\"}".utf8)
    )
    let scripts = [PlainScript(name: "plain")]
    let report = try await Replay(of: transcript, with: scripts).report(named: "")
    let section = try #require(Explanation(of: report, about: "plain").sections.last)
    #expect(section.name == "plain")
    #expect(section.claims.isEmpty && section.withoutEffect == nil)
    #expect(try #require(report.lanes.last) == ("plain", "plain"))
  }
}
