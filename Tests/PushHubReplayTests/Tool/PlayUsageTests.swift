import Testing

@testable import PushHubReplay

@MainActor
struct PlayUsageTests {
  @Test(arguments: [
    (["play"], "play needs one file, or - for standard input; none is given"),
    (["play", "a", "-", "a"], "play needs one file, or - for standard input; 3 are given"),
    (
      ["play", "a", "--html", "-"],
      "--html never writes to standard output; name a file in place of -"
    ),
    (
      ["play", "a", "--record", "-"],
      "--record never writes to standard output; name a file in place of -"
    ),
    (["play", "a", "--html"], "--html needs a value"),
    (["play", "a", "b"], "play needs one file, or - for standard input; 2 are given"),
    (
      ["play", "--html", "d", "a", "b", "c"],
      "play needs one file or two, or - for standard input; 3 are given"
    ),
    (
      ["play", "a", "b", "--html", "c", "--record", "d"], "--record can be used with one file only"
    ),
    (
      ["play", "a", "--html", "./a"],
      "an output file can't be the file that is read"
    ),
    (
      ["play", "a", "b", "--html", "x/../b"],
      "an output file can't be the file that is read"
    ),
    (
      ["play", "a", "--record", "a"],
      "an output file can't be the file that is read"
    ),
    (
      ["play", "day.previous.jsonl", "--record", "day.jsonl"],
      "an output file can't be the file that is read"
    ),
    (
      ["play", "--html", "before.jsonl", "after.jsonl"],
      "--html needs the name of the page, such as report.html, before the files"
    ),
    (["play", "a", "--html", "b", "--record", "b"], "--html and --record need different files"),
    (
      ["play", "a", "--html", "b", "--json"],
      "--html can't be used with --json, --all, --only or --except"
    ),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(reason)) { try options(arguments) }
  }

  @Test func `two files make one report`() throws {
    let play = try options(["play", "--html", "c", "a", "b"])
    #expect(play?.files == ["a", "b"])
    #expect(play?.page == "c")
  }

  @Test func `only those who speak can be asked for`() throws {
    let options = try self.options(["play", "--only", "hub,badge", "a"])
    #expect(options?.only == ["hub", "badge"])
    for name in ["app", "radio", ""] {
      #expect(throws: UsageError.self) { try self.options(["play", "--only", "hub,\(name)", "a"]) }
    }
  }

  /// What follows `play`.
  private func options(_ arguments: [String]) throws -> PlayCommand? {
    let tool = ReplayTool(named: "replay") { [PlainScript(name: "badge")] }
    let command = ToolCommand.play(with: tool)
    guard let arguments = try ToolArguments(arguments.dropFirst(), of: command) else { return nil }
    return try PlayCommand(arguments, tool, .standard)
  }
}
