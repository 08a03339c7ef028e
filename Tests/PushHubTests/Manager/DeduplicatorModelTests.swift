import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Deduplication against a model that searches all callbacks so far.
struct DeduplicatorModelTests {
  struct Step: Hashable, CustomStringConvertible {
    var message: String?
    var request: String?
    var content = "a"
    let callback: PushCallbackKind
    var answer: String?
    var delay = 0
    var isReturning = false

    /// The delivery date, in tenths of a second.
    var delivered: Int?
    var account: AccountID?

    var description: String {
      let name = "\(message ?? "-")/\(request ?? "-")/\(content)"
      let phase = isReturning ? " while returning" : ""
      let date = delivered.map { " delivered at \($0)" } ?? ""
      let account = account.map { " for \($0)" } ?? ""
      return "\(name) via \(callback) \(answer ?? "") after \(delay) s\(phase)\(date)\(account)"
    }
  }

  /// What became of an occurrence.
  struct Outcome: Equatable {
    let push: Int
    let isNew: Bool
    let isRepeated: Bool
  }

  /// Remembers every callback, and looks through all of them at each step.
  struct Model {
    struct Callback {
      let step: Step
      let push: Int
      let time: Int
    }

    var callbacks: [Callback] = []
    var time = 0

    mutating func show(_ step: Step) -> Outcome {
      time += step.delay
      let known = find(step)
      let push = known ?? (callbacks.map(\.push).max() ?? 0) + 1
      let isRepeated = isRepeated(step, of: push)
      callbacks.append(Callback(step: step, push: push, time: time))
      return Outcome(push: push, isNew: known == nil, isRepeated: isRepeated)
    }

    // MARK: - What is known of a push

    /// The presentation or the response that a callback is about.
    private func act(_ step: Step) -> String? {
      step.answer ?? (step.callback == .present ? "present" : nil)
    }

    private func request(_ step: Step) -> String? {
      step.request.map { isUUID($0) ? $0.lowercased() : $0 }
    }

    private func isUUID(_ request: String) -> Bool { request.count == 36 }

    private func callbacks(of push: Int) -> [Callback] { callbacks.filter { $0.push == push } }

    private func request(of push: Int) -> String? {
      callbacks(of: push).lazy.compactMap { request($0.step) }.first
    }

    private func wasSeen(_ push: Int, via callback: PushCallbackKind) -> Bool {
      callbacks(of: push).contains { $0.step.callback == callback }
    }

    private func age(of push: Int) -> Int { time - (callbacks(of: push).first?.time ?? time) }

    private func isRecent(_ push: Int) -> Bool { age(of: push) <= 10 }

    /// Whether dates and accounts allow that a callback is of a push.
    private func isPossible(_ step: Step, _ push: Int) -> Bool {
      let known = callbacks(of: push).map(\.step)
      let isOfAnother = known.lazy.compactMap(\.account).first.map { step.account ?? $0 != $0 }
      let isOther = known.lazy.compactMap(\.delivered).first.map {
        abs((step.delivered ?? $0) - $0) >= 10
      }
      return isOfAnother != true && (step.message != nil || isOther != true)
    }

    private func hasAnswer(_ push: Int) -> Bool {
      callbacks(of: push).contains { $0.step.answer != nil }
    }

    private func hasRecentAnswer(_ push: Int) -> Bool {
      callbacks(of: push).contains { $0.step.answer != nil && time - $0.time <= 10 }
    }

    /// Whether an earlier callback was about the same.
    ///
    /// One without a request belongs to the first request of a later one.
    private func isRepeated(_ step: Step, of push: Int) -> Bool {
      guard let act = act(step) else { return false }
      let earlier = callbacks(of: push).filter { self.act($0.step) == act }
      let requests = Set(earlier.compactMap { request($0.step) })
      guard let request = request(step) else { return !earlier.isEmpty }
      return requests.contains(request) || requests.isEmpty && !earlier.isEmpty
    }

    // MARK: - The table

