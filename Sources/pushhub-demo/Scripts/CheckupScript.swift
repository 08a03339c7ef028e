public import PushHub
import PushHubRecorder
public import PushHubReplay

/// The checkups that a recording from the field has: each finding that is not fine is an event.
@MainActor
final class CheckupScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "checkup"
  let title = "Checkup"
  var log: ((Checkup.Finding) -> Void)?

  private var latest: [Checkup.Finding] = []

  func plugin(on stage: Stage) -> any PushPlugin { self }

  func apply(_ checkup: Checkup) {
    latest = checkup.findings
    for finding in latest where finding.verdict != .fine { log?(finding) }
  }

  var facts: [(name: String, value: JSONValue)] {
    latest.map { ($0.subject, .string("\($0.verdict.rawValue): \($0.seen)")) }
  }

  func mark(of checkup: Checkup) -> TimelineMark {
    let count = checkup.findings.count { $0.verdict == .broken }
    return TimelineMark(
      "✚",
      message: "a checkup finds \(count == 0 ? "nothing" : "\(count)") broken",
      isProblem: count > 0
    )
  }

  var reasonForNothing: String? { "All that could be looked at is fine." }
}

extension Checkup.Finding: TimelineEvent {
  /// The verdict.
  public var name: String { verdict.rawValue }

  /// What it is about, and what was seen.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["subject": .string(subject), "seen": .string(seen)]
  }

  /// The whole of it, as a clause.
  public var message: String { description.clause }

  /// How it stands on the timeline.
  public var mark: TimelineMark {
    TimelineMark("✚", label: subject, isProblem: verdict == .broken, from: ["checkup"])
  }
}
