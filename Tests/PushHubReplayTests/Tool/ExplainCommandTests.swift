import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

@MainActor
struct ExplainCommandTests {
  private let console = RecordingConsole(files: [
    "a.jsonl": """
    # The push comes before anybody has signed in.
    {"transcript":1}

    {"t":3,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
    # From here on it matters.
    {"t":10,"account":"alice"}
    {"t":10,"unread":5,"latency":0.5}
    {"t":12,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}}
    """,
    "late.jsonl": "{\"transcript\":1}\n# a comment\n{\"t\":2,\"end\":{}}\n{\"t\":1,\"end\":{}}",
  ])

  @Test func `a state is explained with its causes, newest last, and their lines`()
    async
  {
    #expect(await run("explain", "a.jsonl", "--at", "12", "--observer", "unread") == .success)
    #expect(
      rows == [
        "a.jsonl at 0:00:12.000, 2026-01-01T00:00:12Z",
        "",
        "app         phase: background",
        "            no page visible",
        "            overlays: 0",
        "            account: alice for 2 s, since 0:00:10.000 (line 6)",
        "",
        "unread      count: not known",
        "            request: under way, begun at 0:00:12.000 (since 0:00:12.000)",
        "            Causes:",
        "              0:00:12.000  line 8  push “Hi” arrives",
        "              0:00:12.000          push m2 received",
        "              0:00:12.000          requests the count: a push was received",
      ]
    )
  }

  @Test func `where nothing led there it says why not`() async {
    #expect(await run("explain", "a.jsonl", "--at", "5", "--observer", "unread") == .success)
    #expect(
      rows.suffix(5) == [
        "unread      count: not known",
        "            Nothing came of:",
        "              0:00:03.000  line 4  push “Hi” arrives",
        "              0:00:03.000          push m1 received",
        "              No account was signed in, so the server was not asked.",
      ]
    )
  }

  @Test func `all of the instant is played, and nothing after it`() async {
    #expect(await run("explain", "a.jsonl", "--at", "11.999999999", "--json") == .success)
    #expect(console.output[0].contains(#""value":"alice""#))
    #expect(!console.output[0].contains("m2"))
    #expect(await run("explain", "a.jsonl", "--at", "10", "--json") == .success)
    #expect(console.output[1].contains(#""value":"alice""#))
  }

  @Test func `after the end the state is the last one, and says so`() async {
    #expect(await run("explain", "a.jsonl", "--at", "99.5", "--observer", "unread") == .success)
    #expect(
      rows.prefix(2) == [
        "a.jsonl at 0:00:12.000, 2026-01-01T00:00:12Z",
        "The replay ended at this time, before 99.5 s.",
      ]
    )
    #expect(rows.contains { $0.contains("under way") })
  }

  @Test func `programs get an object for each fact, with sorted keys`() async {
    #expect(
      await run("explain", "a.jsonl", "--at", "12", "--json", "--observer", "unread") == .success
    )
    #expect(
      rows.last(where: { $0.contains(#""fact":"request""#) })
        == #"{"causes":[{"line":8,"t":12,"words":"push “Hi” arrives"},"#
        + #"{"t":12,"words":"push m2 received"},"#
        + #"{"t":12,"words":"requests the count: a push was received"}],"fact":"request","from":"unread","#
        + #""since":12,"t":12,"value":"under way, begun at 0:00:12.000","#
        + #""words":"request: under way, begun at 0:00:12.000"}"#
    )
    for row in rows {
      let object = try? PushPayload(json: row.utf8).root
      #expect(object?["from"]?.stringValue != nil && object?["fact"]?.stringValue != nil)
    }
  }

  @Test func `what a transcript says cannot command the terminal`() async {
    console.input = """
      {"transcript":1}
      {"t":0,"account":"\\u001b[2Ja"}
      {"t":0,"app":"active"}
      {"t":0,"page":"\\u202ehome","visible":true}
      {"t":0,"push":{"aps":{"alert":"x\\n\\u202ey"},"gcm.message_id":"m\\u0007"}}
      {"t":0,"countdown":{"add":[{"id":"\\u009bk","seconds":9}],"show":["\\u009bk"]}}
      {"t":0,"latest":[{"id":"\\u200fn","order":1}]}
      {"t":0,"latest":[{"id":"\\u2066n","order":2}]}
      """
    #expect(await run("explain", "-", "--at", "0") == .success)
    #expect(await run("explain", "-", "--at", "0", "--json") == .success)
    let unsafe = console.output.joined().unicodeScalars.filter {
      [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
    }
    #expect(unsafe.isEmpty)
    #expect(rows(0).contains { $0.contains(#"account: \u{1b}[2Ja"#) })
    #expect(rows(0).contains { $0.contains(#"push “x\u{a}\u{202e}y” arrives"#) })
  }

  private var rows: [String] { rows(console.output.count - 1) }

  private func rows(_ number: Int) -> [String] {
    guard console.output.indices.contains(number) else { return [] }
    return console.output[number].split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private func run(_ arguments: String...) async -> ExitCode {
    await console.run(arguments)
  }
}
