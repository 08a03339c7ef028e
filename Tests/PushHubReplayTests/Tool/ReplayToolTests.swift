import Foundation
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// A tool that plays an app's own features.
@MainActor
struct ReplayToolTests {
  private let console = RecordingConsole(files: [
    "a.jsonl": """
    {"transcript":1}
    {"t":1,"account":"alice"}
    {"t":2,"parcel":"p1","seconds":3}
    {"t":9,"end":{}}
    """,
    "unknown.jsonl": "{\"transcript\":1}\n\n{\"t\":0,\"order\":1}",
  ])

  private let tool = ReplayTool(named: "parcel-replay") { [ParcelScript()] }

  @Test func `each source can be selected by name`() async {
    #expect(await run("play", "--json", "--only", "parcels", "a.jsonl") == .success)
    #expect(console.output.count == 4)
    #expect(await run("play", "--only", "hub", "a.jsonl") == .success)
    #expect(console.output.count == 4)
    #expect(await run("play", "--only", "unread", "a.jsonl") == .wrongUsage)
    #expect(
      console.complaints == [
        "a.jsonl: nothing to print: hub did nothing",
        "parcel-replay: --only: there is no feature named \"unread\"; there are hub, parcels\n"
          + "For help: parcel-replay help",
      ]
    )
  }

  @Test func `ticks are one line unless all are wanted, without exceptions`() async {
    #expect(await run("play", "a.jsonl") == .success)
    #expect(
      console.output.map { $0.dropFirst(27) } == ["p1 left", "p1 moved (2 times)", "p1 arrived"]
    )
    #expect(await run("play", "--all", "a.jsonl") == .success)
    #expect(console.output.count == 7)
    #expect(await run("play", "--json", "--except", "moved", "a.jsonl") == .success)
    #expect(console.output.count == 9)
    #expect(await run("play", "--except", "parcels,hub", "a.jsonl") == .success)
    #expect(console.output.count == 9)
  }

  @Test func `a recording of a play plays in turn, with the features' own records`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(await run("play", "--record", url.path(), "a.jsonl") == .success)
    let replay = try Replay(contentsOf: url, with: [ParcelScript()])
    await replay.run()
    #expect(
      replay.events()
        == [ParcelEvent.left("p1"), .moved("p1"), .moved("p1"), .arrived("p1", total: 1)]
    )
  }

  @Test(arguments: [[], ["help"], ["-h"], ["--help"], ["play", "--help"], ["explain", "--help"]])
  func `help is there in the usual ways, and names the tool`(
    arguments: [String]
  ) async {
    #expect(await tool.run(arguments, on: console.console) == .success)
    #expect(console.complaints.isEmpty)
    let help = console.output.joined()
    #expect(help.hasPrefix("usage: parcel-replay play"))
    #expect(help.contains("\n--only NAMES     Prints only the lines of these"))
  }

  @Test(arguments: [
    (["a\u{1B}[2J"], "there is no command named \"a\\u{1b}[2J\"; there are play, explain, help"),
    (["play"], "play needs one file, or - for standard input; none is given"),
    (["explain", "a.jsonl"], "explain needs --at TIME"),
    (
      ["play", "--jsno", "a"],
      "play has no option named \"--jsno\"; there are --all, --except, --help, --html, --json, --only, "
        + "--record"
    ),
    (
      ["explain", "--observer", "parcles", "--at", "1", "a"],
      "--observer: there is no feature named \"parcles\"; there are parcels"
    ),
  ])
  func `wrong usage says what is wrong, in one line, and where help is`(
    arguments: [String],
    reason: String
  ) async {
    #expect(await tool.run(arguments, on: console.console) == .wrongUsage)
    #expect(console.output.isEmpty)
    #expect(
      console.complaints == ["parcel-replay: \(reason)\nFor help: parcel-replay help"]
    )
  }

  @Test func `a missing file and a foreign transcript have their own status`()
    async
  {
    let kinds =
      "account, accounts, app, backgroundRefresh, end, launch, network, open, overlay, page, parcel, "
      + "push, screenshot, token, tokenError"
    let advice = "there are \(kinds), and others with the script of the feature that records them"
    #expect(await run("play", "unknown.jsonl") == .badInput)
    #expect(await run("explain", "unknown.jsonl", "--at", "0") == .badInput)
    #expect(await run("play", "none.jsonl") == .missingInput)
    #expect(
      console.complaints == [
        "unknown.jsonl:3: no script has a kind of record named \"order\"; \(advice)",
        "unknown.jsonl:3: no script has a kind of record named \"order\"; \(advice)",
        "none.jsonl: the file doesn't exist",
      ]
    )
    #expect(console.output.isEmpty)
  }

  @Test func `features with the same name are reported as such`() async {
    let tool = ReplayTool(named: "twice") { [PlainScript(name: "hub")] }
    #expect(await tool.run(["play", "a.jsonl"], on: console.console) != .success)
    #expect(console.output.isEmpty)
  }

  private func run(_ arguments: String...) async -> ExitCode {
    await tool.run(arguments, on: console.console)
  }
}
