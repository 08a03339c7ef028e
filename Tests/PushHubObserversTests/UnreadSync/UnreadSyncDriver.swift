import PushHub
import PushHubTesting

@testable import PushHubNetworking
@testable import PushHubObservers
@testable import TestSupport

/// An unread core in an app that a test plays, and its effects.
struct UnreadSyncDriver {
  /// A request as a test wants to see it: how many milliseconds after the start it began, and why.
  struct Beginning: Hashable {
    let milliseconds: Int
    let reason: UnreadSyncReason
    let account: AccountID
  }

  private var simulation: FeatureSimulation<UnreadSyncCore>
  private(set) var begun: [Beginning] = []

  /// Why nothing was requested, each time that something happened that may bring a request.
  private(set) var skips: [UnreadSyncObstacle] = []

  /// The work in the background that waits, and the results of what was finished.
  private(set) var held: Set<Int> = []
  private(set) var released: [Int: FetchResult] = [:]

  /// The number of a request that was neither answered nor canceled.
  private var openRequest: Int?

  private(set) var shown: [UnreadState] = []
  private(set) var plannedRetries: [Duration?] = []
  private let start: ContinuousClock.Instant

  init(
    _ configuration: UnreadSync.Configuration = .homeAndMail,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) {
    simulation = FeatureSimulation(
      UnreadSyncCore(configuration: configuration),
      generator: generator
    )
    start = simulation.now
    simulation.handle(.lifecycle(LifecycleState(), after: nil))
  }

  var kernel: FeatureKernel<UnreadSyncCore> { simulation.kernel }
  var state: UnreadState { kernel.state }
  var isOpen: Bool { openRequest != nil }
  var account: AccountID? { simulation.lifecycle.account }
  var now: ContinuousClock.Instant { simulation.now }
  var reasons: [UnreadSyncReason] { begun.map(\.reason) }

  /// How long until the kernel's deadline, if it has one.
  var delayOfDeadline: Duration? { kernel.nextDeadline.map { $0 - now } }

  /// Gives the requests that began since the last time.
  mutating func takeBegun() -> [Beginning] {
    defer { (begun, skips) = ([], []) }
    return begun
  }

  /// Gives why requests began since the last time.
  mutating func takeReasons() -> [UnreadSyncReason] {
    takeBegun().map(\.reason)
  }
}

// MARK: - What happens

extension UnreadSyncDriver {
  private mutating func perform(_ step: (inout FeatureSimulation<UnreadSyncCore>) -> Void) {
    let former = state
    step(&simulation)
    for effect in simulation.takeEffects() {
      switch effect {
      case .log(.sync(let reason)):
        let milliseconds = Int((now - start) / .milliseconds(1))
        begun.append(
          Beginning(milliseconds: milliseconds, reason: reason, account: account ?? "nobody")
        )
      case .report(.failed(_, let delay)): plannedRetries.append(delay)
      case .log(.skipped(let obstacle)): skips.append(obstacle)
      case .ask(_, _, let number): openRequest = number
      case .cancel(let number): if openRequest == number { openRequest = nil }
      case .finishWork(let result):
        for work in held { released[work] = result }
        held = []
      default: break
      }
    }
    if state != former { shown.append(state) }
  }

  private mutating func handle(_ input: KernelInput<UnreadSyncCore>) {
    perform { $0.handle(input) }
  }

  /// Lets time pass, with each deadline of the kernel on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = kernel.nextDeadline, deadline <= end {
      perform { $0.advance(by: deadline - $0.now) }
    }
    perform { $0.advance(by: end - $0.now) }
  }

  mutating func setPhase(_ phase: AppPhase) {
    change { $0.phase = phase }
  }

  mutating func appear(_ page: PageID) {
    change { $0.visiblePages.append(page) }
  }

  mutating func disappear(_ page: PageID) {
    change { $0.visiblePages.removeAll { $0 == page } }
  }

  mutating func signIn(_ account: AccountID?) {
    change { $0.account = account }
  }

  /// Shows an account; the others stay signed in.
  mutating func show(_ account: AccountID) {
    change { $0.setAccounts($0.accounts.map { $0.union([account]) } ?? [account], shown: account) }
  }

  mutating func begin(with state: LifecycleState) {
    handle(.lifecycle(state, after: nil))
  }

  private mutating func change(_ change: (inout LifecycleState) -> Void) {
    perform { $0.changeLifecycle(change) }
  }

  mutating func push() {
    handle(.push(.received(.empty)))
  }

  /// A push's delivery waits for what the push has caused.
  mutating func deliver(_ delivery: Int = 1) {
    held.insert(delivery)
    handle(.work(isRefresh: false))
  }

  /// A refresh in the background waits for what it has caused.
  mutating func refreshInBackground(_ refresh: Int) {
    held.insert(refresh)
    handle(.work(isRefresh: true))
  }

  /// The app asks.
  mutating func refresh() {
    perform { $0.send(.refresh) }
  }

  /// The server answers the request under way.
  mutating func answer(_ count: Int) {
    end(with: .success(count))
  }

  /// The request under way fails.
  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    end(with: .failure(failure))
  }

  private mutating func end(with result: Result<Int, SourceFailure>) {
    guard isOpen else { return }
    openRequest = nil
    perform { $0.answer(result) }
  }

  /// The server is busy, and wants to be left alone.
  mutating func turnAway(for seconds: Int) {
    fail(SourceFailure(message: "429", retryAfter: .seconds(seconds)))
  }

  /// The server does not accept who is asking.
  mutating func refuse() {
    fail(SourceFailure(message: "401", isFinal: true))
  }
}

// MARK: - Usual starts

extension UnreadSyncDriver {
  /// Ann is signed in, in the foreground, on a page that is not tracked.
  static func elsewhere(
    _ configuration: UnreadSync.Configuration = .homeAndMail,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) -> Self {
    var driver = Self(configuration, generator: generator)
    driver.begin(with: LifecycleState(phase: .active, account: "ann"))
    return driver
  }

  /// Ann looks at the home page, and the server has just said three.
  static func atHome(
    _ configuration: UnreadSync.Configuration = .homeAndMail,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) -> Self {
    var driver = elsewhere(configuration, generator: generator)
    driver.appear("home")
    driver.answer(3)
    driver.begun = []
    driver.shown = []
    return driver
  }
}

extension UnreadState {
  init(count: Int, isStale: Bool = false, isKnown: Bool = true) {
    self.init()
    self.count = count
    self.isStale = isStale
    self.isKnown = isKnown
  }

  /// No account is signed in any more, so nothing is unread.
  static let signedOut = UnreadState(count: 0)
}
