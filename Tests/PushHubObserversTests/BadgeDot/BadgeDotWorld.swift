import PushHub
import PushHubTesting

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
    case .wait(let seconds):
      seconds >= 10 || !model.isListening && driver.kernel.nextDeadline != nil
    case .signIn(let account): account != driver.lifecycle.account
    case .interrupt: driver.lifecycle.isForeground
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
      driver.advance(by: .seconds(seconds))
      model.wait(seconds)
    case .last:
      driver.pass(60)
      model.wait(60)
    case .signIn(let account):
      driver.changeLifecycle { $0.account = account }
      model.note(.account(account))
    case .togglePhase: setPhase(driver.lifecycle.isForeground ? .background : .active)
    case .interrupt: setPhase(driver.lifecycle.phase == .active ? .inactive : .active)
    case .toggleList:
      let isVisible = driver.lifecycle.visiblePages.isEmpty
      driver.changeLifecycle { $0.visiblePages = isVisible ? ["list"] : [] }
      model.note(.list(visible: isVisible))
    case .toggleOverlay:
      let isCovered = driver.lifecycle.overlayCount == 0
      driver.changeLifecycle { $0.overlayCount = isCovered ? 1 : 0 }
      model.note(.overlay(isCovered))
    case .readOutside(let number):
      driver.readOutside(number)
      model.note(.readOutside(number, "ann"))
    case .set(let number):
      driver.send(.set(number.map(ReadMark.numbered)))
      driver.send(.keep)
      model.note(.set(number))
    case .forget(let account):
      driver.send(.forget, for: account)
      model.note(.forgotten(account))
    }
  }

  private mutating func setPhase(_ phase: AppPhase) {
    driver.changeLifecycle { $0.phase = phase }
    model.note(.phase(phase))
  }

  /// Whether core and model agree on the state, the listener and every account's mark.
  var mistake: String? {
    let state = driver.state
    let agrees =
      state.isShown == model.isShown && state.isKnown == model.isKnown
      && (state.failure != nil) == model.isStale && driver.isListening == model.isListening
      && driver.listenerCount == model.subscriptionCount
      && ["ann", "bob"].allSatisfy { mark(of: $0) == model.mark(of: $0) }
    return agrees ? nil : "The core is \(driver.kernel.core), the model \(model)."
  }

  private func mark(of account: AccountID) -> Int? {
    switch driver.store[account] {
    case nil: nil
    case .nothing: 0
    case .upTo(let cursor): cursor.order.int
    }
  }
}
