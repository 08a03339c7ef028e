import PushHub

@testable import PushHubObservers

/// The core and the model in the same app: what happens to one happens to the other.
struct BadgeDotWorld {
  enum Operation: Hashable {
    case report([Int])
    case lateReport
    case read(Int?)
    case fail
    case wait(Int)

    /// The listener lives on for a minute.
    case last
    case signIn(AccountID?)
    case togglePhase
    case toggleList
  }

  private(set) var driver: BadgeDotDriver
  private(set) var model: BadgeDotModel
  private var isForeground = false
  private var listIsVisible = false

  init(firstRun: BadgeDot.FirstRun) {
    driver = BadgeDotDriver(firstRun: firstRun)
    model = BadgeDotModel(firstRun: firstRun)
  }

  /// Whether an app can do that now.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .report, .fail, .last: model.isListening
    case .lateReport: !driver.listened.isEmpty
    case .wait: driver.core.nextDeadline != nil
    case .signIn(let account): account != model.account
    case .read, .togglePhase, .toggleList: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .report(let list):
      driver.report(list)
      model.note(.snapshot(list))
    case .lateReport:
      driver.report(
        [99],
        number: (driver.core.subscription?.number ?? driver.listened.count + 1) - 1
      )
    case .read(let number):
      driver.read(number)
      model.note(.read(number))
    case .fail:
      driver.fail()
      model.note(.failed)
    case .wait(let seconds):
      driver.wait(.seconds(seconds))
      model.wait(seconds)
    case .last:
      driver.wait(.seconds(60))
      model.wait(60)
    case .signIn(let account):
      driver.signIn(account)
      model.note(.account(account))
    case .togglePhase:
      isForeground.toggle()
      driver.setPhase(isForeground ? .active : .background)
      model.note(.foreground(isForeground))
    case .toggleList:
      listIsVisible.toggle()
      driver.setList(visible: listIsVisible)
      model.note(.list(visible: listIsVisible))
    }
  }

  /// Whether core and model agree on the state, the listener and every account's mark.
  var agrees: Bool {
    let state = driver.core.state
    return state.isShown == model.isShown && state.isKnown == model.isKnown
      && state.isStale == model.isStale && state.account == model.account
      && (driver.core.subscription != nil) == model.isListening
      && ["ann", "bob"].allSatisfy { mark(of: $0) == model.read(by: $0).max() }
  }

  private func mark(of account: AccountID) -> Int? {
    switch driver.marks[account] {
    case nil: nil
    case .nothing: 0
    case .upTo(let cursor): cursor.order.int
    }
  }

  /// Whether what must hold at any time does.
  var isSound: Bool {
    let core = driver.core
    let isOneListener = driver.open == Set([core.subscription?.number].compactMap { $0 })
    let isOwnListener = core.subscription.map { $0.account == core.state.account } ?? true
    let isLast = driver.shown.last.map { $0 == core.state } ?? true
    return isOneListener && isOwnListener && isLast
  }
}
