import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubRecorder

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// Does with each push what the push tells, and counts what it hears.
@MainActor
final class ChaosListener: PushObserver, PushResponder, BackgroundPushObserver {
  let interests: Set<PushEvent.Kind> = [.received]

  /// How often each event was heard, by push and answer.
  private(set) var heard: [ChaosEventName: Int] = [:]

  /// How long observers kept everybody waiting.
  private(set) var blockedTime = Duration.zero

  private let scheduler: ManualScheduler

  init(scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  func receive(_ event: PushEvent) {
    note(event)
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    note(.opened(push, response))
    return true
  }

  private func note(_ event: PushEvent) {
    guard let name = ChaosEventName(event) else { return }
    heard[name, default: 0] += 1
    guard let push = event.push, fate(of: push) == .blocks else { return }
    scheduler.sleepThrough(.milliseconds(400))
    blockedTime += .milliseconds(400)
  }

  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    switch fate(of: push) {
    case .works, .blocks: return .newData
    case .throwsError: throw ChaosError()
    case .hangs:
      try await scheduler.sleep(for: .seconds(100_000))
      return .newData
    case .answersLate:
      try? await scheduler.sleep(for: .seconds(20))
      try? await scheduler.sleep(for: .seconds(20))
      return .noData
    }
  }

  private func fate(of push: Push) -> ChaosFate {
    guard case .string(let word) = push.payload["fate"] else { return .works }
    return ChaosFate(rawValue: word) ?? .works
  }
}

/// An event that a listener must hear once.
struct ChaosEventName: Hashable, CustomStringConvertible {
  /// What tells the push from others: the text that it shows.
  let push: String

  /// The answer, if the event is one.
  let answer: PushResponse?

  init(push: PushPayload, answer: PushResponse? = nil) {
    self.push = push.aps.body ?? ""
    self.answer = answer
  }

  init?(_ event: PushEvent) {
    switch event {
    case .received(let push): self.init(push: push.payload)
    case .opened(let push, let answer): self.init(push: push.payload, answer: answer)
    case .tokenChanged, .registrationFailed: return nil
    }
  }

  var description: String {
    answer.map { "the answer \($0.action) to push \(push)" } ?? "push \(push)"
  }
}

/// What went wrong, without a word of what.
struct ChaosError: Error {}

/// An observer that nobody keeps.
final class ChaosMortal: PushObserver, LifecycleObserver {
  func receive(_ event: PushEvent) {}
  func begin(with state: LifecycleState) {}
  func receive(_ event: LifecycleEvent, state: LifecycleState) {}
}

/// A recording's disk, which has no room at times.
final class ChaosDisk: TranscriptOutput {
  var hasNoRoom = false
  private(set) var lines: [String] = []

  var isFull: Bool { lines.count > 60 }

  func write(_ line: String) throws {
    if hasNoRoom { throw ChaosError() }
    lines.append(line)
  }

  func startOver() throws {
    if hasNoRoom { throw ChaosError() }
    lines = []
  }
}

/// An unread server that may take for ever.
@MainActor
final class ChaosServer: UnreadCountSource {
  var answer = UnreadAnswer(result: .success(0))

  /// Until when the server has asked to be left alone.
  private(set) var holdEnd: ContinuousClock.Instant

  private let scheduler: ManualScheduler

  init(scheduler: ManualScheduler) {
    self.scheduler = scheduler
    holdEnd = scheduler.now
  }

  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int {
    let answer = answer
    try await scheduler.sleep(for: answer.latency)
    do {
      let count = try answer.result.get()
      holdEnd = scheduler.now
      return count
    } catch {
      holdEnd = error.retryAfter.map { scheduler.now + $0 } ?? holdEnd
      throw Refusal(retryAfter: error.retryAfter)
    }
  }

  /// Another account has not been asked to wait.
  func forgetHold() {
    holdEnd = scheduler.now
  }

  private struct Refusal: RetryAdvice {
    let retryAfter: Duration?
    var isFinal: Bool { false }
  }
}

/// A source of lists that reports what it is told to whoever listens, and may close at once.
@MainActor
final class ChaosListSource: LatestNotificationSource {
  var closesAtOnce = false
  private(set) var subscriptionCount = 0

  /// The greatest place that was reported to each account.
  private(set) var newest: [AccountID: JSONNumber] = [:]

  private var account: AccountID?
  private var subscription: ScheduledStream<[NotificationCursor]>?

  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    let subscription = ScheduledStream<[NotificationCursor]>()
    self.subscription = subscription
    self.account = account
    subscriptionCount += 1
    if closesAtOnce {
      report(.success([]))
      subscription.finish()
    }
    return subscription
  }

  func report(_ result: Result<[NotificationCursor], ScriptedError>) {
    switch result {
    case .success(let marks):
      if let account, let order = marks.map(\.order).max() {
        newest[account] = max(order, newest[account] ?? order)
      }
      subscription?.send(marks)
    case .failure(let error): subscription?.finish(throwing: error)
    }
  }
}
