import PushHub
import PushHubTesting

@testable import PushHubBackend

/// The cores in an app with two accounts, with what must hold at any time read from what has happened.
struct PushReceiptsWorld: CheckedWorld {
  enum Operation: Hashable {
    case append(AccountID?)
    case serviceAppends(AccountID?)
    case togglePhase
    case signIn(Set<AccountID>, shown: AccountID?)
    case succeed
    case fail
    case refuse
    case turnAway
    case reject
    case toggleStuck
    case toggleClosed
    case refresh
    case askAgain
    case reattach
    case wait(Int)
  }

  private(set) var driver = PushReceiptsDriver()

  /// The accounts whose server has not accepted anything since it failed.
  private var failing: Set<AccountID> = []
  private var found: String?

  init() { driver.setPhase(.active) }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .succeed, .fail, .refuse, .turnAway, .reject: driver.request != nil
    case .signIn(let accounts, let shown):
      accounts != driver.lifecycle.accounts || shown != driver.lifecycle.account
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    let account = driver.request?.account
    let removed = Set(driver.ids(.removed))
    switch operation {
    case .succeed:
      account.map { _ = failing.remove($0) }
      driver.accept()
    case .fail, .refuse, .turnAway, .reject:
      account.map { _ = failing.insert($0) }
      switch operation {
      case .fail: driver.fail()
      case .refuse: driver.fail(isFinal: true)
      case .turnAway: driver.fail(retryAfter: .seconds(10))
      default: driver.reject()
      }
    case .append(let account): driver.append(account)
    case .serviceAppends(let account): driver.appendElsewhere(account)
    case .togglePhase:
      driver.setPhase(driver.lifecycle.phase == .active ? .background : .active)
    case .signIn(let accounts, let shown):
      driver.change { $0.setAccounts(accounts, shown: shown) }
    case .toggleStuck: driver.isStuck.toggle()
    case .toggleClosed: driver.isClosed.toggle()
    case .refresh: driver.refresh()
    case .askAgain: driver.send(.refresh)
    case .reattach:
      driver.detach()
      if !driver.underWay.isEmpty { found = "A request is under way although it is detached." }
      driver.attach()
    case .wait(let seconds):
      let requests = driver.underWay
      driver.wait(.seconds(seconds))
      // One that is not answered within a minute has failed.
      failing.formUnion(requests.keys.filter { driver.underWay[$0] != requests[$0] })
    }
    for item in driver.items where item.fate == .removed && !removed.contains(item.id) {
      if item.account.map(driver.lifecycle.isSignedOut) == false { found = "\(item) was removed." }
    }
    if driver.isClosed || driver.isStuck { failing.formUnion(["ann", "bob"]) }
    if driver.isRefreshAwaited, driver.underWay.isEmpty { found = "A refresh waits for nothing." }
  }
}

// MARK: - What must hold

extension PushReceiptsWorld {
  private func waiting(in driver: PushReceiptsDriver) -> [PushReceiptsDriver.Item] {
    driver.items.filter { item in
      let account = item.account ?? driver.lifecycle.account
      return item.fate == .waiting
        && account.map { driver.lifecycle.accounts?.contains($0) == true }
          == true
    }
  }

  var mistake: String? {
    driver.mistake ?? driver.simulation.mistake ?? found ?? stranger ?? lateness ?? stranded
  }

  /// Whether something is under way, or was sent, for another account than its own.
  private var stranger: String? {
    let accounts = driver.lifecycle.accounts ?? []
    for request in driver.underWay.values {
      guard accounts.contains(request.account) else { return "\(request) is of nobody." }
      for item in driver.items where request.ids.contains(item.id) {
        if item.account ?? request.account != request.account { return "\(item) is in \(request)." }
      }
    }
    return nil
  }

  /// Whether something waits longer than it may.
  private var lateness: String? {
    for item in waiting(in: driver) {
      guard let known = item.knownAt, let account = item.account ?? driver.lifecycle.account,
        !failing.contains(account), driver.underWay[account] == nil
      else { continue }
      let next = driver.nextDeadline
      if next.map({ $0 > known + .seconds(60) }) != false { return "\(item) waits for too long." }
    }
    return nil
  }

  /// Whether something stays behind when the server is well after a return.
  private var stranded: String? {
    var driver = driver
    driver.isStuck = false
    driver.isClosed = false
    driver.setPhase(.background)
    driver.setPhase(.active)
    for _ in 0..<20 {
      while driver.request != nil { driver.accept() }
      driver.wait(.seconds(10))
    }
    let rest = waiting(in: driver)
    return rest.isEmpty ? driver.mistake : "\(rest) stays behind."
  }
}
