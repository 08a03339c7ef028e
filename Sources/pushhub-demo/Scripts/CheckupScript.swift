public import PushHub
import PushHubRecorder
public import PushHubReplay

/// The checkups that a recording from the field has: each finding that is not fine is an event.
@MainActor
final class CheckupScript: ReadyMadeScript, LoggingPlugin {
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

  func appearance(of checkup: Checkup) -> RecordAppearance {
    let count = checkup.findings.count { $0.verdict == .broken }
    return RecordAppearance(
      "a checkup finds \(count == 0 ? "nothing" : "\(count)") broken",
      "✚",
      isProblem: count > 0
    )
  }

  func traces(of input: TranscriptInput) -> [Trace] { owns(input) ? [.marks(.checkup)] : [] }

  var reasonForNothing: String? { "All that could be looked at is fine." }
}

extension Topic {
  private enum OfCheckup { case latest }

  fileprivate static let checkup = Self(OfCheckup.latest)
}

extension Checkup.Finding: TimelineEvent {
  /// The verdict.
  public var name: String { verdict.rawValue }

  /// What it is about, and what was seen.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["subject": .string(subject), "seen": .string(seen)]
  }

  /// The whole of it, as a clause.
  public var words: String { description.clause }

  /// How it looks on the timeline.
  public var look: MarkLook { MarkLook("✚", label: subject, isProblem: verdict == .broken) }

  /// The checkup that found it.
  public var origins: [Topic] { [.checkup] }
}
