import PushHub
import PushHubTesting

@testable import PushHubNetworking
@testable import PushHubObservers
@testable import TestSupport

/// The core and the model in the same app: what happens to one happens to the other.
struct BadgeDotWorld: CheckedWorld {
  enum Operation: Hashable {
    case report([Int])
    case read(Int?)
    case fail
    case turnAway
    case refresh
    case wait(Int)

    /// The listener goes on for a minute.
    case last
    case signIn(AccountID?)
    case togglePhase

    /// To and fro between active and inactive.
    case interrupt
    case toggleList
    case toggleOverlay
    case readOutside(Int)
    case set(Int?)
    case forget(AccountID)

    /// The store fails from now on, or works.
    case store(BadgeDotDriver.StoreFault?)
  }

  private(set) var driver: BadgeDotDriver
  private(set) var model: BadgeDotModel

  init(firstRun: BadgeDot.FirstRun) {
    driver = BadgeDotDriver(firstRun: firstRun)
    model = BadgeDotModel(firstRun: firstRun)
  }

  /// Whether an app can do that now.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .report, .fail, .turnAway, .last: model.isListening
    case .wait(let seconds): seconds >= 10 || driver.core.queue.retry != nil
    case .signIn(let account): account != driver.lifecycle.account
    case .interrupt: driver.lifecycle.isForeground
    case .store(let fault): fault != driver.storeFault
    case .read, .refresh, .togglePhase, .toggleList, .toggleOverlay, .readOutside, .set, .forget:
      true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .report(let list):
      driver.report(list)
      model.note(.snapshot(list))
    case .read(let number):
      driver.read(number)
      model.note(.read(number))
    case .fail:
      driver.fail()
      model.note(.failed)
    case .turnAway:
      driver.fail(SourceFailure(message: "429", retryAfter: .seconds(10)))
      model.note(.turnedAway)
    case .refresh:
      driver.send(.refresh)
      model.note(.reattached)
    case .wait(let seconds):
      driver.wait(.seconds(seconds))
      model.wait(seconds)
    case .last:
      driver.wait(.seconds(60))
      model.wait(60)
    case .signIn(let account):
      driver.signIn(account)
      model.note(.account(account))
    case .togglePhase: setPhase(driver.lifecycle.isForeground ? .background : .active)
    case .interrupt: setPhase(driver.lifecycle.phase == .active ? .inactive : .active)
    case .toggleList:
      let isVisible = driver.lifecycle.visiblePages.isEmpty
      driver.setList(visible: isVisible)
      model.note(.list(visible: isVisible))
    case .toggleOverlay:
      let isCovered = driver.lifecycle.overlayCount == 0
      driver.setOverlays(isCovered ? 1 : 0)
      model.note(.overlay(isCovered))
    case .readOutside(let number):
      driver.readOutside(number)
      model.note(.readOutside(number, "ann"))
    case .set(let number):
      driver.setMark(number)
      model.note(.set(number))
    case .forget(let account):
      driver.send(.forget(account, wasAttached: true))
      model.note(.forgotten(account))
    case .store(let fault):
      driver.storeFault = fault
      model.note(.store(fault))
    }
  }

  private mutating func setPhase(_ phase: AppPhase) {
    driver.setPhase(phase)
    model.note(.phase(phase))
  }

  var mistake: String? {
    guard agrees else { return "The core is \(driver.core), the model \(model)." }
    return isSound ? nil : "What must hold at any time does not for \(driver.core)."
  }

  /// Whether core and model agree on the state, the listener and every account's mark.
  private var agrees: Bool {
    let state = driver.core.state
    return state.isShown == model.isShown && state.isKnown == model.isKnown
      && (state.failure != nil) == model.isStale && state.account == model.account
      && driver.core.queue.isBusy == model.isListening
      && driver.listened.count == model.subscriptionCount
      && ["ann", "bob"].allSatisfy { mark(of: $0) == model.mark(of: $0) }
  }

  private func mark(of account: AccountID) -> Int? {
    switch driver.marks[account.rawValue] {
    case nil: nil
    case .nothing: 0
    case .upTo(let cursor): cursor.order.int
    }
  }

  /// Whether what must hold at any time does.
  private var isSound: Bool {
    let core = driver.core
    let isOwnListener = core.queue.account.map { $0 == core.state.account } ?? true
    let isAwake = core.nextDeadline.map { $0 > driver.now } ?? true
    return driver.isListening == core.queue.isBusy && isOwnListener && isAwake
  }
}
