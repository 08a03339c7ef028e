import Foundation
import PushHubReplay
import Testing

@testable import PushHub

/// Telling duplicates against a model that searches all it has ever seen.
struct DeduplicatorModelTests {
  struct Step: Hashable, CustomStringConvertible {
    var message: String?
    var request: String?
    var content = "a"
    let channel: PushChannel
    var answer: String?
    var delay = 0

    var description: String {
      let name = "\(message ?? "-")/\(request ?? "-")/\(content)"
      return "\(name) via \(channel) \(answer ?? "") after \(delay) s"
    }
  }

  /// What became of an occurrence.
  struct Outcome: Equatable {
    let push: Int
    let isNew: Bool
    let isNewAnswer: Bool
  }

  struct Model {
    struct Entry {
      let message: String?
      var request: String?
      let content: String
      var channels: Set<PushChannel> = []
      var latest = 0
      var answers: Set<String> = []
    }

    var entries: [Entry] = []
    var time = 0

    mutating func show(_ step: Step) -> Outcome {
      time += step.delay
      let known =
        step.message == nil ? find(step) : entries.firstIndex { $0.message == step.message }
      let place = known ?? entries.count
      if known == nil {
        entries.append(Entry(message: step.message, request: nil, content: step.content))
      }
      let isNewAnswer = step.answer.map { entries[place].answers.insert($0).inserted } ?? false
      entries[place].channels.insert(step.channel)
      entries[place].latest = time
      if entries[place].request == nil, step.request != nil {
        let former = alike(step).filter { entries[$0].request == step.request }
        for index in former { entries[index].request = nil }
        entries[place].request = step.request
      }
      return Outcome(push: place + 1, isNew: known == nil, isNewAnswer: isNewAnswer)
    }

    private func alike(_ step: Step) -> [Int] {
      entries.indices.filter {
        entries[$0].message == step.message
          && (step.message != nil || entries[$0].content == step.content)
      }
    }

    private func find(_ step: Step) -> Int? {
      let alike = alike(step)
      let named = alike.filter { step.request != nil && entries[$0].request == step.request }
      let nameless = alike.filter { step.request == nil || entries[$0].request == nil }
      if let answer = step.answer {
        let withIt = { entries[$0].answers.contains(answer) } as (Int) -> Bool
        let fresh = { time - entries[$0].latest <= 10 } as (Int) -> Bool
        let elsewhere = { !entries[$0].channels.contains(step.channel) } as (Int) -> Bool
        let again = named.filter { withIt($0) && fresh($0) }
        let toldElsewhere = nameless.filter { withIt($0) && fresh($0) && elsewhere($0) }
        let unanswered = (named + nameless).filter { !withIt($0) }
        return again.max() ?? (toldElsewhere + unanswered).max()
      }
      if let latest = named.max(), isStillShown(entries[latest], to: step) { return latest }
      return nameless.filter {
        time - entries[$0].latest <= 10 && !entries[$0].channels.contains(step.channel)
      }.min()
    }

    private func isStillShown(_ entry: Entry, to step: Step) -> Bool {
      if time - entry.latest <= 10 { return true }
      return entry.answers.isEmpty && !entry.channels.contains(step.channel)
    }
  }

  /// Everything that a callback may tell, with time steps around the window.
  private static let alphabet: [Step] =
    [nil, "r1", "r2"].flatMap { request in
      [0, 10, 11].flatMap { delay in
        [
          Step(request: request, channel: .remote, delay: delay),
          Step(request: request, channel: .present, delay: delay),
          Step(request: request, channel: .open, answer: "tap", delay: delay),
        ]
      } + [Step(request: request, channel: .open, answer: "dismiss")]
    } + [
      Step(channel: .launch),
      Step(channel: .launch, answer: "tap"),
      Step(channel: .launch, answer: "tap", delay: 11),
      Step(message: "m1", channel: .remote),
      Step(message: "m1", request: "r1", content: "b", channel: .open, answer: "tap", delay: 11),
      Step(request: "r1", content: "b", channel: .present),
      Step(content: "b", channel: .remote),
      Step(request: "r1", content: "b", channel: .open, answer: "tap", delay: 3600),
    ]

  /// Pushes without any id but one request identifier.
  private static let shortAlphabet: [Step] = [
    Step(channel: .remote), Step(channel: .remote, delay: 11),
    Step(request: "r1", channel: .present), Step(request: "r1", channel: .present, delay: 11),
    Step(request: "r1", channel: .open, answer: "tap"),
    Step(request: "r1", channel: .open, answer: "tap", delay: 11),
    Step(channel: .open, answer: "tap", delay: 10),
    Step(channel: .launch, answer: "tap"),
  ]

  @Test func `every sequence of sightings`() async throws {
    try await EverySequence(of: Self.alphabet, upTo: Exhaustive.choose(2, thorough: 3)).check(
      byRunning: mistake
    )
  }

  @Test
  func `every sequence of sightings under one request identifier or none`() async throws {
    try await EverySequence(of: Self.shortAlphabet, upTo: Exhaustive.choose(3, thorough: 5)).check(
      byRunning: mistake
    )
  }

  @Test func `long random sequences`() async throws {
    let seed = SeededGenerator.startingSeed()
    try await RandomSequences(
      of: Self.alphabet,
      length: 40,
      count: Exhaustive.choose(150, thorough: 500),
      seed: seed
    )
    .check(byRunning: mistake)
  }

  private func mistake(after sequence: [Step]) throws -> String? {
    var deduplicator = Deduplicator(capacity: 1000, window: .seconds(10))
    var model = Model()
    var now = Duration.zero
    for step in sequence {
      now += .seconds(step.delay)
      let finding = deduplicator.find(
        Deduplicator.Occurrence(
          payload: try #require(Self.payloads[step.content]),
          sender: [any PushSender].standard[0],
          messageID: step.message,
          requestIdentifier: step.request,
          channel: step.channel,
          response: step.answer.map { PushResponse(action: .custom($0)) }
        ),
        now: now,
        date: Date(timeIntervalSince1970: 0)
      )
      let outcome = Outcome(
        push: finding.ordinal,
        isNew: !finding.isDuplicate,
        isNewAnswer: finding.isNewResponse
      )
      let expected = model.show(step)
      guard outcome == expected else { return "\(step) is \(outcome), not \(expected)." }
    }
    return nil
  }

  private static let payloads: [String: PushPayload] = [
    "a": PushPayload(userInfo: ["aps": ["alert": "a"]]),
    "b": PushPayload(userInfo: ["aps": ["alert": "b"]]),
  ]
}
