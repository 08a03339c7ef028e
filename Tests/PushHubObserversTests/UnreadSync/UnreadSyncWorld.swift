import PushHub
import PushHubTesting

@testable import PushHubObservers
@testable import TestSupport

/// The core and the model in the same app: what happens to one happens to the other.
struct UnreadSyncWorld: CheckedWorld {
  enum Operation: Hashable {
    case push
    case refresh
    case turnAway
    case toggle(PageID)
    case togglePhase

    /// The others sign out.
    case signIn(AccountID?)

    /// The others stay signed in.
    case show(AccountID)
    case succeed
    case fail
    case refuse
    case wait(Int)
  }

  private(set) var driver = UnreadSyncDriver()
  private(set) var model = UnreadSyncModel()
  private var state = LifecycleState()
  private var step = 0
  private var operation = Operation.wait(0)

  /// The deliveries that wait, with the place of their push in the model's history.
  private var held: [Int: Int] = [:]

  /// Whether an app can do that now; a call without a change is never reported.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .succeed, .fail, .refuse, .turnAway: driver.kernel.request != nil
    case .signIn(let account): account != state.account
    case .show(let account): account != state.account
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    step += 1
    self.operation = operation
    _ = (driver.takeBegun(), model.takeBegun())
    switch operation {
    case .push:
      driver.push()
      driver.deliver(step)
      held[step] = model.push()
    case .refresh:
      driver.refresh()
      model.refresh()
    case .turnAway:
      driver.turnAway(for: 10)
      model.end(.turnedAway)
    case .toggle(let page): toggle(page)
    case .togglePhase:
      state.phase = state.phase == .active ? .background : .active
      driver.setPhase(state.phase)
      model.change(.phase(state.phase))
    case .signIn(let account):
      state.account = account
      driver.signIn(account)
      model.signIn(account)
    case .show(let account):
      state.setAccounts(state.accounts.map { $0.union([account]) } ?? [account], shown: account)
      driver.show(account)
      model.show(.shown(account))
    case .succeed:
      let count = countBase + step
      driver.answer(count)
      model.end(.succeeded(count))
    case .fail:
      driver.fail()
      model.end(.failed)
    case .refuse:
      driver.refuse()
      model.end(.refused)
    case .wait(let seconds):
      driver.wait(.seconds(seconds))
      model.wait(seconds)
    }
    held = held.filter { model.holds(pushAt: $0.value) }
  }

  private mutating func toggle(_ page: PageID) {
    if let index = state.visiblePages.firstIndex(of: page) {
      state.visiblePages.remove(at: index)
      driver.disappear(page)
      model.change(.disappeared(page))
    } else {
      state.visiblePages.append(page)
      driver.appear(page)
      model.change(.appeared(page))
    }
  }

  /// Each account's counts are in a thousand of their own.
  private var countBase: Int {
    switch state.account {
    case "ann": 1_000
    case "bob": 2_000
    default: 9_000
    }
  }

  var mistake: String? {
    guard agrees else {
      return """
        The core began \(driver.begun) and has \(driver.state), \
        the model began \(model.begun) and has \(model.state).
        """
    }
    guard isExplained else { return "\(driver.skips) explain not why \(driver.begun) began." }
    return isSound ? nil : "What must hold at any time does not for \(driver.kernel)."
  }

  /// Whether the reasons that the core gives are true, and whether it gives one where it should.
  private var isExplained: Bool {
    let mayAsk =
      switch operation {
      case .push, .refresh: true
      case .signIn, .show: true
      case .toggle(let page): state.visiblePages.contains(page)
      case .togglePhase: state.phase == .active
      default: false
      }
    return driver.skips.count == (mayAsk && driver.begun.isEmpty ? 1 : 0)
      && driver.skips.allSatisfy(isTrue)
  }

  private func isTrue(_ obstacle: UnreadSyncObstacle) -> Bool {
    let isOnPage = state.phase == .active && !state.visiblePages.isEmpty
    return switch obstacle {
    case .signedOut: state.account == nil
    case .underWay, .followUp: model.isAsking
    case .spread, .neverCounted: false
    case .retryAfter: state.account != nil && !model.isAsking
    case .noPage: state.visiblePages.isEmpty
    case .background: state.phase == .background && !state.visiblePages.isEmpty
    case .refused, .failed: isOnPage && model.state.isStale
    case .fresh(let age): isOnPage && !model.state.isStale && age <= .seconds(60)
    }
  }

  /// Whether core and model agree on what began with the last operation and on what is shown.
  private var agrees: Bool {
    driver.begun == model.begun && driver.state == model.state
      && (driver.kernel.request != nil) == model.isAsking && driver.held == Set(held.keys)
  }

  /// Whether what must hold at any time does.
  private var isSound: Bool {
    let (state, request) = (driver.state, driver.kernel.request)
    let deadline = driver.kernel.nextDeadline
    let isOwnCount = state.count == 0 || (countBase..<countBase + 1_000).contains(state.count)
    guard isOwnCount, driver.isOpen == (request != nil) else { return false }
    guard self.state.account != nil else {
      return request == nil && deadline == nil && state.count == 0 && !state.isStale
    }
    return deadline.map { $0 > driver.now } ?? (request == nil)
  }
}
