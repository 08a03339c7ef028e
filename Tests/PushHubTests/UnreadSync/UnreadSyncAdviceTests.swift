import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

/// What the source's errors say of the next try: not before a time, or not at all.
struct UnreadSyncAdviceTests {
  private struct ServerError: RetryAdvice, LoggableError {
    var retryAfter: Duration?
    var isFinal = false
    var description: String { "503" }
  }

  private struct OtherError: Error, CustomStringConvertible {
    let description = "cannot read \"Hi Ann\""
  }

  private struct Advice: RetryAdvice, CustomStringConvertible {
    let retryAfter: Duration?
    let isFinal = false
    let description = "cannot read \"Hi Ann\""
  }

  // MARK: - Reading errors

  @Test func `an error with advice gives the advice`() {
    let failure = SourceFailure(ServerError(retryAfter: .seconds(7), isFinal: true))
    #expect(failure == SourceFailure(message: "503", retryAfter: .seconds(7), isFinal: true))
  }

  @Test func `any other error gives none`() {
    let failure = SourceFailure(OtherError())
    #expect(failure.retryAfter == nil)
    #expect(!failure.isFinal)
  }

  @Test func `a log hears an error's type, domain and code, and nothing that it quotes`() {
    for error in [OtherError(), Advice(retryAfter: nil)] as [any Error] {
      let message = SourceFailure(error).message
      #expect(message == error.logDescription)
      #expect(!message.contains("Ann"))
    }
  }

