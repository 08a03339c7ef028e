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
    let name = from.padded(to: 10)
    let clock = LogText(clock: time).description
    let margin = "".padded(to: 13 - clock.count)
    return "\(margin)\(clock)  \(coloured ? name.styled(colour) : name)  \(message)"
  }
}

extension String {
  /// The text with spaces after it, up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text in a terminal, with the parameter of the escape sequence that sets a style; see SGR in ECMA-48.
  package func styled(_ parameter: Int) -> String { "\u{1B}[\(parameter)m\(self)\u{1B}[0m" }
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

/// Collects the events of a step and sorts them by source.
@MainActor
final class PlayLog {
  let start: ContinuousClock.Instant
  let scheduler: any Scheduler

  /// Receives each event at once, in place of steps.
  var receiveOutput: ((Output) -> Void)?

  /// Receives the events of each step: all that came of one record, or of the timers that were due at one instant.
  var receiveStep: ([Output]) -> Void = { _ in }

  private var outputs: [Output] = []
  private var deliveryCount = 0

  /// The latest response that no record has made.
  var response: (payload: PushPayload, response: PushResponse, time: ContinuousClock.Instant)?

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  func record(_ event: any FeatureEvent, of source: Source) {
    if (event as? HubEvent)?.isDelivery == true { deliveryCount += 1 }
    let output = Output(
      time: scheduler.now - start,
      event: event,
      source: source,
      deliveryCount: deliveryCount
    )
    receiveOutput?(output) ?? outputs.append(output)
  }

  /// Whether there is such a response of this instant, which is none after that.
  func takeResponse(_ made: PushResponse, to payload: PushPayload) -> Bool {
    let latest = response.take()
    return latest.map { $0 == (payload, made, scheduler.now) } ?? false
  }

  /// Ends a step, also one without events.
  func endStep() {
    // Sorting is stable.
    let step = outputs.sorted { $0.source.rank < $1.source.rank }
    (outputs, deliveryCount) = ([], 0)
    receiveStep(step)
  }
}

/// The lanes of the timeline, from top to bottom: the app's own, then one for each feature.
enum Lane {
  static let phase = 0
  static let pages = 1
  static let account = 2
  static let pushes = 3

  static let own: [(id: String, title: String)] = [
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
