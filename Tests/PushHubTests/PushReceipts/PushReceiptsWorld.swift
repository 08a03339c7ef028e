import PushHub
import PushHubReplay

@testable import PushHubBackend
@testable import PushHubObservers

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
    case toggleSlowness
    case finishReading
    case finishReadingLate
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
  private var earliness: String?

  init() {
    driver.begin(state)
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .succeed, .fail, .refuse, .turnAway, .reject: driver.request != nil
    case .finishReading, .finishReadingLate: driver.pending != nil
    case .signIn(let account): account != state.account
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    let now = driver.now
    let request = driver.request
    switch operation {
    case .succeed:
      noteSuccess()
      driver.answer(.accepted)
    case .fail:
      noteFailure(at: now)
      driver.fail()
    case .refuse:
      noteFailure(at: now)
      retryAt = nil
      refusedUntil = now + .seconds(86_400)
      driver.fail(isFinal: true)
    case .turnAway:
      noteFailure(at: now)
      retryAt = nil
      quietUntil[state.account ?? ""] = now + .seconds(20)
      driver.fail(retryAfter: .seconds(10))
    case .reject:
      if request?.ids.count == 1 {
        noteFailure(at: now)
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
    case .toggleSlowness:
      driver.isSlow.toggle()
      if !driver.isSlow {
        driver.finishReading()
      }
    case .finishReading: driver.finishReading()
    case .finishReadingLate: driver.finishReading(isLate: true)
    case .refresh: refresh()
    case .wait(let seconds): wait(.seconds(seconds))
    }
    checkBeginnings()
    if driver.isRefreshAwaited, isIdle {
      earliness = "A refresh waits for nothing."
    }
  }

  /// A refresh leaves nothing behind that may be sent now.
  private mutating func refresh() {
    driver.refresh()
    guard isIdle, state.account != nil, !known(in: driver).isEmpty else { return }
    if (blockedUntil ?? driver.now) <= driver.now {
      earliness = "A refresh sends nothing of \(known(in: driver))."
    }
  }

  /// Steps, so that a request that was given up is noted when it was.
  private mutating func wait(_ duration: Duration) {
    let end = driver.now + duration
    while let deadline = driver.core.nextDeadline, deadline <= end {
      let cancelCount = driver.cancelCount
      driver.wait(deadline - driver.now)
      if driver.cancelCount > cancelCount {
        noteFailure(at: driver.now)
      }
      checkBeginnings()
    }
    driver.wait(end - driver.now)
  }

  private mutating func noteSuccess() {
    failureCount = 0
    (retryAt, refusedUntil) = (nil, nil)
    quietUntil[state.account ?? ""] = nil
  }

  private mutating func noteFailure(at now: ContinuousClock.Instant) {
    failureCount += 1
    retryAt = now + .seconds(min(1 << (failureCount - 1), 60))
  }

  private var blockedUntil: ContinuousClock.Instant? {
    [retryAt, refusedUntil, state.account.flatMap { quietUntil[$0] }].compactMap { $0 }.max()
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
  private var isIdle: Bool { driver.request == nil && driver.pending == nil }

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
    let waiting = known(in: driver).filter { $0.account != nil || !$0.isOlder(than: self) }
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
    guard core.account == state.account else { return "The core has \(core.account as Any)." }
    if core.account == nil, driver.request != nil || core.nextDeadline != nil {
      return "Something is asked for nobody."
    }
    let isTidy = driver.pending == nil && driver.request == nil
    let strangers = driver.items.filter { item in
      item.fate == .waiting && item.knownAt != nil && item.account != nil
        && item.account != state.account
    }
    if isTidy, state.account != nil, !strangers.isEmpty {
      return "\(strangers) of other accounts are kept."
    }
    return nil
  }

  /// Whether something stays behind when the server is well for two minutes.
  private var stranded: String? {
    guard state.account != nil, refusedUntil == nil else { return nil }
    var driver = driver
    driver.isSlow = false
    driver.finishReading()
    let end = driver.now + .seconds(150)
    while driver.now < end {
      while driver.request != nil {
        driver.answer(.accepted)
      }
      driver.wait(.seconds(10))
    }
    let rest = known(in: driver)
    return rest.isEmpty ? nil : "\(rest) stays behind."
  }
}

extension PushReceiptsDriver.Item {
  /// Whether it was appended for nobody, and the core has not read it since somebody signed in.
  fileprivate func isOlder(than world: PushReceiptsWorld) -> Bool {
    account == nil && !world.driver.requests.contains { $0.ids.contains(id) }
  }
}
