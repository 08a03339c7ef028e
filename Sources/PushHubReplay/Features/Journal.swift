public import PushHub
import PushHubRecorder

/// Who speaks; within a step, what is told comes in the order of the speakers, the hub first.
struct Speaker: Hashable, Sendable {
  static let hub = Speaker(name: "hub", rank: 0)

  let name: String
  let rank: Int

  /// The strip of the timeline in which what is told stands.
  var lane: Int { Lane.pushes + rank }
}

/// Something that was told while a transcript was played.
public struct Told: Sendable {
  /// When, since the start.
  public let time: Duration

  /// Who did it: `hub`, or the name of a feature.
  public var from: String { speaker.name }

  /// What was done.
  public let event: any FeatureEvent

  let speaker: Speaker
}

/// Something that the timeline is told.
enum Note {
  /// An event, also one that says why nothing is done.
  case told(Told)

  /// What a feature does without a word.
  case traced([Trace], by: Speaker, time: Duration)

  var speaker: Speaker {
    switch self {
    case .told(let told): told.speaker
    case .traced(_, let speaker, _): speaker
    }
  }

  var told: Told? {
    if case .told(let told) = self { told } else { nil }
  }
}

/// Everything that came of one record, or of the timers that were due at one instant.
struct PlayedStep {
  /// When, since the start.
  let time: Duration

  /// The record that came about; `nil` for timers, and for all that is told live.
  let record: TranscriptRecord?

  /// What was told, in the order of the speakers.
  let notes: [Note]

  var told: [Told] { notes.compactMap(\.told).filter { !$0.event.isReasonForNothing } }

  /// Why features did nothing about it.
  var reasons: [Told] { notes.compactMap(\.told).filter(\.event.isReasonForNothing) }
}

/// Collects what is told in a step, and hands it on in the order of the speakers.
@MainActor
package final class Journal {
  let start: ContinuousClock.Instant

  /// Whether what is told is handed on at once, without waiting for the end of the step.
  package var isImmediate = false

  /// Who is told of each step.
  var output: (PlayedStep) -> Void

  private let scheduler: any Scheduler
  private var notes: [Note] = []

  init(scheduler: any Scheduler, output: @escaping (PlayedStep) -> Void = { _ in }) {
    self.scheduler = scheduler
    self.output = output
    start = scheduler.now
  }

  func note(_ event: any FeatureEvent, by speaker: Speaker) {
    notes.append(.told(Told(time: scheduler.now - start, event: event, speaker: speaker)))
    if isImmediate {
      endStep()
    }
  }

  func note(_ traces: [Trace], by speaker: Speaker) {
    notes.append(.traced(traces, by: speaker, time: scheduler.now - start))
  }

  /// Hands the step on, also one in which nothing was told.
  ///
  /// - Parameter record: The record that came about in it, if one did.
  func endStep(of record: TranscriptRecord? = nil) {
    let notes = notes.enumerated()
      .sorted { ($0.element.speaker.rank, $0.offset) < ($1.element.speaker.rank, $1.offset) }
      .map(\.element)
    self.notes = []
    output(PlayedStep(time: scheduler.now - start, record: record, notes: notes))
  }
}

/// The strips of the timeline, from top to bottom: the app's own, then one for each feature.
enum Lane {
  static let phase = 0
  static let pages = 1
  static let account = 2
  static let pushes = 3

  static func ofFeature(_ place: Int) -> Int { own.count + place }

  static let own: [(name: String, title: String)] = [
    ("phase", "App phase"), ("pages", "Pages"), ("account", "Account"),
    ("pushes", "Pushes and taps"),
  ]
}
