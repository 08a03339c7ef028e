public import PushHub
import PushHubRecorder
import PushHubReplay

/// The checkups of a recording, with an event for each finding that is not fine.
@MainActor
final class CheckupScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "checkup"
  let title = "Checkup"
  var log: ((Checkup.Finding) -> Void)?

  private var latest: [Checkup.Finding] = []

  func plugin(in replay: Replay) -> any PushPlugin { self }

  func apply(_ checkup: Checkup) {
    latest = checkup.findings
    for finding in latest where finding.verdict != .fine { log?(finding) }
  }

  var facts: [(name: String, value: JSONValue)] {
    latest.map { ($0.subject, .string("\($0.verdict.rawValue): \($0.seen)")) }
  }

  func mark(of finding: Checkup.Finding) -> TimelineMark {
    TimelineMark("✚", label: finding.subject, isProblem: finding.verdict == .broken)
  }
}

extension Checkup.Finding: FeatureEvent {
  /// The verdict.
  public var name: String { verdict.rawValue }

  /// The subject and the observation.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["subject": .string(subject), "seen": .string(seen)]
  }

  /// The finding as a clause.
  public var message: String { LogText(clause: description).description }
}
