import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
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
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) { try Command(arguments: arguments) }
  }

  @Test(arguments: [
    ["--realtime", "--speed", "2"], ["--speed", "2", "--realtime"],
    ["--speed", "1", "--realtime"],
  ])
  func `time passes as it really does or at a speed, not both`(options: [String]) {
    let reason = "--realtime goes with no --speed; it is the same as --speed 1"
    #expect(throws: UsageError(description: reason)) {
      try Command(arguments: ["play", "a"] + options)
    }
  }

  @Test func `real time is the speed of one`() throws {
    #expect(
      try Command(arguments: ["play", "--realtime", "a"])
        == Command(arguments: ["play", "--speed", "1", "a"])
    )
  }

  @Test func `a file may still be called a dash, if it is named by its folder`() throws {
    #expect(
      try Command(arguments: ["play", "a", "--record", "./-"])
        == .play(PlayCommand.Options(file: InputFile("a"), recording: "./-"))
    )
  }
}
