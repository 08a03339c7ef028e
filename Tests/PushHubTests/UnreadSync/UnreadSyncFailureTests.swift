import PushHub
import Testing

@testable import PushHubObservers

/// What a failure means: the count stays, and the next try waits, but not for ever.
struct UnreadSyncFailureTests {
  // MARK: - What is shown

  @Test func `a failure keeps the last count and marks it stale`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail()
    #expect(driver.shown == [UnreadState(count: 3, isStale: true)])
  }

  @Test func `a success after a failure is fresh again, even with the same count`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail()
    driver.push()
    driver.answer(3)
    #expect(driver.shown == [UnreadState(count: 3, isStale: true), UnreadState(count: 3)])
  }

  @Test func `sign-out takes the mark away`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.fail()
    driver.signIn(nil)
    #expect(driver.shown.last == .signedOut)
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `one error does not end everything`() {
    var driver = UnreadSyncDriver.atHome()
    for _ in 1...3 {
      driver.wait(.seconds(60))
      driver.fail()
      driver.wait(.seconds(4))
      driver.answer(1)
    }
    #expect(driver.reasons == [.interval, .retry, .interval, .retry, .interval, .retry])
  }

  // MARK: - Backoff

  @Test func `the longest delay doubles from a second to a minute`() {
    var driver = UnreadSyncDriver.elsewhere(generator: FixedGenerator.most)
    driver.tell(.requested)
    for _ in 1...9 {
      driver.fail()
      driver.wait(.seconds(60))
    }
    let seconds = driver.plannedRetries.map { $0.map { $0 / .seconds(1) } }
    #expect(seconds == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(driver.reasons == [.request] + Array(repeating: .retry, count: 9))
  }

  @Test func `the jitter is full: a delay may be anything from nothing to the longest`() {
    var least = UnreadSyncDriver.elsewhere(generator: FixedGenerator.least)
    var middle = UnreadSyncDriver.elsewhere(generator: FixedGenerator.middle)
    for _ in 1...7 {
      least.tell(.requested)
      least.fail()
      middle.tell(.requested)
      middle.fail()
    }
    #expect(least.plannedRetries.allSatisfy { $0 == .zero })
    let halves = middle.plannedRetries.compactMap { $0.map { Int($0 / .milliseconds(1)) } }
    #expect(halves == [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
  }

  @Test func `random delays stay within their bounds and fill them`() {
    var driver = UnreadSyncDriver.elsewhere(generator: SeededGenerator(seed: 1))
    for _ in 1...2_000 {
      driver.tell(.requested)
      driver.fail()
    }
    let delays = driver.plannedRetries.compactMap { $0.map { $0 / .seconds(1) } }
    #expect(delays.count == 2_000)
    let full = delays.dropFirst(6)
    #expect(full.allSatisfy { (0...60).contains($0) })
    for tenth in 0..<10 {
      let share = full.filter { Int($0 / 6) == tenth }.count
      #expect((140...260).contains(share), "\(tenth)")
    }
  }

  @Test func `a success lets the delays start again`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail()
    driver.wait(.seconds(1))
    driver.fail()
    driver.wait(.seconds(2))
    driver.answer(1)
    driver.tell(.requested)
    driver.fail()
    #expect(driver.plannedRetries == [.seconds(1), .seconds(2), .seconds(1)])
  }

  @Test func `ten thousand failures do not overflow`() {
    var driver = UnreadSyncDriver.elsewhere()
    for _ in 1...10_000 {
      driver.tell(.requested)
      driver.fail()
    }
    #expect(driver.plannedRetries.last == .seconds(60))
  }

  // MARK: - What drops a retry

  @Test func `a retry is dropped when another trigger syncs`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail()
    driver.push()
    driver.wait(.seconds(5))
    driver.answer(1)
    driver.wait(.seconds(600))
    #expect(driver.reasons == [.request, .push])
  }

  @Test func `a retry takes the interval's place`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.wait(.seconds(59))
    for _ in 1...4 {
      driver.fail()
      driver.tell(.requested)
    }
    driver.wait(.seconds(59))
    driver.fail()
    #expect(driver.plannedRetries.last == .seconds(16))
    _ = driver.takeBegun()
    driver.wait(.seconds(16) - .nanoseconds(1))
    #expect(driver.begun.isEmpty)
    driver.wait(.nanoseconds(1))
    #expect(driver.takeReasons() == [.retry])
    driver.answer(1)
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.interval])
  }

  // MARK: - The background

  @Test func `in the background a retry waits, and comes at its time after a short trip`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail()
    driver.setPhase(.background)
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.milliseconds(400))
    driver.setPhase(.active)
    #expect(driver.delayOfDeadline == .milliseconds(600))
    driver.wait(.milliseconds(600))
    #expect(driver.takeReasons() == [.request, .retry])
  }

  @Test func `in the background a retry waits, and comes on return if its time has passed`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail()
    driver.setPhase(.background)
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.request])
    driver.setPhase(.inactive)
    #expect(driver.takeReasons() == [.retry])
  }

  @Test func `a failure in the background is tried again on return`() {
    var driver = UnreadSyncDriver.atHome()
    driver.setPhase(.background)
    driver.push()
    driver.fail()
    #expect(driver.plannedRetries == [nil])
    #expect(driver.core.nextDeadline == nil)
    driver.wait(.seconds(5))
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.push, .retry])
  }

  @Test func `an inactive app is still in the foreground`() {
    var driver = UnreadSyncDriver.elsewhere()
    driver.tell(.requested)
    driver.fail()
    driver.setPhase(.inactive)
    driver.wait(.seconds(1))
    #expect(driver.takeReasons() == [.request, .retry])
  }

  @Test func `off the tracked pages a failure is still tried again`() {
    var driver = UnreadSyncDriver.atHome()
    driver.push()
    driver.disappear("home")
    driver.fail()
    driver.wait(.seconds(1))
    #expect(driver.takeReasons() == [.push, .retry])
  }
}
