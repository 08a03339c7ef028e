public import PushHub
import PushHubRecorder
import PushHubReplay

/// The checkups of a recording, with an event for each finding that is not fine.
final class CheckupScript: FeatureScript, LoggingPlugin {
  let name = "checkup"
  let title = "Checkup"
  let vocabulary: [any FeatureRecord.Type] = [Checkup.self]
  var log: ((Checkup.Finding) -> Void)?

  private var latest: [Checkup.Finding] = []

  func plugin(in replay: Replay) -> any PushPlugin { self }

  func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  func apply(_ record: any FeatureRecord) {
    guard let checkup = record as? Checkup else { return }
    latest = checkup.findings
    for finding in latest where finding.verdict != .fine { log?(finding) }
  }

  var facts: [(name: String, value: JSONValue)] {
    latest.map { ($0.subject, .string("\($0.verdict.rawValue): \($0.seen)")) }
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    let finding = event as? Checkup.Finding
    return TimelineMark(
      "✚",
      label: finding?.subject ?? "",
      isProblem: finding?.verdict == .broken
    )
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
