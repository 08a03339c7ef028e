import PushHub
import Testing

@testable import PushHubReplay

struct ExplainUsageTests {
  private static let names = "unread, countdown, badge, screenshot"
  private static let bounds =
    "seconds such as 76.5, or a time such as 1:16.5 or 0:01:16.500, below 9000000000 seconds"

  @Test func `a time and a file are all it needs`() throws {
    #expect(
      try options(["explain", "a.jsonl", "--at", "12.25"])
        == ExplainCommand.Options(
          file: InputFile("a.jsonl"),
          format: .text,
          time: .milliseconds(12_250),
          feature: nil
        )
    )
  }

  @Test func `options may stand in any order`() throws {
    #expect(
      try options(["explain", "--json", "--observer", "badge", "--at", "1e1", "-"])
        == ExplainCommand.Options(
          file: InputFile("-"),
          format: .json,
          time: .seconds(10),
          feature: "badge"
        )
    )
  }

  @Test(arguments: [
    (
      ["explain", "--at", "1"],
      "explain needs one file, or - for standard input; none is given"
    ),
    (
      ["explain", "--at", "1", "a", "b"],
      "explain needs one file, or - for standard input; 2 are given"
    ),
    (["explain", "a"], "explain needs --at TIME"),
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
    #expect(throws: UsageError(description: reason)) { try options(arguments) }
  }

  @Test(
    arguments: [
      ("0:00:00.000", .zero),
      ("1:16", .seconds(76)),
      ("1:16.5", .milliseconds(76_500)),
      ("0:01:16.000", .seconds(76)),
      ("1:02:03.25", .milliseconds(3_723_250)),
      ("0:00.000000001", .nanoseconds(1)),
      ("90:00", .seconds(5_400)),
      ("2499999:59:59", .seconds(8_999_999_999)),
    ] as [(String, Duration)]
  )
  func `a time is read as it is printed, too`(text: String, time: Duration) throws {
    #expect(try options(["explain", "a", "--at", text])?.time == time)
  }

  @Test(arguments: [
    ":", "1:", ":16", "1:6", "1:60", "1:016", "1:16.", "1:16.x", "1:16e1", "-1:16", "1:-6", "+1:16",
    "1:2:03", "1:60:00", "1::16", "0:0:01:16", "1:16:", "1:١٦", "2500000:00:00",
    "99999999999999999999:00",
  ])
  func `what is nearly a time is refused with what is needed`(text: String) {
    #expect(throws: UsageError(description: "--at needs \(Self.bounds), not \"\(text)\"")) {
      try options(["explain", "a", "--at", text])
    }
  }

  @Test func `every time that is printed can be asked for`() throws {
    for milliseconds in stride(from: 0, through: 40_000_000, by: 9_973) {
      let time = Duration.milliseconds(milliseconds)
      try #require(Duration(timeText: time.clockText) == time)
    }
  }

  @Test func `help is no explanation`() throws {
    #expect(try options(["explain", "--help"]) == nil)
  }

  /// What follows `explain`.
  private func options(_ arguments: [String]) throws -> ExplainCommand.Options? {
    var list = ArgumentList(arguments.dropFirst())
    let features = ["unread", "countdown", "badge", "screenshot"]
    return try ExplainCommand.Options(&list, features: features)
  }
}
