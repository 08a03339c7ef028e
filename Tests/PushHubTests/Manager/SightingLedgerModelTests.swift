import Foundation
import Testing

@testable import PushHub

/// The ledger against a model that searches all it has ever seen.
@Suite(.timeLimit(.minutes(5)))
struct SightingLedgerModelTests {
  struct Step: Hashable, CustomStringConvertible {
    let message: String?
    let request: String?
    let content: String
    let channel: PushChannel
    let delay: Int

    var description: String {
      "\(message ?? "-")/\(request ?? "-")/\(content) via \(channel) after \(delay) s"
    }
  }

  struct Model {
    struct Entry {
      let message: String?
      var request: String?
      let content: String
      var channels: Set<PushChannel>
      var latest: Int
    }

    var entries: [Entry] = []
    var time = 0

    mutating func show(_ step: Step) -> Int {
      time += step.delay
      let index =
        entries.firstIndex { isSame($0, step) } ?? entries.firstIndex { isAlike($0, step) }
      guard let index else {
        entries.append(
          Entry(
            message: step.message,
            request: step.message == nil ? step.request : nil,
            content: step.content,
            channels: [step.channel],
            latest: time
          )
        )
        return entries.count
      }
      entries[index].channels.insert(step.channel)
      entries[index].latest = time
      entries[index].request = entries[index].request ?? step.request
      return index + 1
    }

    private func isSame(_ entry: Entry, _ step: Step) -> Bool {
      if step.message != nil || entry.message != nil { return step.message == entry.message }
      return step.request != nil && entry.request == step.request && entry.content == step.content
    }

    private func isAlike(_ entry: Entry, _ step: Step) -> Bool {
      step.message == nil && entry.message == nil && entry.content == step.content
        && (step.request == nil || entry.request == nil)
        && !entry.channels.contains(step.channel) && time - entry.latest <= 10
    }
  }

  private static let alphabet: [Step] =
    [nil, "r1", "r2"].flatMap { request in
      [PushChannel.remote, .present, .open].flatMap { channel in
        [0, 10, 11].map { delay in
          Step(message: nil, request: request, content: "a", channel: channel, delay: delay)
        }
      }
    } + [
      Step(message: "m1", request: nil, content: "a", channel: .remote, delay: 0),
      Step(message: "m1", request: "r1", content: "b", channel: .open, delay: 11),
      Step(message: nil, request: "r1", content: "b", channel: .present, delay: 0),
      Step(message: nil, request: nil, content: "b", channel: .remote, delay: 0),
    ]

  @Test func `every sequence of up to three sightings`() throws {
    var sequences: [[Step]] = [[]]
    for _ in 1...3 {
      sequences = sequences.flatMap { sequence in Self.alphabet.map { sequence + [$0] } }
      for sequence in sequences {
        try check(sequence)
      }
    }
    #expect(sequences.count == 31 * 31 * 31)
  }

  @Test func `long random sequences`() throws {
    for seed in UInt64(1)...500 {
      var generator = SeededGenerator(seed: seed)
      let sequence = (1...40).compactMap { _ in Self.alphabet.randomElement(using: &generator) }
      try check(sequence, "seed \(seed)")
    }
  }

  private func check(_ sequence: [Step], _ comment: String = "") throws {
    var ledger = SightingLedger(capacity: 1000, contentWindow: .seconds(10))
    var model = Model()
    var now = ContinuousClock.now
    for step in sequence {
      now += .seconds(step.delay)
      let recognition = ledger.recognize(
        SightingLedger.Sighting(
          payload: try #require(Self.payloads[step.content]),
          sender: KeyedSender.fcm,
          messageID: step.message,
          requestIdentifier: step.request,
          channel: step.channel
        ),
        now: now,
        date: Date(timeIntervalSince1970: 0)
      )
      let known = model.entries.count
      let expected = model.show(step)
      guard recognition.ordinal == expected, recognition.isNew == (expected > known) else {
        Issue.record("\(comment) \(sequence): \(step) is \(recognition.ordinal), not \(expected)")
        return
      }
    }
  }

  private static let payloads: [String: PushPayload] = [
    "a": PushPayload(userInfo: ["aps": ["alert": "a"]]),
    "b": PushPayload(userInfo: ["aps": ["alert": "b"]]),
  ]
}
