import PushHub
import PushHubRecorder

/// A strip of the timeline.
struct ReportLane: Equatable {
  let id: String

  /// What the lane is called.
  let title: String

  /// The number that the feature shows, from each instant on at which that changed.
  var values: [Value] = []

  struct Value: Equatable {
    let at: Duration
    let number: Int
  }
}

/// Something that happened, or that somebody did about it.
struct ReportMark {
  /// How it stands on the timeline; its texts show what they hold.
  var look: TimelineMark

  let at: Duration
  let lane: Int

  /// The mark that this one came of.
  let cause: Int?

  /// The record that it is; `nil` for what was told.
  var record: TranscriptRecord?

  /// For a record, its line in the file, from 1, if it is known.
  var line: Int?

  /// The features that it might have brought to do something, with what these say about that.
  var concerned: [(feature: String, reason: String?)] = []

  /// What was told, all of a run; nothing for a record.
  var told: [Told] = []

  /// For what lasts, until when.
  var until: Duration?

  /// Whether another recording, beside which this one is shown, has nothing like it.
  var differs = false

  /// Whether a feature works for as long as it lasts.
  var isWork = false

  /// How many marks there were when it had lasted.
  var endPlace: Int?

  /// Whether something came of this one.
  var hasEffect = false

  /// The problem that this one says is over.
  var recoversFrom: Int?
}

extension ReportMark {
  /// Who told it, the hub or a feature; `nil` for a record.
  var speaker: Speaker? { told.first?.speaker }

  /// Whether the hub told it, as an event of that name.
  func isHub(_ name: String) -> Bool { speaker == .hub && kind == name }

  /// How long it lasts.
  var duration: Duration { (until ?? at) - at }

  /// The key of the record, or the name of the event.
  var kind: String { record?.input.key ?? told[0].event.name }

  /// What happened, in words; of several that are one mark, the first and the last one.
  var message: String {
    guard told.count > 1, let last = told.last else { return look.message }
    let end = printable(last.event.message)
    let ends = end == look.message ? end : "\(look.message) … \(end)"
    return "\(ends) (\(told.count) times)"
  }

  /// The record or the line as JSON; the first and the last one of several that are one mark.
  var texts: [String] {
    let ends = told.prefix(1) + told.dropFirst().suffix(1)
    return ([record?.jsonLine].compactMap(\.self) + ends.map(\.json.jsonText)).map(printableJSON)
  }

  /// Why nothing came of this one; `nil` if something did.
  var why: String? {
    if hasEffect { return nil }
    if isWork, endPlace == nil { return "The play ended before this had an end." }
    // What the features say takes the place of what would be said without them.
    let reasons = concerned.compactMap(\.reason)
    guard reasons.isEmpty else { return reasons.joined(separator: " ") }
    let seen = "This is what the user sees; nothing more comes of it."
    return look.reasonForNothing ?? (isWork ? nil : seen)
  }

  /// After so long without an event, the next one of a run is a mark of its own.
  private static let longestPause = Duration.seconds(30)

  /// Stands for the next event of its run, too, if that follows closely and came of the same.
  ///
  /// - Returns: Whether it does.
  mutating func extend(with next: Told, of cause: Int?) -> Bool {
    guard cause == self.cause, next.time - (until ?? at) <= Self.longestPause else { return false }
    told.append(next)
    until = next.time
    return true
  }
}

/// Something that lasted.
struct ReportBar: Equatable {
  let lane: Int
  let from: Duration
  var until: Duration
  let label: String
}

extension Report {
  /// Quiet shorter than this stays unfolded.
  private static let shortestFold = Duration.seconds(30)

  /// The stretches that can be folded in all of some reports, with some room left beside what
  /// surrounds them.
  static func quietStretches(of reports: [Report]) -> [Range<Duration>] {
    let times = reports.flatMap(\.edges).sorted()
    return zip(times, times.dropFirst()).compactMap { before, after in
      guard after - before > shortestFold else { return nil }
      return before + .seconds(3)..<after - .seconds(2)
    }
  }

  /// When anything begins or ends.
  private var edges: [Duration] {
    let ends = marks.compactMap(\.until) + bars.map(\.until)
    return [.zero, end] + marks.map(\.at) + bars.map(\.from) + ends
  }
}
