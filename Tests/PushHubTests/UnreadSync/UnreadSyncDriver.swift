import PushHub

@testable import PushHubNetworking
@testable import PushHubObservers

/// An unread core in an app that a test plays: it tells events, lets time pass, and notes effects.
struct UnreadSyncDriver {
  /// A request as a test wants to see it: how many milliseconds after the start it began, and why.
  struct Beginning: Hashable {
    let milliseconds: Int
    let reason: UnreadSyncReason
    let account: AccountID
  }

  private(set) var core: UnreadSyncCore
  private(set) var begun: [Beginning] = []

  /// Why nothing was asked, each time that something happened that may bring a request.
  private(set) var skips: [UnreadSyncObstacle] = []
  private(set) var cancelled: [Int] = []

  /// The requests that began, and were neither answered nor cancelled.
  private(set) var open: Set<Int> = []

  /// The deliveries that wait, and those that were let go, with their results.
  private(set) var held: Set<Int> = []
  private(set) var released: [Int: FetchResult] = [:]

  private(set) var shown: [UnreadState] = []
  private(set) var plannedRetries: [Duration?] = []
  private(set) var now: ContinuousClock.Instant
  private var lifecycle = LifecycleState()
  private let start: ContinuousClock.Instant

  init(
    _ configuration: UnreadSync.Configuration = .homeAndMail,
    generator: any RandomNumberGenerator = FixedGenerator.most
  ) {
    core = UnreadSyncCore(configuration: configuration, generator: generator)
    start = ContinuousClock.now
    now = start
  }

  var reasons: [UnreadSyncReason] { begun.map(\.reason) }

  /// How long until the core wants to be asked, if it does.
  var delayOfDeadline: Duration? { core.nextDeadline.map { $0 - now } }

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
  mutating func tell(_ event: UnreadSyncCore.Event) {
    if case .answered(let number, _) = event {
      open.remove(number)
    }
    switch event {
    case .delivery(let delivery), .backgroundRefresh(let delivery): held.insert(delivery)
    default: break
    }
    for effect in core.handle(event, at: now) {
      switch effect {
      case .start(let request, let reason):
        open.insert(request.number)
        let milliseconds = Int((now - start) / .milliseconds(1))
        begun.append(
          Beginning(milliseconds: milliseconds, reason: reason, account: request.account)
        )
      case .cancel(let number):
        open.remove(number)
        cancelled.append(number)
      case .show(let state): shown.append(state)
      case .report(_, let delay): plannedRetries.append(delay)
      case .skip(let obstacle): skips.append(obstacle)
      case .release(let delivery, let result):
        held.remove(delivery)
        released[delivery] = result
      }
    }
  }

  /// Lets time pass, with each deadline of the core met on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end {
      now = max(now, deadline)
      tell(.deadline)
    }
    now = end
  }

  mutating func setPhase(_ phase: AppPhase) {
    lifecycle.phase = phase
    tell(.lifecycle(lifecycle))
  }

  mutating func appear(_ page: PageID) {
    lifecycle.visiblePages.append(page)
    tell(.lifecycle(lifecycle))
  }

  mutating func disappear(_ page: PageID) {
    lifecycle.visiblePages.removeAll { $0 == page }
    tell(.lifecycle(lifecycle))
  }

  mutating func signIn(_ account: AccountID?) {
    lifecycle.account = account
    tell(.lifecycle(lifecycle))
  }

  mutating func begin(with state: LifecycleState) {
    lifecycle = state
    tell(.lifecycle(state))
  }

  mutating func push() {
    tell(.push)
  }

  /// A push's delivery waits for what the push has caused.
  mutating func deliver(_ delivery: Int = 1) {
    tell(.delivery(delivery))
  }

  /// The server answers the request under way, or an older one.
  mutating func answer(_ count: Int, number: Int? = nil) {
    guard let number = number ?? core.request?.number else { return }
    tell(.answered(number, .success(count)))
  }

  /// The request under way fails, or an older one.
  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down"), number: Int? = nil)
  {
    guard let number = number ?? core.request?.number else { return }
    tell(.answered(number, .failure(failure)))
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

  /// Nobody is signed in any more, so nothing is unread.
  static let signedOut = UnreadState(count: 0)
}
