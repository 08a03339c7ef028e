import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveArgumentsTests {
  @Test func `live takes a place for its recording`() throws {
    #expect(try Command(arguments: ["live"]) == .live(recording: "pushhub-live.jsonl"))
    #expect(try Command(arguments: ["live", "--record", "a"]) == .live(recording: "a"))
    #expect(try Command(arguments: ["live", "--help"]) == .help(LiveCommand.usage))
  }

  @Test func `push sends files to the live app if it is told so`() throws {
    let command = try Command(arguments: ["push", "a", "--live", "-"])
    #expect(command == .send(["a", "-"].map(InputFile.init)))
  }

  @Test(arguments: [
    (["live", "a.apns"], "live takes no file such as \"a.apns\""),
    (["live", "--json"], "live has no option named \"--json\""),
    (["live", "--record"], "--record needs a value"),
    (
      ["live", "--record", "-"],
      "--record never writes to standard output; name a file in place of -"
    ),
    (["push", "--live", "--json", "a"], "--live goes with no --json"),
    (["push", "--live"], "push needs at least one file, or - for standard input"),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) {
      try Command(arguments: arguments)
    }
  }

  @Test func `the help lists every key`() {
    for entry in LiveKeys.table {
      #expect(LiveCommand.usage.contains("\n\(entry.keys) "))
    }
    #expect(LiveCommand.usage.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [nil, "", "xterm-256color", "linux", "vt100"])
  func `a terminal is enough, whatever its kind`(kind: String?) {
    #expect(LiveCommand.obstacle(isTerminal: true, kind: kind) == nil)
  }

  @Test func `a terminal that calls itself dumb is told so, and what to do`() {
    let obstacle = LiveCommand.obstacle(isTerminal: true, kind: "dumb") ?? ""
    for part in ["TERM=dumb", "TERM=xterm-256color pushhub-demo live", "pushhub-demo play FILE"] {
      #expect(obstacle.contains(part))
    }
    let other = LiveCommand.obstacle(isTerminal: false, kind: "dumb")
    #expect(other?.hasPrefix("needs a terminal for its input and output; ") == true)
  }
}