    private func find(_ step: Step) -> Int? {
      if let message = step.message {
        return Set(callbacks.filter { $0.step.message == message }.map(\.push))
          .filter { isPossible(step, $0) }.max()
      }
      let known = Set(
        callbacks.filter { $0.step.message == nil && $0.step.content == step.content }.map(\.push)
      ).sorted()
      let possible = known.filter { isPossible(step, $0) }
      return find(step, in: possible)
        ?? (possible.allSatisfy { isUnderOtherUUID($0, step) } ? findChanged(step) : nil)
    }

    /// The push that a service extension has changed.
    private func findChanged(_ step: Step) -> Int? {
      guard let keys = ownKeys[step.content], step.callback != .remote else { return nil }
      return Set(callbacks.filter { $0.step.message == nil }.map(\.push)).filter { push in
        guard let first = callbacks(of: push).first, let sent = ownKeys[first.step.content]
        else { return false }
        return age(of: push) <= 40 && !wasSeen(push, via: step.callback)
          && !isUnderOtherUUID(push, step) && isPossible(step, push)
          && sent.allSatisfy { keys[$0.key] == $0.value }
      }.min()
    }

    private func isUnderOtherUUID(_ push: Int, _ step: Step) -> Bool {
      request(of: push).map { isUUID($0) && request(step) ?? $0 != $0 } ?? false
    }

    private func find(_ step: Step, in pushes: [Int]) -> Int? {
      if let request = request(step),
        let named = pushes.last(where: { self.request(of: $0) == request })
      {
        let hasDates =
          step.delivered != nil && callbacks(of: named).contains { $0.step.delivered != nil }
        let isOver =
          !isUUID(request) && wasSeen(named, via: step.callback) && !isRecent(named) && !hasDates
        if !isOver { return named }
      }
      let others = pushes.filter { request(step) == nil || request(of: $0) == nil }
      let reportedElsewhere = others.filter { isRecent($0) && !wasSeen($0, via: step.callback) }
      if step.answer != nil {
        return (others.filter { !isRepeated(step, of: $0) } + reportedElsewhere).max()
      }
      if let push = reportedElsewhere.min() { return push }
      guard step.callback == .remote else { return nil }
      return others.last { hasRecentAnswer($0) || step.isReturning && !hasAnswer($0) }
    }
  }

  private static let upper = "5D0C0D4B-7A39-4D45-B3B7-9E9C0C9B6F10"
  private static let lower = "5d0c0d4b-7a39-4d45-b3b7-9e9c0c9b6f10"

  /// Everything that a callback may report, with time steps around the window.
  private static let alphabet: [Step] =
    [nil, "r1", upper].flatMap { request in
      [0, 10, 11].flatMap { delay in
        [
          Step(request: request, callback: .remote, delay: delay),
          Step(request: request, callback: .present, delay: delay),
          Step(request: request, callback: .open, answer: "tap", delay: delay),
        ]
      } + [Step(request: request, callback: .open, answer: "dismiss")]
    } + [
      Step(request: "r2", callback: .present),
      Step(request: "r2", callback: .open, answer: "tap"),
      Step(request: lower, callback: .present, delay: 11),
      Step(request: lower, callback: .open, answer: "tap", delay: 11),
      Step(callback: .remote, isReturning: true),
      Step(callback: .remote, delay: 11, isReturning: true),
      Step(callback: .launch),
      Step(callback: .launch, answer: "tap"),
      Step(callback: .launch, answer: "tap", delay: 11),
      Step(message: "m1", callback: .remote),
      Step(message: "m1", request: "r2", callback: .open, answer: "tap"),
      Step(message: "m1", request: "r2", callback: .present),
      Step(message: "m1", callback: .present, delay: 11),
      Step(message: "m1", callback: .launch, answer: "tap"),
      Step(message: "m1", request: "r1", content: "b", callback: .open, answer: "tap", delay: 11),
      Step(request: "r1", content: "b", callback: .present),
      Step(content: "b", callback: .remote),
      Step(request: "r1", content: "b", callback: .open, answer: "tap", delay: 3600),
      Step(message: "m1", callback: .remote, account: "ann"),
      Step(message: "m1", request: "r1", callback: .open, answer: "tap", account: "bob"),
      Step(request: "r1", callback: .present, delivered: 0),
      Step(request: "r1", callback: .present, delivered: 9),
      Step(request: "r1", callback: .open, answer: "tap", delivered: 10),
      Step(callback: .remote, delivered: 40),
      Step(request: "r1", callback: .open, answer: "tap", delay: 11, delivered: 0),
    ]

