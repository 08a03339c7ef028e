import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

@MainActor
struct PlayCommandTests {
  private static let records = """
    {"t":0,"account":"alice"}
    {"t":0.01,"push":{"aps":{},"gcm.message_id":"m1"}}
    {"t":0.02,"app":"active"}
    """

  private let console = RecordingConsole(files: [
    "a.jsonl": "{\"transcript\":1}\n" + records,
    "b.jsonl": "{\"transcript\":1}\n" + records + "\n{\"t\":3,\"open\":{\"aps\":{}}}",
    "late.jsonl": "{\"transcript\":1}\n# a comment\n{\"t\":2,\"end\":{}}\n{\"t\":1,\"end\":{}}",
    "empty.jsonl": "",
    "torn.jsonl": "{\"transcript\":1}\n" + records + "\n{\"t\":1,\"pu",
  ])

  @Test func `rows for people have a time, a name and words`() async {
    #expect(await run("play", "a.jsonl") == .success)
    #expect(
      console.output == [
        "  0:00:00.010  hub         push m1 received",
        "  0:00:00.010  unread      requests the count: a push was received",
      ]
    )
  }

  @Test func `a last line that breaks off is skipped, and said to be`() async {
    #expect(await run("play", "torn.jsonl") == .success)
    #expect(console.output.first == "  0:00:00.010  hub         push m1 received")
    #expect(console.complaints == ["torn.jsonl:5: the line breaks off and is skipped"])
  }

  @Test func `names have colors only on a terminal that wants them`() async {
    console.isColoured = true
    #expect(await run("play", "a.jsonl") == .success)
    #expect(
      console.output.first
        == "  0:00:00.010  \u{1B}[34mhub       \u{1B}[0m  push m1 received"
    )
  }

  @Test func `what a payload says cannot command the terminal`() async {
    console.input = """
      {"transcript":1}
      {"t":0,"open":{"aps":{}},"action":"\\u001b[2J","reply":"a\\u202eb\\nc","request":"r"}
      """
    #expect(await run("play", "-") == .success)
    #expect(
      console.output.last
        == #"  0:00:00.000  hub         push r answered with \u{1b}[2J: a\u{202e}b\u{a}c"#
    )
  }

  @Test func `lines for programs cannot command the terminal either`() async {
    console.input = """
      {"transcript":1}
      {"t":0,"open":{"aps":{}},"action":"\\u009b2J","reply":"a\\u202eb","request":"\\u007f"}
      """
    #expect(await run("play", "--json", "-") == .success)
    let lines = console.output.joined()
    #expect(lines.contains(#"\u009b2J"#) && lines.contains(#"a\u202eb"#))
    #expect(lines.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }

  @Test func `a mistake is reported with its line, before anything is played`() async {
    #expect(await run("play", "late.jsonl") == .badInput)
    #expect(console.complaints == ["late.jsonl:4: \"t\" is 1, before the record above at 2"])
    #expect(await run("play", "empty.jsonl") == .badInput)
    #expect(console.complaints.last?.hasPrefix("empty.jsonl:1: there is no header") == true)
    #expect(console.output.isEmpty)
  }

  @Test func `a report takes the place of the lines`() async throws {
    #expect(await run("play", "a.jsonl", "--html", "out.html") == .success)
    #expect(console.output == ["The report is in out.html"])
    let page = try console.text(of: "out.html")
    #expect(page.contains(#""name":"a.jsonl""#))
    #expect(page.contains(#""words":"push m1 received""#))
  }

  @Test func `a report shows two recordings side by side, with what differs`() async throws {
    #expect(await run("play", "--html", "out.html", "a.jsonl", "b.jsonl") == .success)
    let page = try console.text(of: "out.html")
    #expect(page.contains(#""a.jsonl""#) && page.contains(#""b.jsonl""#))
    #expect(page.contains(#""replay explain --at {} 'b.jsonl'""#))
    #expect(page.contains(#""differences":[{"marks""#))
    #expect(await run("play", "--html", "out.html", "a.jsonl", "a.jsonl") == .success)
    let same = try console.text(of: "out.html")
    #expect(same.contains(#""differences":[]"#))
    #expect(await run("play", "--html", "none.html", "a.jsonl", "late.jsonl") == .badInput)
    #expect(console.written["none.html"] == nil)
  }

  @Test(arguments: [
    ("a.jsonl", "'a.jsonl'"), ("it's \"b\".jsonl", #"'it'\''s "b".jsonl'"#),
    ("-a.jsonl", "./'-a.jsonl'"), ("ä.jsonl", "'ä.jsonl'"),
    ("a'\u{301};touch X;'\u{301}.jsonl", "'a'\\''\u{301};touch X;'\\''\u{301}.jsonl'"),
    ("\u{D4E}&whoami", "'\u{D4E}&whoami'"),
  ])
  func `a report names a command that a shell reads as it stands`(name: String, word: String)
    async throws
  {
    console.files[name] = console.files["a.jsonl"]
    #expect(await run("play", "--html", "out.html", "--", name) == .success)
    let page = try console.text(of: "out.html")
    let command = JSONValue.string("replay explain --at {} " + word).jsonText
    #expect(page.contains(#""commands":[\#(command)]"#))
  }

  @Test func `a countdown of years ends the replay early, and that is said`() async {
    console.files["long.jsonl"] = """
      {"transcript":1}
      {"t":0,"app":"active"}
      {"t":1,"countdown":{"add":[{"id":"c","seconds":8000000000}],"show":["c"]}}
      {"t":8000000000,"end":{}}
      """
    #expect(await run("play", "--except", "tick", "long.jsonl") == .success)
    #expect(console.complaints.contains { $0.contains("the replay ends at 50001 s") })
  }

  @Test func `what is wrong can't command the terminal`() async {
    console.files["a\u{1B}.jsonl"] = """
      {"transcript":1}
      {"t":0,"countdown":{"add":[{"id":"c","seconds":"\\u001b]0;x\\u0007"}]}}
      """
    #expect(await run("play", "a\u{1B}.jsonl") == .badInput)
    #expect(await run("play", "--only", "\u{1B}[1m", "a") == .wrongUsage)
    #expect(console.complaints.count == 2)
    for complaint in console.complaints {
      #expect(complaint.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }

  @Test func `a report that can't be written is a failure`() async {
    #expect(await run("play", "a.jsonl", "--html", "/none/out.html") == .missingInput)
    #expect(console.complaints.first?.hasPrefix("/none/out.html: the report can't be") == true)
    #expect(console.output.isEmpty)
  }

  @Test func `a report for a folder that is not there says so, and what to do`() async {
    #expect(await run("play", "a.jsonl", "--html", "missing/out.html") == .missingInput)
    #expect(
      console.complaints == [
        "missing/out.html: the folder missing doesn't exist; make it, or name a file in another folder"
      ]
    )
  }

  @Test(arguments: [[], ["--json"], ["--only", "unread,hub"]])
  func `a play in which no feature does anything says so`(options: [String]) async {
    console.files["still.jsonl"] = "{\"transcript\":1}"
    #expect(await console.run(["play", "still.jsonl"] + options) == .success)
    #expect(console.output.isEmpty)
    let silent = options.first == "--only" ? "unread, hub" : "the hub and the features"
    #expect(console.complaints == ["still.jsonl: nothing to print: \(silent) did nothing"])
  }

  private func run(_ arguments: String...) async -> ExitCode {
    await console.run(arguments)
  }
}
