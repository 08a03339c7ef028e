import PushHub
import Testing

@testable import PushHubObservers

/// Who is listened to, and when again.
@Suite(.timeLimit(.minutes(5)))
struct BadgeDotListenerTests {
  @Test func `without an account nothing is listened to`() {
    var driver = BadgeDotDriver()
    driver.tell(.began(LifecycleState(phase: .active, visiblePages: ["list"]), stored: nil))
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.tell(.requested)
    #expect(driver.listened.isEmpty)
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `with an account it is listened to at once, also in the background`() {
    var driver = BadgeDotDriver()
    driver.tell(.began(LifecycleState(account: "ann"), stored: nil))
    #expect(driver.listened == ["ann"])
    #expect(driver.open == [1])
  }

  @Test func `the listener is let go on sign-out, and the dot is off`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.signIn(nil)
    #expect(driver.open.isEmpty)
    #expect(driver.takeShown() == [true, false])
    driver.report(5, number: 1)
    #expect(driver.core.state == BadgeDotState())
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `signing out keeps the mark`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.read()
    driver.signIn(nil)
    driver.signIn("ann")
    #expect(!driver.isShown)
    driver.report(4)
    #expect(!driver.isShown)
    driver.report(4, 5)
    #expect(driver.isShown)
  }

  @Test func `two accounts have marks of their own`() {
    var driver = BadgeDotDriver.ann()
    driver.report(9)
    driver.signIn("bob")
    #expect(!driver.isShown)
    #expect(driver.core.mark == nil)
    driver.report(1)
    #expect(driver.marks == ["ann": .upTo(.numbered(3)), "bob": .upTo(.numbered(1))])
    driver.report(1, 2)
    #expect(driver.isShown)
    driver.signIn("ann")
    driver.report(3)
    #expect(!driver.isShown)
  }

  @Test func `a snapshot for the account before is never shown`() {
    var driver = BadgeDotDriver.ann()
    driver.signIn("bob")
    driver.report([9], number: 1)
    #expect(!driver.core.state.isKnown)
    #expect(driver.marks["bob"] == nil)
  }

  @Test func `a failed listener is attached again with growing delays`() {
    var driver = BadgeDotDriver.ann()
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      driver.fail()
      #expect(driver.plannedRetries.last == .seconds(seconds))
      driver.wait(.seconds(seconds) - .nanoseconds(1))
      #expect(driver.open.isEmpty)
      driver.wait(.nanoseconds(1))
      #expect(driver.open.count == 1)
    }
  }

  @Test func `a snapshot alone makes no delay short again`() {
    var driver = BadgeDotDriver.ann()
    for _ in 1...3 {
      driver.fail()
      driver.wait(.seconds(8))
      driver.report(3)
      driver.wait(.seconds(60) - .nanoseconds(1))
    }
    #expect(driver.plannedRetries == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test func `a listener that has lasted for a minute makes delays short again`() {
    var driver = BadgeDotDriver.ann()
    driver.fail()
    driver.wait(.seconds(1))
    driver.fail()
    driver.wait(.seconds(2))
    driver.report(3)
    driver.wait(.seconds(30))
    driver.report(3, 4)
    driver.wait(.seconds(30))
    driver.fail()
    #expect(driver.plannedRetries == [.seconds(1), .seconds(2), .seconds(1)])
  }

  @Test func `a server that sends a snapshot and closes is not asked without end`() {
    var driver = BadgeDotDriver.ann()
    let start = driver.listened.count
    for _ in 1...3_600 {
      driver.report(3)
      driver.fail()
      driver.wait(.seconds(1))
    }
    #expect((60...80).contains(driver.listened.count - start))
  }

  @Test func `a server that wants to be left alone is left alone, by each a time of his own`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "busy", retryAfter: .seconds(30)))
    #expect(driver.plannedRetries == [.seconds(60)])
  }

  @Test func `a server that wants an early return is still not stormed`() {
    var driver = BadgeDotDriver.ann()
    for _ in 1...10 {
      driver.fail(SourceFailure(message: "busy", retryAfter: .milliseconds(1)))
      driver.wait(.seconds(60))
    }
    #expect(driver.plannedRetries.last == .seconds(60))
  }

  @Test func `a refused account is left alone until the app returns or asks`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "401", isFinal: true))
    #expect(driver.core.nextDeadline == nil)
    driver.setPhase(.background)
    driver.setPhase(.active)
    #expect(driver.open.count == 1)
    driver.fail(SourceFailure(message: "401", isFinal: true))
    driver.tell(.requested)
    #expect(driver.open.count == 1)
  }

  @Test func `on return to the foreground a failed listener is attached at once`() {
    var driver = BadgeDotDriver.ann()
    driver.setPhase(.background)
    driver.fail()
    driver.setPhase(.active)
    #expect(driver.open.count == 1)
    driver.wait(.seconds(60))
    #expect(driver.listened.count == 2)
  }

  @Test func `on return to the foreground a listener that may have slept is asked anew`() {
    var driver = BadgeDotDriver.ann()
    driver.report(4)
    driver.setPhase(.background)
    #expect(driver.open == [1])
    driver.setPhase(.inactive)
    #expect(driver.open == [2])
    driver.setPhase(.active)
    #expect(driver.open == [2])
    #expect(driver.isShown)
  }

  @Test func `a failure of a listener that was let go means nothing`() {
    var driver = BadgeDotDriver.ann()
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.fail(number: 1)
    #expect(driver.plannedRetries.isEmpty)
    #expect(!driver.core.state.isStale)
  }

  @Test func `going to the background writes what waits`() {
    var driver = BadgeDotDriver.ann()
    driver.setPhase(.inactive)
    #expect(driver.flushCount == 0)
    driver.setPhase(.background)
    #expect(driver.flushCount == 1)
  }
}
