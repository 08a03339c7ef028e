import PushHub
import Testing

@testable import PushHubObservers

/// What the source's errors say of the next try: not before a time, or not at all.
@Suite(.timeLimit(.minutes(5)))
struct UnreadSyncAdviceTests {
  private struct ServerError: RetryAdvice, CustomStringConvertible {
    var retryAfter: Duration?
    var isFinal = false
    var description: String { "503" }
  }

  private struct OtherError: Error {}

  private func busy(_ seconds: Int) -> SourceFailure {
    SourceFailure(message: "429", retryAfter: .seconds(seconds))
  }

  // MARK: - Reading errors

  @Test func `an error with advice gives the advice`() {
    let failure = SourceFailure(ServerError(retryAfter: .seconds(7), isFinal: true))
    #expect(failure == SourceFailure(message: "503", retryAfter: .seconds(7), isFinal: true))
  }

  @Test func `any other error gives none`() {
    let failure = SourceFailure(OtherError())
    #expect(failure == SourceFailure(message: "OtherError()"))
    #expect(failure.retryAfter == nil)
    #expect(!failure.isFinal)
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

  @Test(arguments: [5, 3_600])
  func `Retry-After wins over the backoff`(seconds: Int) {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail(busy(seconds))
    #expect(driver.plannedRetries == [.seconds(seconds)])
    driver.wait(.seconds(seconds) - .milliseconds(1))
    #expect(driver.takeReasons() == [.request])
    driver.wait(.milliseconds(1))
    #expect(driver.takeReasons() == [.retry])
  }

  @Test func `Retry-After wins over the interval`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail(busy(300))
    _ = driver.takeBegun()
    driver.wait(.milliseconds(299_999))
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
    driver.fail(busy(300))
    _ = driver.takeBegun()
    driver.wait(.seconds(50))
    driver.setPhase(.background)
    driver.wait(.seconds(50))
    driver.setPhase(.active)
    #expect(driver.delayOfDeadline == .seconds(200))
    driver.wait(.seconds(200))
    #expect(driver.takeReasons() == [.interval])
  }

  @Test func `what a user does is asked for in spite of Retry-After`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail(busy(300))
    driver.tell(.requested)
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .request, .interval])
  }

  @Test func `Retry-After of the account before does not hold the next`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail(busy(300))
    driver.signIn("bob")
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.reasons == [.push, .account, .interval])
  }

  @Test func `Retry-After in the background plans nothing`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.setPhase(.background)
    driver.tell(.requested)
    driver.fail(busy(5))
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