  @Test(arguments: [Duration.seconds(86_401), .seconds(Int64.max)])
  func `more than a day is a day`(retryAfter: Duration) {
    let failure = SourceFailure(Advice(retryAfter: retryAfter))
    #expect(failure.retryAfter == .seconds(86_400))
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `no time to wait is no advice, or a busy server would be asked without a pause`(
    retryAfter: Duration
  ) {
    var driver = UnreadSyncDriver.elsewhere()
    for _ in 1...3 {
      driver.tell(.requested)
      driver.fail(SourceFailure(ServerError(retryAfter: retryAfter)))
    }
    #expect(driver.plannedRetries == [.seconds(1), .seconds(2), .seconds(4)])
  }

  // MARK: - Retry-After

  @Test(arguments: [(1, 6), (5, 10), (20, 40), (3_600, 3_660)])
  func `Retry-After wins over the backoff, and everybody comes back at a time of his own`(
    seconds: Int,
    latest: Int
  ) {
    for (generator, delay) in [(FixedGenerator.least, seconds), (.most, latest)] {
      var driver = UnreadSyncDriver.elsewhere(generator: generator)
      driver.tell(.requested)
      driver.turnAway(for: seconds)
      #expect(driver.plannedRetries == [.seconds(delay)])
      driver.wait(.seconds(delay) - .milliseconds(1))
      #expect(driver.takeReasons() == [.request])
      driver.wait(.milliseconds(1))
      #expect(driver.takeReasons() == [.retry])
    }
  }

  @Test func `a fleet that was turned away in one second does not come back in one`() {
    var returns: [Int: Int] = [:]
    for seed in UInt64(1)...2_000 {
      var driver = UnreadSyncDriver.elsewhere(generator: SeededGenerator(seed: seed))
      driver.tell(.requested)
      driver.turnAway(for: 30)
      let second = driver.delayOfDeadline.map { Int($0 / .seconds(1)) } ?? 0
      returns[second, default: 0] += 1
    }
    #expect(returns.keys.allSatisfy { (30...60).contains($0) })
    #expect(returns.values.allSatisfy { $0 < 120 })
  }

  @Test func `Retry-After wins over the interval`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.turnAway(for: 300)
    _ = driver.takeBegun()
    driver.wait(.seconds(360) - .milliseconds(1))
    #expect(driver.begun.isEmpty)
    driver.wait(.milliseconds(1))
    #expect(driver.takeReasons() == [.retry])
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.interval])
  }

  @Test func `Retry-After wins over the interval on a return too`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.turnAway(for: 300)
    _ = driver.takeBegun()
    driver.wait(.seconds(50))
    driver.setPhase(.background)
    driver.wait(.seconds(50))
    driver.setPhase(.active)
    #expect(driver.delayOfDeadline == .seconds(260))
    driver.wait(.seconds(260))
    #expect(driver.takeReasons() == [.retry])
  }

  @Test func `pushes wait for Retry-After, and are one request at its end`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.push()
    driver.turnAway(for: 30)
    for _ in 1...600 {
      driver.push()
      driver.wait(.milliseconds(100))
    }
    #expect(driver.begun.map(\.milliseconds) == [0, 60_000])
    #expect(driver.reasons == [.push, .retry])
  }

  @Test func `a push during a request that is turned away waits too`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.turnAway(for: 30)
    #expect(driver.takeReasons() == [.push])
    #expect(driver.plannedRetries == [.seconds(60)])
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.retry])
  }

  @Test func `in the background pushes wait for Retry-After, and are asked for on return`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.push()
    driver.turnAway(for: 30)
    driver.push()
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.push])
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.retry])
  }

  @Test func `after the end of Retry-After a push in the background asks`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.push()
    driver.turnAway(for: 30)
    driver.wait(.seconds(60))
    driver.push()
    #expect(driver.takeReasons() == [.push, .push])
  }

  @Test func `what a user does is asked for in spite of Retry-After`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.turnAway(for: 300)
    driver.tell(.requested)
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .request, .interval])
  }

  @Test func `Retry-After survives a refresh that reaches nobody`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.push()
    driver.turnAway(for: 30)
    driver.tell(.requested)
    driver.fail()
    #expect(driver.plannedRetries == [.seconds(60), .seconds(60)])
    driver.push()
    driver.wait(.seconds(60) - .nanoseconds(1))
    #expect(driver.takeReasons() == [.push, .request])
  }

  @Test func `Retry-After holds still when its account comes back`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.push()
    driver.turnAway(for: 300)
    for account: AccountID? in ["bob", nil, "ann"] {
      driver.wait(.seconds(10))
      driver.signIn(account)
    }
    for _ in 2...20 {
      driver.push()
      driver.wait(.seconds(10))
    }
    #expect(driver.begun.map(\.milliseconds) == [0])
    driver.wait(.seconds(140))
    #expect(driver.begun.map(\.milliseconds) == [0, 360_000])
    #expect(driver.reasons == [.push, .retry])
  }

  @Test func `a sign-in on a page asks in spite of it, and what fails then waits for its end`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.turnAway(for: 300)
    driver.signIn("bob")
    driver.signIn("ann")
    #expect(driver.takeReasons() == [.push, .account, .account])
    driver.fail()
    #expect(driver.plannedRetries.last == .seconds(360))
    driver.answer(1)
  }

  @Test func `an answer ends Retry-After, also for a later stay`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.push()
    driver.turnAway(for: 300)
    driver.tell(.requested)
    driver.answer(1)
    driver.signIn("bob")
    driver.signIn("ann")
    driver.push()
    #expect(driver.reasons == [.push, .request, .push])
  }

  @Test func `Retry-After of the account before does not hold the next`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.turnAway(for: 300)
    driver.signIn("bob")
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .account, .interval])
  }

  @Test func `Retry-After in the background plans nothing before the return`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.tell(.requested)
    driver.turnAway(for: 5)
    #expect(driver.plannedRetries == [nil])
    #expect(driver.core.nextDeadline == nil)
  }

  // MARK: - Refusal

  @Test func `a refusal stops the timers`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.refuse()
    #expect(driver.shown == [UnreadState(count: 3, isStale: true)])
    #expect(driver.plannedRetries == [nil])
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(600))
    driver.disappear("home")
    driver.wait(.seconds(30))
    driver.appear("home")
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `a refusal stops the timers whatever Retry-After says`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail(SourceFailure(message: "403", retryAfter: .seconds(5), isFinal: true))
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `after a refusal another trigger asks, and its success lets the timers go on`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.refuse()
    driver.push()
    driver.answer(4)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .push, .interval])
  }

  @Test func `after a refusal a refresh asks, and its success lets the timers go on`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.refuse()
    driver.tell(.requested)
    driver.answer(4)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .request, .interval])
  }

  @Test func `after a refusal another account is asked for as usual`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.refuse()
    driver.signIn("bob")
    driver.fail()
    driver.wait(.seconds(1))
    #expect(driver.reasons == [.push, .account, .retry])
  }

  @Test func `a lost connection does not undo a refusal`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.refuse()
    driver.push()
    driver.fail()
    #expect(driver.plannedRetries == [nil, nil])
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `a push during a refused request is still asked for`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.push()
    driver.refuse()
    #expect(driver.takeReasons() == [.push, .push])
  }
}
