public import PushHub
public import PushHubRecorder
public import PushHubReplay

/// The checkups that a recording from the field has: each finding that is not fine is an event.
@MainActor
public final class CheckupScript: FeatureScript {
  /// The name.
  public let name = "checkup"
  /// The title of the lane.
  public let title = "Checkup"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [Checkup.self]

  private let findings = Findings()

  /// Makes a script.
  public init() {}

  /// Makes what tells the findings.
  public func plugin(on stage: Stage) -> any PushPlugin { findings }

  /// Tells what a checkup has found.
  public func apply(_ record: any FeatureRecord) {
    if let checkup = record as? Checkup { findings.show(checkup) }
  }

  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let count = (record as? Checkup)?.findings.count { $0.verdict == .broken } ?? 0
    return RecordAppearance(
      words: "a checkup finds \(count == 0 ? "nothing" : "\(count)") broken",
      look: MarkLook("✚", isProblem: count > 0)
    )
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Self.latest)] : []
  }

  private enum Subject { case latest }
  private static let latest = Topic(Subject.latest)

  /// Why nothing came of a record.
  public var reasonForNothing: String? { "All that could be looked at is fine." }

  private final class Findings: LoggingPlugin {
    var log: ((Checkup.Finding) -> Void)?
    private var latest: [Checkup.Finding] = []

    var facts: [(name: String, value: JSONValue)] {
      latest.map { ($0.subject, .string("\($0.verdict.rawValue): \($0.seen)")) }
    }

    func show(_ checkup: Checkup) {
      latest = checkup.findings
      for finding in latest where finding.verdict != .fine { log?(finding) }
    }
  }
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
}
