import Foundation
import PushHub
import PushHubRecorder

extension ToolCommand {
  /// Plays a transcript up to an instant, and prints what is true then and why.
  ///
  /// - Parameter scripts: Features that have not been played.
  @MainActor
  static func explain(_ scripts: [any FeatureScript]) -> ToolCommand {
    ToolCommand(
      "explain",
      forms: ["[--json] FILE --at TIME [--observer NAME]"],
      help: """
        explain          Plays a transcript up to a time, that instant included, and prints what
                         is true then of the app and of each feature, and why.
        --at TIME        The time since the start: seconds as in the transcript, M:SS or H:MM:SS,
                         all with decimals if there are any: 76.5, 1:16.5 and 0:01:16.500 are the
                         same.
        --observer NAME  Explains one feature alone.
        """,
      options: ["--json", "--at TIME", "--observer NAME"]
    ) { arguments, console throws(UsageError) in
      let names = scripts.map(\.name)
      let feature = arguments["--observer"]
      if let feature, !names.contains(feature) {
        throw .unknown(feature, "--observer: there is no feature named", among: names)
      }
      let file = try arguments.files()[0]
      guard let text = arguments["--at"] else { throw UsageError("explain needs --at TIME") }
      guard let time = Duration(timeText: text) else {
        throw UsageError(
          """
          --at needs seconds such as 76.5, or a time such as 1:16.5 or 0:01:16.500, below 9000000000 \
          seconds, not "\(text)"
          """
        )
      }
      return await console.withTranscript(in: file, Replay.records(of: scripts)) { transcript in
        let replay = try Replay(of: transcript, with: scripts)
        if let feature, !replay.scripts.contains(where: { $0.name == feature }) {
          throw FileFailure(
            status: .badInput,
            reason: "it has no records of \(feature), which is only played if there are some"
          )
        }
        let report = await replay.report(named: file.fileTitle, until: time)
        if let problem = replay.cutProblem { console.complain("\(file): \(problem)") }
        let explanation = Explanation(of: report, asked: time, about: feature)
        let rows =
          arguments.isJSON
          ? explanation.jsonLines : explanation.rows(coloured: console.isColoured)
        console.print(rows.joined(separator: "\n"))
        return .success
      }
    }
  }
}

// MARK: - Times

extension Duration {
  /// Reads seconds, `M:SS` or `H:MM:SS`, each with decimals or without.
  ///
  /// Every time that a tool prints can be read. A time below zero or too large for a transcript can't.
  init?(timeText text: String) {
    let clock = /([0-9]{1,10}(?::[0-5][0-9])?):([0-5][0-9](?:\.[0-9]+)?)/
    let parts = text.wholeMatch(of: clock)?.output
    // JSON has no zero in front.
    let seconds = parts.map { $0.2.hasPrefix("0") ? $0.2.dropFirst() : $0.2 } ?? text[...]
    let minutes = parts?.1.split(separator: ":").reduce(0) { $0 * 60 + (Int64($1) ?? 0) } ?? 0
    guard let rest = JSONNumber(text: String(seconds)).flatMap(Duration.init(seconds:)),
      rest >= .zero
    else { return nil }
    self = .seconds(minutes * 60) + rest
    // No time of a transcript is larger.
    if self >= .seconds(9_000_000_000) { return nil }
  }
}
