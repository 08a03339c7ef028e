import PushHub
import PushHubTesting

@testable import PushHubNetworking
@testable import PushHubObservers
@testable import TestSupport

/// A badge core in an app that a test plays, with a store that fails as planned.
struct BadgeDotDriver {
  enum StoreFault: Hashable {
    /// Nothing can be read or saved, as before the device was first unlocked.
    case locked

    /// Nothing can be saved.
    case full
  }

  private var simulation: CoreSimulation<BadgeDotCore>

  /// What is stored.
  private(set) var marks: [String: ReadMark]
  var storeFault: StoreFault?
  private(set) var saveCount = 0
  private(set) var loadCount = 0

  /// When the store is tried again; it may not have been read, and can't be before.
  private var storeRetry: ContinuousClock.Instant?
  private var isLoadPending = false

  /// The account of each listener that was started, in order, and whether the last one goes on.
  private(set) var listened: [AccountID] = []
  private(set) var isListening = false

  init(firstRun: BadgeDot.FirstRun = .baselineAsRead, marks: [String: ReadMark] = [:]) {
    let configuration = BadgeDot.Configuration(listPage: "list", firstRun: firstRun)
    simulation = CoreSimulation(
      BadgeDotCore(configuration: configuration, generator: FixedGenerator.most)
    ) { effect in
      if case .timeOut = effect { .ended(SourceFailure(message: "no list")) } else { nil }
    }
    self.marks = marks
  }

  var core: BadgeDotCore { simulation.core }
  var lifecycle: LifecycleState { simulation.lifecycle }
  var now: ContinuousClock.Instant { simulation.now }
}

// MARK: - Effects

extension BadgeDotDriver {
  /// - Parameter loadsLater: Whether the store has just failed to save, so that it is read with the next
  ///   try.
  private mutating func carryOutEffects(loadsLater: Bool = false) {
    for effect in simulation.takeEffects() {
      switch effect {
      case .own(.listen(let account)):
        listened.append(account)
        isListening = true
      case .cancel: isListening = false
      case .load:
        loadCount += 1
        isLoadPending = true
        if !loadsLater { load() }
      case .save(let new): save(new)
      case .own(.timeOut), .log, .record, .finishWork: break
      }
    }
  }

  private mutating func answer(_ input: ManualFeatureInput<BadgeDotCore>) {
    simulation.handle(input)
    carryOutEffects()
  }

  private mutating func load() {
    guard storeFault != .locked else {
      storeRetry = now + .seconds(10)
      return
    }
    isLoadPending = false
    answer(.loaded(marks))
  }

  private mutating func save(_ new: [String: ReadMark]) {
    if storeFault == nil {
      marks = new
      saveCount += 1
    } else {
      storeRetry = now + .seconds(10)
    }
    simulation.handle(.saved(storeFault == nil))
    carryOutEffects(loadsLater: storeFault != nil)
  }

  private mutating func retryStore() {
    storeRetry = nil
    if isLoadPending { load() }
  }
}

// MARK: - Inputs

extension BadgeDotDriver {
  mutating func send(_ input: BadgeDotCore.Input) {
    retryStore()
    answer(.own(input))
  }

  /// Lets time pass, with each deadline of the core and of the store on the way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let next = [core.nextDeadline, storeRetry].compactMap({ $0 }).min(), next <= end {
      simulation.advance(by: max(.zero, next - now))
      retryStore()
      carryOutEffects()
    }
    simulation.advance(by: end - now)
  }

  /// Something becomes true of the app.
  private mutating func change(_ change: (inout LifecycleState) -> Void) {
    retryStore()
    var state = lifecycle
    change(&state)
    answer(.lifecycle(state, after: nil))
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
  mutating func readOutside(_ order: Int, by account: String = "ann") {
    marks.merge([account: .numbered(order)], uniquingKeysWith: max)
  }

  mutating func setMark(_ order: Int?) {
    send(.set(order.map(ReadMark.numbered)))
  }

  /// The listener reports notifications by their order.
  mutating func report(_ orders: Int...) {
    report(orders)
  }

  mutating func report(_ orders: [Int]) {
    if isListening { send(.snapshot(orders.map(NotificationCursor.numbered))) }
  }

  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    guard isListening else { return }
    isListening = false
    send(.ended(failure))
  }

  mutating func read(_ order: Int? = nil) {
    send(.read(upTo: order.map(NotificationCursor.numbered)))
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
