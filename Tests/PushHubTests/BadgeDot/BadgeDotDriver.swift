import PushHub

@testable import PushHubNetworking
@testable import PushHubObservers

/// A badge core in an app that a test plays, with a store: it tells events and notes effects.
struct BadgeDotDriver {
  enum StoreFault: Hashable {
    /// Nothing can be read or saved, as before the device was first unlocked.
    case locked

    /// Nothing can be saved.
    case full
  }

  private(set) var core: BadgeDotCore

  /// What is true of the app.
  private(set) var lifecycle = LifecycleState()

  /// What is stored.
  private(set) var marks: [AccountID: ReadMark] = [:]
  var storeFault: StoreFault?

  /// For whom each subscription began, in order.
  private(set) var listened: [AccountID] = []

  /// The subscriptions that began, and neither ended nor were stopped.
  private(set) var open: Set<Int> = []

  private(set) var shown: [BadgeDotState] = []
  private(set) var saveCount = 0
  private(set) var now: ContinuousClock.Instant

  init(firstRun: BadgeDot.FirstRun = .baselineAsRead, marks: [AccountID: ReadMark] = [:]) {
    core = BadgeDotCore(
      configuration: BadgeDot.Configuration(listPage: "list", firstRun: firstRun),
      generator: FixedGenerator.most
    )
    now = ContinuousClock.now
    self.marks = marks
  }
}

// MARK: - What happens

extension BadgeDotDriver {
  mutating func tell(_ event: BadgeDotCore.Event) {
    if case .ended(let number, _) = event {
      open.remove(number)
    }
    for effect in core.handle(event, at: now) {
      switch effect {
      case .listen(let subscription):
        listened.append(subscription.account)
        open.insert(subscription.number)
      case .stopListening(let number): open.remove(number)
      case .timeOut(let subscription):
        open.remove(subscription.number)
        tell(.ended(subscription.number, SourceFailure(message: "no list")))
      case .store(let change, let account): store(change, for: account)
      case .show(let state): shown.append(state)
      case .log: break
      }
    }
  }

  private mutating func store(_ change: MarkChange, for account: AccountID) {
    guard storeFault != .locked else { return }
    var mark = change.mark
    if !change.isReplacement, let stored = marks[account] { mark = max(mark ?? stored, stored) }
    let isChanged = mark != marks[account]
    if isChanged, storeFault == nil {
      saveCount += 1
      marks[account] = mark
    }
    tell(.stored(mark, account, isSaved: !isChanged || storeFault == nil))
  }

  private mutating func raise(_ mark: ReadMark, for account: AccountID) {
    marks[account] = max(mark, marks[account] ?? mark)
  }

  /// Something becomes true of the app.
  mutating func change(_ change: (inout LifecycleState) -> Void) {
    change(&lifecycle)
    tell(.lifecycle(lifecycle))
  }

  mutating func signIn(_ account: AccountID?) {
    change { $0.account = account }
  }

  mutating func setPhase(_ phase: AppPhase) {
    change { $0.phase = phase }
  }

  mutating func setList(visible: Bool) {
    change { $0.visiblePages = visible ? ["list"] : [] }
  }

  mutating func setOverlays(_ count: Int) {
    change { $0.overlayCount = count }
  }

  /// Another process stores a mark of this dot's.
  mutating func readOutside(_ order: Int, by account: AccountID = "ann") {
    raise(.numbered(order), for: account)
  }

  mutating func setMark(_ order: Int?) {
    tell(.set(order.map(ReadMark.numbered)))
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

extension ReadMark {
  /// Read up to a notification; nothing for zero.
  static func numbered(_ order: Int) -> Self {
    order == 0 ? .nothing : .upTo(.numbered(order))
  }
}

extension BadgeDotDriver {
  /// Ann is signed in, has read up to 3, and looks at another page; the list is 1, 2, 3.
  static func ann() -> Self {
    var driver = Self(marks: ["ann": .upTo(.numbered(3))])
    driver.setPhase(.active)
    driver.signIn("ann")
    driver.report(1, 2, 3)
    return driver
  }
}
