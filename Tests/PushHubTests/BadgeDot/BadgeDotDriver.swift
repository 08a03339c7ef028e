import PushHub

@testable import PushHubObservers

/// A badge core in an app that a test plays, with a store: it tells events and notes effects.
struct BadgeDotDriver {
  private(set) var core: BadgeDotCore
  private(set) var marks: [AccountID: ReadMark] = [:]

  /// For whom each subscription began, in order.
  private(set) var listened: [AccountID] = []

  /// The subscriptions that began, and neither ended nor were stopped.
  private(set) var open: Set<Int> = []

  private(set) var shown: [BadgeDotState] = []
  private(set) var plannedRetries: [Duration?] = []
  private(set) var saveCount = 0
  private(set) var flushCount = 0
  private(set) var now: ContinuousClock.Instant
  private var generator = FixedGenerator.most

  init(firstRun: BadgeDot.FirstRun = .baselineAsRead, marks: [AccountID: ReadMark] = [:]) {
    var configuration = BadgeDot.Configuration(listPage: "list")
    configuration.firstRun = firstRun
    core = BadgeDotCore(configuration: configuration)
    self.marks = marks
    now = ContinuousClock.now
  }

  var isShown: Bool { core.state.isShown }

  /// Gives the states that were shown since the last time.
  mutating func takeShown() -> [Bool] {
    defer { shown = [] }
    return shown.map(\.isShown)
  }
}

// MARK: - What happens

extension BadgeDotDriver {
  mutating func tell(_ event: BadgeDotCore.Event) {
    if case .ended(let number, _) = event {
      open.remove(number)
    }
    for effect in core.handle(event, at: now, using: &generator) {
      switch effect {
      case .listen(let subscription):
        listened.append(subscription.account)
        open.insert(subscription.number)
      case .stopListening(let number): open.remove(number)
      case .save(let mark, let account):
        saveCount += 1
        marks[account] = max(mark, marks[account] ?? mark)
      case .flush: flushCount += 1
      case .show(let state): shown.append(state)
      case .report(_, let delay): plannedRetries.append(delay)
      }
    }
  }

  mutating func signIn(_ account: AccountID?) {
    tell(.accountChanged(account, stored: account.flatMap { marks[$0] }))
  }

  mutating func setPhase(_ phase: AppPhase) {
    tell(.phaseChanged(phase))
  }

  mutating func setList(visible: Bool) {
    tell(visible ? .pageAppeared("list") : .pageDisappeared("list"))
  }

  /// The listener reports notifications by their order; `number` names an older subscription.
  mutating func report(_ orders: Int..., number: Int? = nil) {
    report(orders, number: number)
  }

  mutating func report(_ orders: [Int], number: Int? = nil) {
    guard let number = number ?? core.subscription?.number else { return }
    tell(.snapshot(number, orders.map(NotificationCursor.numbered)))
  }

  mutating func fail(
    _ failure: SourceFailure = SourceFailure(message: "down"),
    number: Int? = nil
  ) {
    guard let number = number ?? core.subscription?.number else { return }
    tell(.ended(number, failure))
  }

  mutating func read(_ order: Int? = nil) {
    tell(.read(upTo: order.map(NotificationCursor.numbered)))
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
}

extension NotificationCursor {
  /// A notification with a name that goes with its order.
  static func numbered(_ order: Int) -> Self {
    Self(order: order, id: "n\(order)")
  }
}

extension BadgeDotDriver {
  /// Ann is signed in, has read up to 3, and looks at another page; the list is 1, 2, 3.
  static func ann(firstRun: BadgeDot.FirstRun = .baselineAsRead) -> Self {
    var driver = Self(firstRun: firstRun, marks: ["ann": .upTo(.numbered(3))])
    driver.setPhase(.active)
    driver.signIn("ann")
    driver.report(1, 2, 3)
    _ = driver.takeShown()
    return driver
  }
}