  /// Pushes that a service extension changes, with and without request identifiers.
  private static let changedAlphabet: [Step] =
    ["sealed", "opened", "other"].flatMap { content in
      [nil, upper, "5D0C0D4B-7A39-4D45-B3B7-9E9C0C9B6F11", "r1"].flatMap { request in
        [
          Step(request: request, content: content, callback: .present),
          Step(request: request, content: content, callback: .open, answer: "tap", delay: 41),
        ]
      } + [
        Step(content: content, callback: .remote),
        Step(content: content, callback: .remote, delay: 40),
      ]
    }

  /// Pushes without any id but one request identifier.
  private static let shortAlphabet: [Step] = [
    Step(callback: .remote), Step(callback: .remote, delay: 11),
    Step(request: "r1", callback: .present), Step(request: "r1", callback: .present, delay: 11),
    Step(request: "r1", callback: .open, answer: "tap"),
    Step(request: "r1", callback: .open, answer: "tap", delay: 11),
    Step(callback: .open, answer: "tap", delay: 10),
    Step(callback: .launch, answer: "tap"), Step(callback: .remote, isReturning: true),
  ]

  @Test func `every sequence of callbacks`() async throws {
    try await EverySequence(of: Self.alphabet, upTo: 2, thorough: 3).check(byRunning: mistake)
  }

  @Test
  func `every sequence of callbacks with one request identifier or none`() async throws {
    try await EverySequence(of: Self.shortAlphabet, upTo: 3, thorough: 5).check(byRunning: mistake)
  }

  @Test func `every sequence of callbacks of pushes that an extension changes`() async throws {
    try await EverySequence(of: Self.changedAlphabet, upTo: 2, thorough: 3)
      .check(byRunning: mistake)
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(
      of: Self.alphabet + Self.changedAlphabet,
      length: 40,
      count: 150,
      thorough: 500
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
          report: PushOccurrence(
            try #require(Self.payloads[step.content]),
            requestIdentifier: step.request,
            deliveredAt: step.delivered.map { Date(timeIntervalSince1970: Double($0) / 10) },
            account: step.account
          ),
          sender: PushIdentification.standardSenders[0],
          messageID: step.message,
          callback: step.callback,
          response: step.answer.map { PushResponse(action: .custom($0)) },
          isReturning: step.isReturning
        ),
        now: now,
        date: Date(timeIntervalSince1970: 0)
      )
      let outcome = Outcome(
        push: finding.record.ordinal,
        isNew: !finding.isDuplicate,
        isRepeated: finding.isRepeated
      )
      let expected = model.show(step)
      guard outcome == expected else { return "\(step) is \(outcome), not \(expected)." }
    }
    return nil
  }

  private static let payloads: [String: PushPayload] = [
    "a": PushPayload(userInfo: ["aps": ["alert": "a"]]),
    "b": PushPayload(userInfo: ["aps": ["alert": "b"]]),
  ].merging(
    ownKeys.mapValues { keys in
      PushPayload(
        userInfo: ["aps": ["alert": "New", "mutable-content": 1]].merging(keys) { $1 }
      )
    }
  ) { $1 }
}

/// The app's keys in payloads with `mutable-content`.
private let ownKeys = [
  "sealed": ["k": "x"], "opened": ["k": "x", "plain": "At six?"], "other": ["k": "y"],
]
