import PushHub
import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct ExplainUsageTests {
  private static let names = "unread, countdown, badge, screenshot"
  private static let bounds = "a number of seconds, zero or more and below 9000000000"

  @Test func `a time and a file are all it needs`() throws {
    #expect(
      try Command(arguments: ["explain", "a.jsonl", "--at", "12.25"])
        == .explain(ExplainCommand.Options(file: InputFile("a.jsonl"), time: .milliseconds(12_250)))
    )
  }

  @Test func `options may stand in any order`() throws {
    #expect(
      try Command(
        arguments: ["explain", "--json", "--observer", "badge", "--at", "1e1", "-"]
      )
        == .explain(
          ExplainCommand.Options(
            file: InputFile("-"),
            format: .json,
            time: .seconds(10),
            observer: .badge
          )
        )
    )
  }

  @Test(arguments: [
    (["explain", "--at", "1"], "explain needs one file, or - for standard input"),
    (["explain", "--at", "1", "a", "b"], "explain needs one file, or - for standard input"),
    (["explain", "a"], "explain needs --at SECONDS"),
    (["explain", "a", "--at"], "--at needs a value"),
    (["explain", "a", "--at", "-1"], "--at needs \(bounds), not \"-1\""),
    (["explain", "a", "--at", "-0.000000001"], "--at needs \(bounds), not \"-0.000000001\""),
    (["explain", "a", "--at", "noon"], "--at needs \(bounds), not \"noon\""),
    (["explain", "a", "--at", "0x10"], "--at needs \(bounds), not \"0x10\""),
    (["explain", "a", "--at", "inf"], "--at needs \(bounds), not \"inf\""),
    (["explain", "a", "--at", ""], "--at needs \(bounds), not \"\""),
    (["explain", "a", "--at", "9000000000"], "--at needs \(bounds), not \"9000000000\""),
    (
      ["explain", "a", "--observer", "radio"],
      "--observer knows nobody named \"radio\"; there are \(names)"
    ),
    (
      ["explain", "a", "--observer", "hub"],
      "--observer knows nobody named \"hub\"; there are \(names)"
    ),
    (["explain", "a", "--only", "badge"], "explain has no option named \"--only\""),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) { try Command(arguments: arguments) }
  }

  @Test func `help says how`() throws {
    #expect(try Command(arguments: ["explain", "--help"]) == .help)
    #expect(Command.usage.contains("pushhub-demo explain [--json] FILE --at SECONDS"))
  }
}
