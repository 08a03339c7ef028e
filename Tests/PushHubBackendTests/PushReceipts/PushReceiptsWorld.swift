import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// The core in an app, with what must hold of it at any time read from what has happened.
struct PushReceiptsWorld: CheckedWorld {
  enum Operation: Hashable {
    case append
    case serviceAppends(AccountID?)
    case togglePhase
    case signIn(AccountID?)
    case succeed
    case fail
    case refuse
    case turnAway
    case reject
    case toggleStuck
    case toggleClosed
    case refresh
    case wait(Int)
  }

  private(set) var driver = PushReceiptsDriver()
  private var state = LifecycleState(phase: .active)

  /// How many failures there were since the last success or change of the account.
  private var failureCount = 0
  private var retryAt: ContinuousClock.Instant?
  private var refusedUntil: ContinuousClock.Instant?
  private var quietUntil: [AccountID: ContinuousClock.Instant] = [:]
  private var checkedCount = 0
  private var reportCount = 0
  private var emptyCount = 0
  private var earliness: String?

  init() {
    driver.begin(state)
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .succeed, .fail, .refuse, .turnAway, .reject: driver.request != nil
    case .signIn(let account): account != state.account
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    let now = driver.now
    let request = driver.request
    switch operation {
    case .succeed:
      if !driver.isStuck {
        noteSuccess()
      }
      driver.accept()
    case .fail: driver.fail()
    case .refuse:
      refusedUntil = now + .seconds(86_400)
      driver.fail(isFinal: true)
    case .turnAway:
      quietUntil[state.account ?? ""] = now + .seconds(20)
      driver.fail(retryAfter: .seconds(10))
    case .reject:
      if request?.ids.count == 1, !driver.isStuck {
        recordFailure(at: now)
      }
      driver.reject()
    case .append: driver.append()
    case .serviceAppends(let account): driver.appendElsewhere(account)
    case .togglePhase:
      state.phase = state.phase == .active ? .background : .active
      driver.setPhase(state.phase)
    case .signIn(let account):
      state.account = account
      failureCount = 0
      (retryAt, refusedUntil) = (nil, nil)
      driver.signIn(account)
    case .toggleStuck: driver.isStuck.toggle()
    case .toggleClosed: driver.isClosed.toggle()
    case .refresh: refresh()
    case .wait(let seconds): wait(.seconds(seconds))
    }
    follow()
    if driver.isRefreshAwaited, isIdle {
      earliness = "A refresh waits for nothing."
    }
  }

  /// A refresh leaves nothing behind that may be sent now.
  private mutating func refresh() {
    driver.refresh()
    follow()
    guard isIdle, state.account != nil, !known(in: driver).isEmpty else { return }
    if (blockedUntil ?? driver.now) <= driver.now {
      earliness = "A refresh sends nothing of \(known(in: driver))."
    }
  }

  /// Steps, so that a request that was given up is noted when it was.
  private mutating func wait(_ duration: Duration) {
    let end = driver.now + duration
    while let deadline = driver.core.nextDeadline, deadline <= end {
      driver.wait(deadline - driver.now)
      follow()
    }
    driver.wait(end - driver.now)
  }

  private mutating func noteSuccess() {
    failureCount = 0
    (retryAt, refusedUntil) = (nil, nil)
    quietUntil[state.account ?? ""] = nil
  }

  private mutating func recordFailure(at now: ContinuousClock.Instant) {
    failureCount += 1
    retryAt = now + .seconds(min(1 << (failureCount - 1), 60))
  }

  private var blockedUntil: ContinuousClock.Instant? {
    [retryAt, refusedUntil, state.account.flatMap { quietUntil[$0] }].compactMap { $0 }.max()
  }

  /// Notes what has failed, after looking at what has begun before.
  private mutating func follow() {
    checkBeginnings()
    if driver.emptyCount > emptyCount {
      failureCount = 0
      emptyCount = driver.emptyCount
    }
    for delay in driver.reports.dropFirst(reportCount) {
      recordFailure(at: driver.now)
      retryAt = delay.map { driver.now + $0 }
    }
    reportCount = driver.reports.count
  }

  private mutating func checkBeginnings() {
    for request in driver.requests.dropFirst(checkedCount) {
      if let blockedUntil, request.begunAt < blockedUntil {
        earliness = "\(request) began before \(blockedUntil)."
      }
      if let request = driver.requests.last, request.account != state.account,
        driver.request == request
      {
        earliness = "\(request) is under way for somebody else than \(state)."
      }
    }
    checkedCount = driver.requests.count
  }
}

// MARK: - What must hold

extension PushReceiptsWorld {
  private var isIdle: Bool { driver.request == nil }

  /// The receipts of which this process knows that they wait for the account.
  private func known(in driver: PushReceiptsDriver) -> [PushReceiptsDriver.Item] {
    driver.items.filter {
      $0.fate == .waiting && $0.knownAt != nil && [state.account, nil].contains($0.account)
    }
  }

  var mistake: String? {
    driver.mistake ?? earliness ?? lateness ?? strangeness ?? stranded
  }

  /// Whether something waits longer than it may.
  private var lateness: String? {
    guard state.account != nil, isIdle else { return nil }
    let waiting = known(in: driver)
    guard let oldest = waiting.compactMap(\.knownAt).min() else { return nil }
    let isMany = waiting.count >= driver.configuration.batchSize
    let due = isMany ? driver.now : oldest + .seconds(60)
    let latest = max(due, blockedUntil ?? due)
    guard let next = driver.core.nextDeadline else { return "\(waiting) waits for ever." }
    guard next <= max(latest, driver.now) else { return "\(waiting) waits for too long." }
    return next > driver.now ? nil : "What is due at \(next) does not begin."
  }

  private var strangeness: String? {
    let core = driver.core
    if state.account == nil, driver.request != nil || core.nextDeadline != nil {
      return "Something is asked for nobody."
    }
    return nil
  }

  /// Whether something stays behind when the server is well for two minutes.
  private var stranded: String? {
    guard state.account != nil, refusedUntil == nil else { return nil }
    var driver = driver
    driver.isStuck = false
    driver.isClosed = false
    let end = driver.now + .seconds(150)
    while driver.now < end {
      while driver.request != nil {
        driver.accept()
      }
      driver.wait(.seconds(10))
    }
    let rest = known(in: driver)
    return rest.isEmpty ? nil : "\(rest) stays behind."
  }
}
