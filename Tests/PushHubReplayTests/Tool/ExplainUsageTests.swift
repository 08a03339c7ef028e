import PushHub
import Testing

@testable import PushHubReplay
@testable import TestSupport

@MainActor
struct ExplainUsageTests {
  private nonisolated static let names = "unread, countdown, badge, screenshot"
  private nonisolated static let bounds =
    "seconds such as 76.5, or a time such as 1:16.5 or 0:01:16.500, below 9000000000 seconds"

  private let console = RecordingConsole(files: [
    "a": "{\"transcript\":1}\n{\"t\":2,\"account\":\"alice\"}"
  ])

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
    (["explain", "a", "--at", "noon"], "--at needs \(bounds), not \"noon\""),
    (["explain", "a", "--at", "inf"], "--at needs \(bounds), not \"inf\""),
    (["explain", "a", "--at", ""], "--at needs \(bounds), not \"\""),
    (["explain", "a", "--at", "9000000000"], "--at needs \(bounds), not \"9000000000\""),
    (
      ["explain", "a", "--observer", "radio"],
      "--observer: there is no feature named \"radio\"; there are \(names)"
    ),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) async {
    #expect(await run(arguments) == .wrongUsage)
    #expect(console.complaints == ["replay: \(reason)\nFor help: replay help"])
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
  func `a time is read as it is printed, too`(text: String, time: Duration) {
    #expect(Duration(timeText: text) == time)
  }

  @Test(arguments: [
    ":", "1:", ":16", "1:6", "1:60", "1:016", "1:16.", "1:16.x", "1:16e1", "-1:16", "1:-6", "+1:16",
    "1:2:03", "1:60:00", "1::16", "0:0:01:16", "1:16:", "1:١٦", "2500000:00:00",
    "99999999999999999999:00",
  ])
  func `what is nearly a time is refused with what is needed`(text: String) async {
    #expect(await run(["explain", "a", "--at", text]) == .wrongUsage)
    #expect(
      console.complaints.first?.contains("--at needs \(Self.bounds), not \"\(text)\"") == true
    )
  }

  @Test func `every time that is printed can be asked for`() throws {
    for milliseconds in stride(from: 0, through: 40_000_000, by: 9_973) {
      let time = Duration.milliseconds(milliseconds)
      try #require(Duration(timeText: LogText(clock: time).description) == time)
    }
  }

  private func run(_ arguments: [String]) async -> ExitCode {
    let names = ["unread", "countdown", "badge", "screenshot"]
    return await ReplayTool(named: "replay") { names.map { PlainScript(name: $0) } }
      .run(arguments, on: console.console)
  }
}
