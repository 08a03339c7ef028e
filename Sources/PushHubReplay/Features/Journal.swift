public import PushHub
import PushHubRecorder

/// Who speaks; within a step, what is told comes in the order of the speakers, the hub first.
struct Speaker: Hashable, Sendable {
  static let hub = Speaker(name: "hub", rank: 0)

  let name: String
  let rank: Int
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
  /// An event, and what the features think of it.
  case told(Told, Opinion)

  /// What a feature does without a word.
  case traced([Trace], by: Speaker, time: Duration)

  var speaker: Speaker {
    switch self {
    case .told(let told, _): told.speaker
    case .traced(_, let speaker, _): speaker
    }
  }

  var told: Told? {
    if case .told(let told, _) = self { told } else { nil }
  }
}

/// What the features think of something before they hear of it.
struct Opinion {
  /// Why nothing will come of it, if one of them knows.
  var reason: String?

  /// The names of those that it might bring to do something, in their order.
  var concerned: [String] = []
}

/// A record that came about, with what is known of it before it did.
struct PlayedRecord {
  /// Its place among the records, from 1.
  let number: Int

  let record: TranscriptRecord

  /// What it looks like; `nil` for the end of the play, and where nobody wants to know.
  let view: View?

  struct View {
    let lane: LaneID
    let appearance: RecordAppearance
    let traces: [Trace]
    let origins: [Topic]
    let opinion: Opinion
  }
}

/// A strip of the timeline.
enum LaneID: Hashable {
  case phase
  case pages
  case account
  case pushes

  /// That of a feature, by name.
  case feature(String)

  static let ownLanes = [Self.phase, .pages, .account, .pushes]

  var text: String {
    switch self {
    case .phase: "phase"
    case .pages: "pages"
    case .account: "account"
    case .pushes: "pushes"
    case .feature(let name): name
    }
  }
}

/// Everything that came of one record, or of the timers that were due at one instant.
struct PlayedStep {
  /// When, since the start.
  let time: Duration

  /// The record that came about; `nil` for timers, and for all that is told live.
  let record: PlayedRecord?

  /// What was told, in the order of the speakers.
  let notes: [Note]

  var told: [Told] { notes.compactMap(\.told) }
}

/// Collects what is told in a step, and hands it on in the order of the speakers.
@MainActor
package final class Journal {
  let start: ContinuousClock.Instant

  /// Whether what is told is handed on at once, without waiting for the end of the step.
  package var isImmediate = false

  /// What the features think of what the hub tells, if somebody wants to know.
  var opinion: ((HubEvent) -> Opinion)?

  private let scheduler: any Scheduler

  /// Who is told of each step.
  var output: (PlayedStep) -> Void

  private var notes: [Note] = []

  init(scheduler: any Scheduler, output: @escaping (PlayedStep) -> Void = { _ in }) {
    self.scheduler = scheduler
    self.output = output
    start = scheduler.now
  }

  func note(_ event: any FeatureEvent, by speaker: Speaker) {
    let told = Told(time: scheduler.now - start, event: event, speaker: speaker)
    var thoughts = Opinion()
    if let event = event as? HubEvent, let opinion {
      thoughts = opinion(event)
    }
    notes.append(.told(told, thoughts))
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
  func endStep(of record: PlayedRecord? = nil) {
    let notes = notes.enumerated()
      .sorted { ($0.element.speaker.rank, $0.offset) < ($1.element.speaker.rank, $1.offset) }
      .map(\.element)
    self.notes = []
    output(PlayedStep(time: scheduler.now - start, record: record, notes: notes))
  }
}
