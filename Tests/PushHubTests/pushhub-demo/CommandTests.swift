import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  @Test(arguments: [
    (["push"], "push needs at least one file, or - for standard input"),
    (["push", "--json"], "push needs at least one file, or - for standard input"),
    (["push", "--yaml", "a"], "push has no option named \"--yaml\""),
    (["push", "-j", "a"], "push has no option named \"-j\""),
    (["pull"], "there is no command named \"pull\""),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) {
      try Command(arguments: arguments)
    }
  }

  @Test(arguments: [["help"], ["--help"], ["-h"], ["push", "--help"]])
  func `help is there in the usual ways`(arguments: [String]) throws {
    #expect(try Command(arguments: arguments) == .help)
  }

  @Test func `options may stand anywhere before two dashes, after which all are files`() throws {
    let command = try Command(arguments: ["push", "a", "--json", "--", "--json", "-"])
    #expect(command == .push(files: ["a", "--json", "-"].map(InputFile.init), format: .json))
  }
}
