import AccountsApp
import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import PushHubTesting
import Testing

/// The evening in `Transcripts/evening.jsonl`, and another one that is recorded here.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
  private let evening = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Transcripts/evening.jsonl")

  @Test func `the evening plays as it went`() async throws {
    let replay = try Replay(contentsOf: evening, with: ReadyMadeScripts().ifRecorded)
    await replay.run()
    let requests = replay.events(of: RegistrationEvent.self).compactMap { event in
      if case .acknowledged(let purpose) = event { purpose } else { nil }
    }
    #expect(requests == [.signOn, .signOn, .signOff])
    let entries = replay.events(of: PushInboxEvent.self)
    #expect(entries.contains(.read(ids: ["m3"])) && entries.last == .emptied(count: 2))
  }

  @Test func `the evening is explained and drawn`() async throws {
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    let tool = ReplayTool(named: "accounts-replay") { ReadyMadeScripts().ifRecorded }
    #expect(await tool.run(["explain", evening.path, "--at", "230"]) == 0)
    #expect(await tool.run(["play", "--html", page.path, evening.path]) == 0)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("unseal"))
  }

  @Test func `a recording plays as it went`() async throws {
    let lines = Lines()
    let world = try await World(recorder: TranscriptRecorder(writingTo: lines))
    var events: [PushInboxEvent] = []
    world.app.inbox.log = { events.append($0) }
    let shown = try await world.push("m1", to: "bob", "At six", in: "c1")
    await world.comeBack()
    world.simulated.manager.open(shown.payload, requestIdentifier: "m1")
    await world.clock.settle()
    world.clock.advance(by: .seconds(20))
    world.clock.perform { await world.session.signOut("bob", from: world.app.registration) }
    await world.clock.settle()
    #expect(!String(decoding: lines.data, as: UTF8.self).contains("At six"))

    let transcript = try Transcript(lines.data, vocabulary: ReadyMadeScripts.records)
    let replay = try Replay(of: transcript, with: ReadyMadeScripts().ifRecorded)
    await replay.run()
    #expect(replay.events(of: PushInboxEvent.self).map(\.name) == events.map(\.name))
    #expect(events.map(\.name) == ["added", "read", "emptied"])
  }
}

private final class Lines: TranscriptOutput {
  let isFull = false
  private(set) var data = Data()

  func write(_ line: String) { data += Data("\(line)\n".utf8) }
  func startOver() { data = Data() }
}
