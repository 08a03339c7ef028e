import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

/// Who is listened to, and when again.
struct BadgeDotListenerTests {
  @Test func `without an account nothing is listened to`() {
    var driver = BadgeDotDriver()
    driver.change { $0 = LifecycleState(phase: .active, visiblePages: ["list"]) }
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.tell(.requested)
    #expect(driver.listened.isEmpty)
    #expect(driver.core.nextDeadline == nil)
    #expect(driver.core.state == BadgeDotState())
  }

  @Test func `with an account it is listened to at once, also in the background`() {
    var driver = BadgeDotDriver()
    driver.change { $0 = LifecycleState(account: "ann") }
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

  @Test func `a mark that is no greater is not saved again`() {
    var driver = BadgeDotDriver.ann()
    driver.setList(visible: true)
    driver.report(4)
    #expect(driver.saveCount == 1)
    driver.report(4)
    driver.read(4)
    driver.read(2)
    driver.setOverlays(1)
    #expect(driver.saveCount == 1)
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

  @Test func `a return to the foreground leaves it alone too, and the plan as it was`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "busy", retryAfter: .seconds(3_600)))
    for _ in 1...10 {
      driver.setPhase(.background)
      driver.wait(.seconds(1))
      driver.setPhase(.active)
      driver.wait(.seconds(1))
    }
    #expect(driver.listened.count == 1)
    driver.wait(.seconds(3_640) - .nanoseconds(1))
    #expect(driver.listened.count == 1)
    driver.wait(.nanoseconds(1))
    #expect(driver.listened.count == 2)
  }

  @Test func `the user may ask while it is left alone, and what fails then waits for its end`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "busy", retryAfter: .seconds(600)))
    driver.tell(.requested)
    #expect(driver.open.count == 1)
    driver.fail()
    #expect(driver.plannedRetries.last == .seconds(660))
    driver.signIn("bob")
    driver.signIn("ann")
    #expect(driver.listened == ["ann", "ann", "bob", "ann"])
    driver.setPhase(.background)
    driver.fail()
    driver.setPhase(.active)
    #expect(driver.open.isEmpty)
    #expect(driver.plannedRetries.last == .seconds(660))
  }

  @Test func `a list ends that, so that the next return asks anew`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "busy", retryAfter: .seconds(600)))
    driver.tell(.requested)
    driver.report(3)
    driver.setPhase(.background)
    driver.setPhase(.active)
    #expect(driver.listened.count == 3)
  }

  // MARK: - The first list

  @Test func `a listener that never tells a list has failed after a minute`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.wait(.seconds(60) - .nanoseconds(1))
    #expect(driver.open == [1])
    driver.wait(.nanoseconds(1))
    #expect(driver.open.isEmpty)
    #expect(driver.core.state.isStale)
    #expect(!driver.core.state.isKnown)
    #expect(driver.plannedRetries == [.seconds(1)])
    driver.wait(.seconds(1))
    #expect(driver.open == [2])
    driver.report([9], number: 1)
    #expect(!driver.core.state.isKnown)
    driver.report(9)
    #expect(driver.core.state.isKnown && !driver.core.state.isStale)
  }

  @Test func `one that is attached again has a minute of its own`() {
    var driver = BadgeDotDriver.ann()
    driver.wait(.seconds(600))
    #expect(driver.open == [1])
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.wait(.seconds(60))
    #expect(driver.plannedRetries == [.seconds(1)])
  }

  @Test func `a list that has come once may be the only one for a year`() {
    var driver = BadgeDotDriver.ann()
    driver.wait(.seconds(365 * 86_400))
    #expect(driver.open == [1])
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `a source that is always silent is asked with growing delays`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.wait(.seconds(3_600))
    #expect(driver.plannedRetries.prefix(3) == [.seconds(1), .seconds(2), .seconds(4)])
    #expect((30...40).contains(driver.listened.count))
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

  @Test func `the account set before the phase begins one subscription`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.setPhase(.inactive)
    driver.setPhase(.active)
    #expect(driver.listened == ["ann"])
    driver.setPhase(.background)
    driver.setPhase(.active)
    #expect(driver.listened.count == 2, "a return is one, however soon")
  }

  @Test func `a launch in the background long before the user comes is asked anew`() {
    var driver = BadgeDotDriver()
    driver.signIn("ann")
    driver.report(1)
    driver.wait(.seconds(10))
    driver.setPhase(.active)
    #expect(driver.listened.count == 2)
  }

  @Test func `a failure of a listener that was let go means nothing`() {
    var driver = BadgeDotDriver.ann()
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.fail(number: 1)
    #expect(driver.plannedRetries.isEmpty)
    #expect(!driver.core.state.isStale)
  }
}

/// The same with the real dot.
@MainActor
struct BadgeDotPatienceTests {
  @Test func `a source that tells no list fails after the configured time, and may say why later`()
    async
  {
    let app = BadgeDotApp(
      configuration: BadgeDot.Configuration(listPage: "list", listTimeout: .seconds(5))
    )
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.scheduler.settle()
    #expect(app.badge?.nextAttempt == nil)
    await app.advance(by: .seconds(5))
    #expect(app.state?.failure == "no list within 5.0 seconds")
    #expect(app.badge?.nextAttempt == app.scheduler.now + .seconds(1))
    await app.advance(by: .seconds(1))
    await app.report(1)
    #expect(app.state?.isKnown == true)
    #expect(app.listener.streams.count == 2)
  }

  @Test(arguments: [Duration.seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max)])
  func `every duration is moved into bounds`(duration: Duration) {
    let made = BadgeDot.Configuration(
      listPage: "list",
      listTimeout: duration
    )
    let day = Duration.seconds(86_400)
    #expect((.seconds(1)...day).contains(made.listTimeout))
  }
}
