import Testing

@testable import PushHubReplay
@testable import TestSupport
@testable import pushhub_demo

@MainActor
struct CommandTests {
  private let console = RecordingConsole()

  @Test(arguments: [
    (["push"], "push needs at least one file, or - for standard input"),
    (["push", "--json"], "push needs at least one file, or - for standard input"),
    (["pull"], "there is no command named \"pull\"; there are play, explain, push, live, help"),
    (["push", "-j", "a"], "push has no option named \"-j\"; there are --help, --json, --live"),
    (["live", "a.apns"], "live takes no file such as \"a.apns\""),
    (["live", "--record"], "--record needs a value"),
    (
      ["live", "--record", "-"],
      "--record never writes to standard output; name a file in place of -"
    ),
    (["push", "--live", "--json", "a"], "--live can't be used with --json"),
    (["push", "--live"], "push needs at least one file, or - for standard input"),
    (["play"], "play needs one file, or - for standard input; none is given"),
    (["explain", "a"], "explain needs --at TIME"),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) async {
    #expect(await Demo.tool.run(arguments, on: console.console) == .wrongUsage)
    #expect(console.complaints == ["pushhub-demo: \(reason)\nFor help: pushhub-demo help"])
    #expect(console.output.isEmpty)
  }

  @Test func `the help names every command and every status`() async {
    let text = await help(["help"])
    let parts = [
      "\n       pushhub-demo explain [--json] FILE --at TIME [--observer NAME]\n",
      "\n       pushhub-demo push --live FILE...\n", "M:SS or H:MM:SS",
      "Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript or payload, 66 for",
      "69 if no live app is running for push --live.",
    ]
    for part in parts {
      #expect(text.contains(part))
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 && $0.last != " " })
  }

  @Test func `options may stand anywhere before two dashes, after which all are files`() async {
    let arguments = ["push", "none", "--json", "--", "--json", "-"]
    #expect(await Demo.tool.run(arguments, on: console.console) == .missingInput)
    #expect(
      console.complaints.prefix(2) == [
        "none: the file doesn't exist", "--json: the file doesn't exist",
      ]
    )
    #expect(console.complaints.last?.hasPrefix("-: ") == true)
  }

  @Test(arguments: [
    ["play", "none"], ["explain", "none", "--at", "1"], ["push", "none"],
    ["push", "--live", "none"],
  ])
  func `every command says in one short line that a file is missing`(
    arguments: [String]
  ) async {
    #expect(await Demo.tool.run(arguments, on: console.console) == .missingInput)
    #expect(console.complaints == ["none: the file doesn't exist"])
  }

  @Test func `without arguments the day that comes with the demo is played`() async {
    #expect(await Demo.tool.run([], on: .standardFiles(console)) == .success)
    #expect(console.complaints.isEmpty)
    #expect(console.output.count > 30)
  }

  private func help(_ arguments: [String]) async -> String {
    #expect(await Demo.tool.run(arguments, on: console.console) == .success)
    #expect(console.complaints.isEmpty)
    return console.output.last ?? ""
  }
}
