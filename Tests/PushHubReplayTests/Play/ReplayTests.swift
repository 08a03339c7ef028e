import Foundation
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

@MainActor
struct ReplayTests {
  @Test func `a launch from a tap is opened once, even if the tap is reported too`() async throws {
    let launch = #"{"t":0,"launch":{"push":{"aps":{},"gcm.message_id":"m1"}}}"#
    let open = #"{"t":0.5,"open":{"aps":{},"gcm.message_id":"m1"}}"#
    let alone = try await played(launch)
    let both = try await played(launch + "\n" + open)
    #expect(
      alone == [
        #"{"event":"received","from":"hub","id":"m1","t":0}"#,
        #"{"action":"default","event":"opened","from":"hub","id":"m1","t":0}"#,
      ]
    )
    #expect(both == alone + [#"{"event":"duplicate","from":"hub","id":"m1","t":0.5}"#])
  }

  @Test func `records apply before what is due at their instant`() async throws {
    let lines = try await played(
      """
      {"t":0,"account":"alice"}
      {"t":0,"unread":1,"latency":5}
      {"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}
      {"t":5,"account":"bob"}
      {"t":30,"end":{}}
      """
    )
    #expect(lines.count == 2, "alice's answer at 5 comes after the switch, and is not shown")
  }

  @Test func `an answer without latency comes after the records of its instant`() async throws {
    let lines = try await played(
      """
      {"t":0,"account":"alice"}
      {"t":0,"unread":1}
      {"t":0,"app":"active"}
      {"t":0,"page":"home","visible":true}
      {"t":0,"page":"me","visible":true}
      """
    )
    #expect(
      lines == [
        #"{"event":"sync","from":"unread","reason":"firstAppearance","t":0}"#,
        #"{"count":1,"event":"count","from":"unread","t":0}"#,
      ]
    )
  }

  @Test func `the play goes on to the end record and no further`() async throws {
    let beginning = """
      {"t":0,"account":"alice"}
      {"t":0,"app":"active"}
      {"t":0,"page":"home","visible":true}
      """
    let short = try await played(beginning)
    let long = try await played(beginning + "\n{\"t\":120,\"end\":{}}\n{\"t\":900,\"launch\":{}}")
    #expect(short == [#"{"event":"sync","from":"unread","reason":"firstAppearance","t":0}"#])
    #expect(
      long == short + [
        #"{"event":"sync","from":"unread","reason":"interval","t":60}"#,
        #"{"event":"sync","from":"unread","reason":"interval","t":120}"#,
      ]
    )
  }

  @Test func `a time keeps its nanoseconds and shows no more`() async throws {
    let lines = try await played(
      """
      {"t":0.100000001,"launch":{"push":{"aps":{},"gcm.message_id":"a"}}}
      {"t":1e3,"launch":{"push":{"aps":{},"gcm.message_id":"b"}}}
      """
    )
    #expect(lines.first?.hasSuffix(#""t":0.100000001}"#) == true)
    #expect(lines.last?.hasSuffix(#""t":1000}"#) == true)
  }

  @Test func `the header names the tracked pages`() async throws {
    let records = """
      {"t":0,"account":"alice"}
      {"t":0,"app":"active"}
      {"t":0,"page":"inbox","visible":true}
      """
    let tracked = try transcript("{\"transcript\":1,\"tracked\":[\"inbox\"]}\n" + records)
    #expect(try await played(records) == [])
    #expect(try await played(tracked).count == 1)
  }

  @Test func `the same transcript gives the same bytes always`() async throws {
    for seed in SeededGenerator.seeds(2, thorough: 20) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let transcript = try day.transcript(recordCount: 80)
      let first = try await played(transcript)
      for _ in 0..<Exhaustive.choose(2, thorough: 5) {
        try #require(try await played(transcript) == first, "\(SeededGenerator.hint(seed))")
      }
    }
  }
}

// MARK: - In steps, and from files

extension ReplayTests {
  private static let ticking = """
    {"transcript":1}
    {"t":0,"account":"alice"}
    {"t":0,"app":"active"}
    {"t":1,"page":"home","visible":true}
    {"t":300,"end":{}}
    """

  @Test func `a play that has stopped goes on where it was, and loses nothing`() async throws {
    let whole = try await outputs(in: transcript(Self.ticking))
    let replay = try Replay(of: transcript(Self.ticking), with: ReadyMadeScripts().all)
    await replay.run(until: .milliseconds(500))
    #expect(replay.outputs.isEmpty && replay.time == .milliseconds(500))
    await replay.run(until: .seconds(61))
    #expect(
      replay.events() == [UnreadSyncEvent.sync(reason: .firstAppearance), .sync(reason: .interval)]
    )
    await replay.run(until: .seconds(61))
    await replay.run(until: .seconds(2))
    #expect(replay.outputs.count == 2 && replay.time == .seconds(61), "time never goes back")
    await replay.run()
    #expect(replay.time == .seconds(300))
    #expect(replay.outputs.map(\.json) == whole.map(\.json))
    await replay.run()
    await replay.run(until: .seconds(900))
    #expect(replay.outputs.count == whole.count && replay.time == .seconds(300), "it is over")
  }

  @Test func `a file is played on the features that it is about`() async throws {
    try await withFile(
      """
      {"transcript":1}
      {"t":1,"account":"alice"}
      {"t":2,"parcel":"p1","seconds":1}
      {"t":9,"end":{}}
      """
    ) { url in
      let replay = try Replay(contentsOf: url, with: [ParcelScript()])
      await replay.run()
      #expect(replay.events() == [ParcelEvent.left("p1"), .arrived("p1", total: 1)])
    }
  }

  @Test func `a kind that no script brings is reported with its line`() async throws {
    try await withFile("{\"transcript\":1}\n# a comment\n{\"t\":2,\"parcel\":\"p1\"}") { url in
      let error = #expect(throws: TranscriptError.self) {
        try Replay(contentsOf: url, with: [PlainScript(name: "parcels")])
      }
      #expect(error?.line == 3)
      #expect(error?.message.contains("a kind of record named \"parcel\"") ?? false)
    }
  }

  @Test func `a record that names neither of two features of its kind is refused`() async throws {
    for name in ["", #","feature":"c""#] {
      let text = "{\"transcript\":1}\n{\"t\":2,\"parcel\":\"p1\",\"seconds\":1\(name)}"
      try await withFile(text) { url in
        let error = #expect(throws: TranscriptError.self) {
          try Replay(contentsOf: url, with: [ParcelScript(name: "a"), ParcelScript(name: "b")])
        }
        #expect(error?.description.hasPrefix("line 2: \"parcel\" names ") == true)
      }
    }
  }

  private func withFile(_ text: String, _ body: (URL) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(url)
  }
}
