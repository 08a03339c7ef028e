import PushHub
import PushHubRecorder

/// A record, or an event of the hub or of a feature.
struct ReportMark {
  /// The appearance, with control characters made visible.
  var style: TimelineMark

  let at: Duration
  let lane: Int

  /// The mark that caused this one.
  let cause: Int?

  /// The record; `nil` for an event.
  var record: TranscriptRecord?

  /// The features that might have acted on it, and why they did not.
  var affected: [(feature: String, reason: String?)] = []

  /// The events, which are several for ticks; none for a record.
  var outputs: [Output] = []

  /// The time when it ended, if it lasts for a while.
  var until: Duration?

  /// Whether the other recording of a comparison has nothing like it.
  var differs = false

  /// The number of marks when it ended.
  var endPlace: Int?

  /// Whether it caused another mark.
  var hasEffect = false
}

extension ReportMark {
  /// The line of a record in the file, from 1, if it is known.
  var line: Int? { record?.lineNumber }

  /// The hub or the feature whose event it is; `nil` for a record.
  var source: Source? { outputs.first?.source }

  /// Whether it is an event of a feature.
  var isOfFeature: Bool { source.map { $0 != .hub } ?? false }

  /// Whether it is an event of the hub with that name.
  func isHub(_ name: String) -> Bool { source == .hub && kind == name }

  /// Whether a feature works as long as it lasts.
  var isWork: Bool { style.isWork }

  /// The time that it lasts.
  var duration: Duration { (until ?? at) - at }

  /// The key of the record, or the name of the event.
  var kind: String { record?.input.key ?? outputs[0].event.name }

  /// A description; of several events the first and the last one.
  var message: String {
    guard outputs.count > 1, let last = outputs.last else { return style.message }
    let end = printable(last.event.message)
    let ends = end == style.message ? end : "\(style.message) … \(end)"
    return "\(ends) (\(outputs.count) times)"
  }

  /// The JSON of the record or the event; of several events the first and the last one.
  var texts: [String] {
    let ends = outputs.prefix(1) + outputs.dropFirst().suffix(1)
    return ([record?.jsonLine].compactMap(\.self) + ends.map(\.json.jsonText)).map(printableJSON)
  }

  /// The reason why it had no effect; `nil` if it had one.
  var why: String? {
    if hasEffect { return nil }
    if isWork, endPlace == nil { return "The replay ended before this did." }
    let reasons = affected.compactMap(\.reason)
    return reasons.isEmpty
      ? style.reason ?? "Nothing more came of it." : reasons.joined(separator: " ")
  }

  /// The time without a tick after which the next one is a mark of its own.
  private static let longestPause = Duration.seconds(30)

  /// Adds the next tick if it follows closely and has the same cause.
  ///
  /// - Returns: Whether it does.
  mutating func extend(with next: Output, of cause: Int?) -> Bool {
    guard cause == self.cause, next.time - (until ?? at) <= Self.longestPause else { return false }
    outputs.append(next)
    until = next.time
    return true
  }
}

extension Report {
  /// Quiet shorter than this stays unfolded.
  private static let shortestFold = Duration.seconds(30)

  /// The stretches in which nothing happens in any of some reports, with some room on both sides.
  static func quietStretches(of reports: [Report]) -> [Range<Duration>] {
    let times = reports.flatMap(\.edges).sorted()
    return zip(times, times.dropFirst()).compactMap { before, after in
      guard after - before > shortestFold else { return nil }
      return before + .seconds(3)..<after - .seconds(2)
    }
  }

  /// The times when anything begins or ends.
  private var edges: [Duration] {
    [.zero, end] + marks.map(\.at) + marks.compactMap(\.until)
  }
}
