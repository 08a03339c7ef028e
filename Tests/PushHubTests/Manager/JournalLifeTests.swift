import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What observers read that attach late, in random lives with sign-outs inside every callback.
@MainActor
struct JournalLifeTests {
  enum Step: Hashable {
    case receive
    case respond
    case respondForBob
    case read
    case readWithReplay
    case wait
    case signIn(AccountID?)
  }

  private static let alphabet: [Step] = [
    .receive, .respond, .respondForBob, .read, .readWithReplay, .wait, .signIn("ann"),
    .signIn("bob"), .signIn(nil),
  ]

  @Test func `nothing is read after its account signed out, or when it is too old`() async throws {
    try await RandomSequences(
      of: Self.alphabet,
      length: 30,
      count: 150,
      thorough: 1_000
    )
    .check(byRunning: mistake)
  }

  private func mistake(after steps: [Step]) async -> String? {
    let life = Life(steps)
    for step in steps {
      life.perform(step)
      await life.scheduler.settle()
      if let mistake = life.mistake { return mistake }
    }
    return nil
  }

  /// An app in which each callback does what the test wants next.
  @MainActor
  private final class Life {
    let scheduler = ManualScheduler()
    private let ending: WorkEnding
    private var misreading: String?
    private let manager: NotificationManager
    private let lifecycle = AppLifecycle()
    private var participants: [any PushParticipant] = []
    private var nested: [Step]

    private let signOuts = SignOuts()

    /// When each push came, and whether its account has signed out since.
    private var pushes: [(time: ContinuousClock.Instant, isOver: () -> Bool)] = []

    init(_ steps: [Step]) {
      ending = WorkEnding(on: scheduler)
      var configuration = NotificationManager.Configuration()
      configuration.journalMaximumAge = .seconds(10)
      configuration.identification.account = account()
      manager = NotificationManager(configuration: configuration, scheduler: scheduler)
      // In another order than the steps themselves.
      nested = steps.enumerated().sorted { ($0.offset % 3, $0.offset) < ($1.offset % 3, $1.offset) }
        .map(\.element)
      lifecycle.add(signOuts, priority: .first)
      lifecycle.add(manager, priority: .first)
      manager.log = { [weak self] _ in self?.callback() }
      manager.fallback = { [weak self] _, _ in self?.callback() }
      let observer = PushRecorder()
      observer.onReceive = { [weak self] _ in self?.callback() }
      let responders = [4, 0].map { seconds in
        ResponderProbe { [weak self, scheduler] _, push in
          self?.callback()
          try await scheduler.sleep(for: .seconds(seconds))
          self?.callback()
          return push.id.hasSuffix("7")
        }
      }
      participants = [observer] + responders
      for participant in participants { manager.add(participant) }
    }

    var mistake: String? { misreading ?? manager.statistics.mistake }

    func perform(_ step: Step) {
      switch step {
      case .receive: manager.receive(push(), via: .remote)
      case .respond: manager.open(push())
      case .respondForBob: manager.open(push(for: "bob"))
      case .read: read(replay: false)
      case .readWithReplay: read(replay: true)
      case .wait: scheduler.advance(by: .seconds(3))
      case .signIn(let account): lifecycle.setAccount(account)
      }
    }

    private func push(for owner: AccountID? = nil) -> PushPayload {
      let count = signOuts.count
      let ownCount = owner.flatMap { signOuts.counts[$0] }
      pushes.append(
        (
          scheduler.now,
          { [unowned self] in
            owner == nil
              ? count != signOuts.count : ownCount != owner.flatMap { signOuts.counts[$0] }
          }
        )
      )
      return message("\(pushes.count - 1)", for: owner)
    }

    /// Lets an observer attach, that sees all it receives until it is removed.
    private func read(replay: Bool) {
      let reader = PushRecorder()
      reader.onReceive = { [weak self] event in
        self?.check(event)
        self?.callback()
      }
      manager.add(reader, replay: replay)
      manager.remove(reader)
    }

    private func check(_ event: PushEvent) {
      guard let number = event.push.flatMap({ Int($0.id) }) else { return }
      let push = pushes[number]
      if push.isOver() {
        misreading = "\(number) is read after its account signed out."
      } else if scheduler.now - push.time >= .seconds(10) {
        misreading = "\(number) is read when it is too old."
      }
    }

    /// Changes the account, or lets an observer attach.
    private func callback() {
      guard let step = nested.popLast() else { return }
      switch step {
      case .signIn, .read, .readWithReplay: perform(step)
      case .receive, .respond, .respondForBob, .wait: break
      }
    }
  }
}

/// How often an account has signed out, as far as the lifecycle has delivered it.
private final class SignOuts: LifecycleObserver {
  private(set) var count = 0
  private(set) var counts: [AccountID: Int] = [:]
  private var account: AccountID?

  func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    defer { account = state.account }
    guard let account, account != state.account else { return }
    count += 1
    counts[account, default: 0] += 1
  }
}
