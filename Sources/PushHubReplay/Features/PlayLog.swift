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

  /// How many events the hub had begun to deliver in this step.
  var deliveryCount = 0
}

/// Everything that came of one record, or of the timers that were due at one instant.
struct PlayedStep {
  /// When, since the start.
  let time: Duration

  /// What was told, in the order of the speakers, and why features did nothing.
  let notes: [Told]
}

/// Collects what is told in a step, and hands it on in the order of the speakers.
@MainActor
final class PlayLog {
  let start: ContinuousClock.Instant
  let scheduler: any Scheduler

  /// Whether what is told is handed on at once, without waiting for the end of the step.
  var isImmediate = false

  /// Who is told of each step.
  var output: (PlayedStep) -> Void = { _ in }

  private var notes: [Told] = []
  private var deliveryCount = 0

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  func record(_ event: any FeatureEvent, by speaker: Speaker) {
    if speaker == .hub, (event as? HubEvent)?.isDelivery == true { deliveryCount += 1 }
    notes.append(
      Told(
        time: scheduler.now - start,
        event: event,
        speaker: speaker,
        deliveryCount: deliveryCount
      )
    )
    if isImmediate {
      endStep()
    }
  }

  /// Hands the step on, also one in which nothing was told.
  func endStep() {
    let notes = notes.enumerated()
      .sorted { ($0.element.speaker.rank, $0.offset) < ($1.element.speaker.rank, $1.offset) }
      .map(\.element)
    self.notes = []
    deliveryCount = 0
    output(PlayedStep(time: scheduler.now - start, notes: notes))
  }
}

/// The strips of the timeline, from top to bottom: the app's own, then one for each feature.
enum Lane {
  static let phase = 0
  static let pages = 1
  static let account = 2
  static let pushes = 3

  static let own: [(name: String, title: String)] = [
    ("phase", "App phase"), ("pages", "Pages"), ("account", "Account"),
    ("pushes", "Pushes and taps"),
  ]
}
