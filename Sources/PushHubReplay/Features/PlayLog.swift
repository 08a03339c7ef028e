import Foundation
public import PushHub
import PushHubRecorder

/// The hub or the feature that an event comes from; within a step, events are in this order.
struct Source: Hashable, Sendable {
  static let hub = Source(name: "hub", rank: 0)

  let name: String
  let rank: Int

  /// The lane of its events.
  var lane: Int { Lane.pushes + rank }

  /// The number of the terminal's color.
  var colour: Int {
    let colours = [34, 32, 33, 35, 36, 31]
    return colours[rank % colours.count]
  }
}

/// An event of the hub or of a feature in a replay.
package struct Output: Sendable {
  /// The time since the start.
  let time: Duration
  package let event: any FeatureEvent
  let source: Source

  /// The number of events that the hub had begun to deliver in this step.
  var deliveryCount = 0

  /// `hub`, or the name of a feature.
  package var from: String { source.name }

  package var colour: Int { source.colour }
}

extension Output {
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for (key, value) in event.labelledValues { members[key] = value }
    for (key, value) in event.fields { members[key] = value }
    members["t"] = time.json
    members["from"] = .string(from)
    members["event"] = .string(event.name)
    return .object(members)
  }

  /// A line for people.
  ///
  /// - Parameter message: A description of the event; several events may be one line.
  func row(_ message: String, coloured: Bool) -> String {
    let who = from + String(repeating: " ", count: max(0, 10 - from.utf16.count))
    let name = coloured ? "\u{1B}[\(colour)m\(who)\u{1B}[0m" : who
    let clock = LogText(clock: time).description
    let margin = String(repeating: " ", count: max(0, 13 - clock.count))
    return "\(margin)\(clock)  \(name)  \(message)"
  }
}

/// Something that is true of the app or of a feature.
struct Fact: Equatable {
  let name: String
  let value: JSONValue

  /// The name and the value for people.
  var text: String { "\(name): \(value.stringValue ?? value.text)" }
}

extension JSONValue {
  /// The value for people, without the punctuation of JSON: `id n1, order 1; id n2, order 2`.
  fileprivate var text: String {
    switch self {
    case .null, [], [:]: return "none"
    case .string(let text): return text.contains(" ") ? "“\(text)”" : text
    case .array(let values): return values.map(\.text).joined(separator: "; ")
    case .object(let members):
      return members.sorted { $0.key < $1.key }.map { name, value in
        let text = value.text
        return "\(name) " + (text.contains(/[,;]/) ? "(\(text))" : text)
      }
      .joined(separator: ", ")
    case .bool, .number: return jsonText
    }
  }
}

/// Everything that came of one record, or of the timers that were due at one instant.
struct PlayedStep {
  let time: Duration

  /// The events, also those that only say why nothing was done.
  let outputs: [Output]
}

/// Collects the events of a step and sorts them by source.
@MainActor
final class PlayLog {
  let start: ContinuousClock.Instant
  let scheduler: any Scheduler

  /// Whether each event is a step of its own.
  var isImmediate = false

  /// Receives each step.
  var receiveStep: (PlayedStep) -> Void = { _ in }

  private var outputs: [Output] = []
  private var deliveryCount = 0

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  func record(_ event: any FeatureEvent, of source: Source) {
    if (event as? HubEvent)?.isDelivery == true { deliveryCount += 1 }
    outputs.append(
      Output(
        time: scheduler.now - start,
        event: event,
        source: source,
        deliveryCount: deliveryCount
      )
    )
    if isImmediate {
      endStep()
    }
  }

  /// Ends a step, also one without events.
  func endStep() {
    let outputs = outputs.enumerated()
      .sorted { ($0.element.source.rank, $0.offset) < ($1.element.source.rank, $1.offset) }
      .map(\.element)
    self.outputs = []
    deliveryCount = 0
    receiveStep(PlayedStep(time: scheduler.now - start, outputs: outputs))
  }
}

/// The lanes of the timeline, from top to bottom: the app's own, then one for each feature.
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

extension LogText {
  /// Creates the text of a time: hours, minutes, seconds and the nearest millisecond, as in `1:02:03.250` or
  /// `-0:00:01.000`.
  public init(clock time: Duration) {
    self.init(description: time.formatted(Self.clock))
  }

  private static let clock = Duration.TimeFormatStyle(
    pattern: .hourMinuteSecond(
      padHourToLength: 1,
      fractionalSecondsLength: 3,
      roundFractionalSeconds: .toNearestOrAwayFromZero
    )
  )
  .locale(Locale(identifier: "en_US_POSIX"))
}
