import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubScripts

/// A day on which everything comes in any order and much of it fails.
///
/// The seed tells everything about it. What a transcript can say is said as one, so that a failing
/// day can be played; the rest, in comments.
struct ChaosDay {
  /// Something that happens.
  enum Act {
    /// What a transcript can tell.
    case input(TranscriptInput)

    /// An observer that nobody keeps is added, and one that was added before is let go.
    case mortalArrives

    /// A stream of events is made and, unread, dropped by the one after it.
    case streamArrives

    /// The disk of the recording has no room from now on, or has some again.
    case diskIsFull(Bool)

    /// Each listener of the notification list ends right after its first snapshot from now on.
    case listenersClose(Bool)

    /// Another process has read everything up to a place, as a service extension may.
    case readElsewhere(order: Int)
  }

  /// An act and its time since the start of the day.
  struct Step {
    var time: Duration
    var act: Act
  }

  var steps: [Step]
}

extension ChaosDay {
  /// How to see what happens: a transcript to play, with what no transcript can say as comments.
  var transcriptText: String {
    let lines = steps.map { step in
      switch step.act {
      case .input(let input): TranscriptRecord(time: step.time, input: input).jsonLine
      case .mortalArrives: "# an observer that nobody keeps arrives"
      case .streamArrives: "# a stream that nobody reads arrives"
      case .diskIsFull(let isFull): "# the disk is \(isFull ? "full" : "empty")"
      case .listenersClose(let close): "# listeners \(close ? "close at once" : "stay")"
      case .readElsewhere(let order): "# read elsewhere up to \(order)"
      }
    }
    return ([Transcript().headerLine] + lines).joined(separator: "\n")
  }

  /// A shorter day that fails as well: what can be left out, half by half, is left out.
  ///
  /// Source: Andreas Zeller, "Simplifying and Isolating Failure-Inducing Input", 2002.
  @MainActor
  func shrunk(whileFailing fails: (ChaosDay) async throws -> Bool) async rethrows -> ChaosDay {
    var day = self
    var length = day.steps.count / 2
    while length >= 1 {
      var start = 0
      while start < day.steps.count {
        var candidate = day
        candidate.steps.removeSubrange(start..<min(start + length, day.steps.count))
        if try await fails(candidate) {
          day = candidate
        } else {
          start += length
        }
      }
      length /= 2
    }
    return day
  }
}

// MARK: - Making one

extension ChaosDay {
  init(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var steps: [Step] = []
    var time = Duration.zero
    for _ in 0..<40 {
      time += dice.pick([
        .zero, .milliseconds(300), .seconds(2), .seconds(11), .seconds(45), .seconds(61),
        .seconds(400),
      ])
      steps.append(Step(time: time, act: try Self.incident(&dice)))
    }
    for number in 0..<12 {
      steps += try Self.story(ofPush: number, before: time, &dice)
    }
    self.steps = steps.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private static func incident(_ dice: inout SeededGenerator) throws -> Act {
    switch dice.below(23) {
    case 0, 1: .input(.account(dice.pick([nil, "alice", "bob"])))
    case 2, 3, 4: .input(.app(dice.pick([.active, .active, .inactive, .background])))
    case 5, 6: .input(.page(dice.pick(["home", "me", "reader"]), isVisible: dice.below(3) > 0))
    case 7, 8: .input(.page("notifications", isVisible: dice.below(2) == 0))
    case 9: .input(.overlay(dice.below(2) == 0))
    case 10, 11, 12: .input(.unread(answer(&dice)))
    case 13, 14: .input(.latest(latest(&dice)))
    case 15: .input(.read(dice.pick([nil, mark(&dice)])))
    case 16: .input(.countdown(change(&dice)))
    case 17: .input(dice.pick([.screenshot, .screenshot, .preview(.tap), .preview(.outside)]))
    case 18: .input(dice.pick([.token(DeviceToken([7])), .tokenError("offline")]))
    case 19: dice.pick([.mortalArrives, .streamArrives])
    case 20: .diskIsFull(dice.below(2) == 0)
    case 21: .listenersClose(dice.below(2) == 0)
    default: .readElsewhere(order: dice.below(9))
    }
  }

  /// One push in some of its callbacks, in any order; its payload tells what is done with it.
  private static func story(
    ofPush number: Int,
    before end: Duration,
    _ dice: inout SeededGenerator
  ) throws -> [Step] {
    let fate = dice.pick(ChaosFate.allCases)
    let identity = dice.below(3) == 0 ? "\"n\":\(number)" : "\"gcm.message_id\":\"m\(number)\""
    let payload = try PushPayload(
      json: #"{"aps":{"alert":"\#(number)"},\#(identity),"fate":"\#(fate.rawValue)"}"#.utf8
    )
    let request = dice.pick([nil, "r\(number)"])
    let start = end * (Double(dice.below(1_000)) / 1_000)
    var inputs: [TranscriptInput] = [
      .push(payload, via: .remote, request: request),
      .push(payload, via: .present, request: request),
      .open(payload, PushResponse(), request: request),
      .open(payload, PushResponse(action: .custom("REPLY"), reply: "yes"), request: request),
    ]
    inputs.shuffle(using: &dice)
    return inputs.prefix(1 + dice.below(4)).map { input in
      Step(
        time: start + dice.pick([.zero, .milliseconds(50), .seconds(1), .seconds(4)]),
        act: .input(input)
      )
    }
  }

  /// The server answers, fails, asks to be left alone, takes longer than anybody waits, or lies.
  private static func answer(_ dice: inout SeededGenerator) -> UnreadAnswer {
    let error = ScriptedError(
      message: "no connection",
      retryAfter: dice.pick([nil, nil, .seconds(90), .milliseconds(1)])
    )
    return UnreadAnswer(
      result: dice.below(2) == 0 ? .failure(error) : .success(dice.pick([0, 3, .max])),
      latency: dice.pick([.zero, .zero, .seconds(2), .seconds(59), .seconds(100_000)])
    )
  }

  private static func mark(_ dice: inout SeededGenerator) -> NotificationCursor {
    let order = dice.below(9)
    return NotificationCursor(order: JSONNumber(order), id: "n\(order)")
  }

  private static func latest(
    _ dice: inout SeededGenerator
  ) -> Result<[NotificationCursor], ScriptedError> {
    guard dice.below(4) > 0 else { return .failure(.init(message: "closed")) }
    return .success((0..<dice.below(4)).map { _ in mark(&dice) })
  }

  private static func change(_ dice: inout SeededGenerator) -> CountdownChange {
    var change = CountdownChange()
    change.background = dice.pick([nil, nil, .continues, .pauses])
    change.removed = dice.pick([[], [], ["a"]])
    change.added = ["a", "b"].prefix(dice.below(3)).map {
      CountdownChange.Model(id: $0, duration: .seconds(dice.below(300)))
    }
    change.shown = dice.pick([[], ["a"]])
    return change
  }
}

/// What observers do with a push, as the push itself tells.
enum ChaosFate: String, CaseIterable {
  case works, throwsError, hangs, answersLate, blocks
}

extension SeededGenerator {
  /// One of some values.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[below(values.count)]
  }
}
