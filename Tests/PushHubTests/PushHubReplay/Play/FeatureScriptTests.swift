import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay

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
      vocabulary: Array(of: [ParcelScript()])
    )
  }

  private func report() async throws -> Report {
    let play = try ExplainedReplay(transcript(), named: "a", lines: [], scripts: [ParcelScript()])
    await play.run()
    return play.report
  }

  @Test func `a play tells what it does in values of its own`() async throws {
    let replay = try Replay(of: transcript(), with: [ParcelScript()])
    await replay.run()
    #expect(
      replay.events()
        == [ParcelEvent.left("p1"), .moved("p1"), .moved("p1"), .arrived("p1", total: 1)]
    )
    #expect(replay.events(of: HubEvent.self).isEmpty)
    #expect(replay.told.map(\.time) == [2, 3, 4, 5].map { .seconds($0) })
    #expect(replay.told.allSatisfy { $0.from == "parcels" })
    #expect(
      replay.told.first?.json.jsonText == #"{"event":"left","from":"parcels","id":"p1","t":2}"#
    )
    #expect(replay.facts.last == "1 arrived")
  }

  @Test func `it has a lane, marks, chains of causes and a reason`() async throws {
    let report = try await report()
    let lane = try #require(report.lanes.last)
    #expect(
      lane
        == ReportLane(
          id: "parcels",
          title: "Parcels on their way",
          values: [ReportLane.Value(at: .seconds(5), number: 1)]
        )
    )
    #expect(
      report.marks.map(\.kind) == ["parcel", "account", "parcel", "left", "moved", "arrived"]
    )
    #expect(report.marks.map(\.cause) == [nil, nil, nil, 2, 3, 3])
    #expect(report.marks[0].why == "Nobody is there to get it.")
    #expect(report.marks[2...3].map(\.why) == [nil, nil])
    #expect(report.marks[5].why == "This is what the user sees; nothing more comes of it.")
    #expect(report.marks.filter { report.lanes[$0.lane] == lane }.count == 5)
    #expect(
      report.marks.map(\.words).suffix(4) == [
        "p1 is sent", "p1 left", "2 times: p1 moved", "p1 arrived",
      ]
    )
    #expect(report.marks[0].look == MarkLook("✉"))
    #expect(report.marks[5].look == MarkLook("▣", label: "p1"))
    #expect(report.marks[3...5].map(\.until) == [.seconds(5), .seconds(4), nil])
  }

  @Test func `it is counted in the figures`() async throws {
    let summary = try await report().summary
    #expect(summary.counts(of: "Parcels").mapValues(\.count) == ["p1": 1])
    #expect(
      summary.slowest
        == ReportSummary.Work(mark: 3, from: "parcels", duration: .seconds(3))
    )
  }

  @Test func `the page draws it, with texts that can't command the browser`() async throws {
    let html = try ReportPage([await report()]).html()
    #expect(html.contains(#""Parcels on their way""#))
  }

  @Test func `it is explained by what led there`() async throws {
    let lines = Transcript.recordLines(in: Data(Self.text.utf8))
    let play = try ExplainedReplay(transcript(), lines: lines, scripts: [ParcelScript()])
    await play.run(until: .seconds(5))
    let section = try #require(play.explanation().sections.last)
    let claim = try #require(section.claims.first)
    #expect(claim.fact.equals(ParcelFact.count(1)))
    #expect(claim.since == .seconds(5))
    #expect(claim.chain.map(\.words) == ["p1 is sent", "p1 left", "p1 arrived"])
    #expect(claim.chain.map(\.line) == [4, nil, nil])
  }

  @Test func `what had no effect on it is told with its reason`() async throws {
    let lines = Transcript.recordLines(in: Data(Self.text.utf8))
    let play = try ExplainedReplay(transcript(), lines: lines, scripts: [ParcelScript()])
    await play.run(until: .milliseconds(500))
    let section = try #require(play.explanation().sections.last)
    #expect(section.claims.map(\.since) == [nil])
    #expect(section.silence == "nothing has happened to it so far.")
    #expect(section.unheeded?.chain.map(\.line) == [2])
    #expect(section.unheeded?.why == "Nobody is there to get it.")
  }

  @Test func `features with facts of one name don't mix`() async throws {
    let scripts: [any FeatureScript] = [
      FixedFact(name: "before"), ParcelScript(), FixedFact(name: "after"),
    ]
    let play = try ExplainedReplay(transcript(), lines: [2, 3, 4, 5], scripts: scripts)
    await play.run()
    let sections = play.explanation().sections
    #expect(sections.map(\.name) == ["app", "before", "parcels", "after"])
    #expect(sections.dropFirst().map { $0.claims.map(\.since) } == [[nil], [.seconds(5)], [nil]])
    #expect(sections[1].claims[0].fact.equals(ParcelFact.count(0)))
    #expect(sections[3].chain.isEmpty)
  }

  @Test func `features of one kind don't mix either`() async throws {
    // Each of them hears of a record of its kind, as two lists of one app's parcels would.
    let transcript = try transcript()
    let replay = try Replay(
      of: transcript,
      with: [ParcelScript(name: "a"), ParcelScript(name: "b")]
    )
    await replay.run()
    #expect(replay.told.map(\.from) == ["a", "b", "a", "b", "a", "b", "a", "b"])
  }

  @Test func `a script that says nothing of itself plays, is drawn and explained`() async throws {
    let transcript = try Transcript(
      Data("{\"transcript\":1}\n{\"t\":0,\"app\":\"active\"}".utf8)
    )
    let scripts = [PlainScript(name: "plain")]
    let play = try ExplainedReplay(transcript, lines: [2], scripts: scripts)
    await play.run()
    let section = try #require(play.explanation(about: "plain").sections.last)
    #expect(section.name == "plain")
    #expect(section.claims.isEmpty && section.unheeded == nil)
    #expect(section.silence == "nothing has happened to it so far.")
    #expect(play.report.lanes.last == ReportLane(id: "plain", title: "plain"))
  }

  /// A feature of which the same is always true.
  private final class FixedFact: FeatureScript {
    private final class Plugin: PushPlugin {}

    let name: String

    init(name: String) {
      self.name = name
    }

    func plugin(on stage: Stage) -> any PushPlugin { Plugin() }

    func facts(on stage: Stage) -> [any FeatureFact] { [ParcelFact.count(0)] }
  }
}
