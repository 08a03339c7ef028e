import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct CommandTests {
  @Test(arguments: [
    (["push"], "push needs at least one file, or - for standard input"),
    (["push", "--json"], "push needs at least one file, or - for standard input"),
    (["push", "--yaml", "a"], "push has no option named \"--yaml\""),
    (["push", "-j", "a"], "push has no option named \"-j\""),
    (["pull"], "there is no command named \"pull\""),
    (["lvie"], "there is no command named \"lvie\"; did you mean live?"),
    (["push", "--lvie", "a"], "push has no option named \"--lvie\"; did you mean --live?"),
    (
      ["play", "--only", "hub,unred", "a"],
      "--only knows nobody named \"unred\"; did you mean unread?"
    ),
    (["live", "--recrod", "a"], "live has no option named \"--recrod\"; did you mean --record?"),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) {
      try Command(arguments: arguments)
    }
  }

  @Test(arguments: [["help"], ["--help"], ["-h"], ["push", "--help"]])
  func `help is there in the usual ways`(arguments: [String]) throws {
    #expect(try Command(arguments: arguments) == .help(Command.usage))
  }

  @Test func `options may stand anywhere before two dashes, after which all are files`() throws {
    let command = try Command(arguments: ["push", "a", "--json", "--", "--json", "-"])
    #expect(command == .push(files: ["a", "--json", "-"].map(InputFile.init), format: .json))
  }

  @Test(arguments: [
    ["play", "none"], ["explain", "none", "--at", "1"], ["push", "none"],
    ["push", "--live", "none"],
  ])
  @MainActor
  func `every command says in one short line that a file is missing`(
    arguments: [String]
  ) async throws {
    let console = RecordingConsole()
    let status = try await Command(arguments: arguments).run(on: console.console)
    #expect(status == .missingInput)
    #expect(console.complaints == ["none: the file doesn't exist"])
  }

  @Test @MainActor
  func `without arguments the day that comes with the demo is played`() async throws {
    let console = RecordingConsole()
    let command = try Command(arguments: [])
    #expect(command == .play(PlayCommand.Options(file: BundledTranscripts.day)))
    #expect(await command.run(on: .standardFiles(console)) == .success)
    #expect(console.complaints.isEmpty)
    #expect(console.output.count > 30)
  }

  @Test func `the commands of the library are those of the demo`() throws {
    var options = PlayCommand.Options(file: InputFile("a"))
    options.speakers = ["hub", "unread", "countdown", "badge", "screenshot"]
    let names = "hub,unread,countdown,badge,screenshot"
    #expect(try Command(arguments: ["play", "--only", names, "a"]) == .play(options))
    #expect(
      try Command(arguments: ["explain", "a", "--at", "1:16.5", "--observer", "badge"])
        == .explain(
          ExplainCommand.Options(
            file: InputFile("a"),
            format: .text,
            time: .milliseconds(76_500),
            feature: "badge"
          )
        )
    )
    #expect(throws: UsageError.self) { try Command(arguments: ["explain", "a"]) }
    #expect(throws: UsageError.self) { try Command(arguments: ["play"]) }
  }

  @Test @MainActor
  func `the names of the features are those of their scripts`() throws {
    for name in ReadyMadeScripts().all.map(\.name) {
      _ = try Command(arguments: ["play", "a", "--only", name])
      _ = try Command(arguments: ["explain", "a", "--at", "0", "--observer", name])
      #expect(Command.usage.contains(name))
    }
  }

  @Test func `explaining has help too`() throws {
    #expect(try Command(arguments: ["explain", "--help"]) == .help(Command.usage))
    #expect(try Command(arguments: ["play", "--help"]) == .help(Command.usage))
    #expect(Command.usage.contains("pushhub-demo explain [--json] FILE --at TIME"))
    #expect(Command.usage.contains("M:SS or H:MM:SS"))
  }
}
