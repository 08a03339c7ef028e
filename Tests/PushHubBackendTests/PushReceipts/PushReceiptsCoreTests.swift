import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// When receipts are sent, and what an answer means.
struct PushReceiptsCoreTests {
  @Test func `a receipt is sent when it has waited for a minute`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.wait(.seconds(60) - .nanoseconds(1))
    #expect(driver.batches.isEmpty)
    driver.wait(.nanoseconds(1))
    #expect(driver.batches == [["i0"]])
  }

  @Test func `a device that is the first of the spread does not wait longer than a minute`() {
    let configuration = PushReceipts.Configuration(longestWait: .seconds(60), spread: .seconds(30))
    var simulation = CoreSimulation(
      PushReceiptsCore(configuration: configuration, generator: FixedGenerator.least)
    )
    simulation.handle(.lifecycle(LifecycleState(phase: .active, account: "ann"), after: nil))
    simulation.send(.counted(1, isWritten: true))
    #expect(simulation.core.nextDeadline == simulation.now + .seconds(60))
  }

  @Test func `pending receipts are sent when an account signs in in the foreground`() {
    var driver = PushReceiptsDriver(PushReceipts.Configuration(spread: .seconds(60)))
    driver.begin(LifecycleState(phase: .active))
    driver.appendElsewhere(nil)
    driver.signIn("ann")
    #expect(driver.batches == [["i0"]])
  }

  @Test func `delays after failures grow up to a minute`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    for delay in [1, 2, 4, 8, 16, 32, 60, 60] {
      driver.fail()
      driver.wait(.seconds(delay))
    }
    #expect(driver.reports == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(driver.request != nil)
  }

  @Test func `batches are spread`() {
    let configuration = PushReceipts.Configuration(longestWait: .seconds(60), spread: .seconds(30))
    var driver = PushReceiptsDriver.inForeground(configuration)
    driver.append()
    #expect(driver.core.nextDeadline == driver.now + .seconds(90))
    driver.append()
    #expect(driver.core.nextDeadline == driver.now + .seconds(90))
  }

  @Test func `what the service extension has left is sent on return`() {
    let configuration = PushReceipts.Configuration(spread: .seconds(60))
    var driver = PushReceiptsDriver.inForeground(configuration)
    driver.setPhase(.background)
    driver.appendElsewhere("ann")
    driver.setPhase(.inactive)
    #expect(driver.batches == [["i0"]])
    driver.accept()
    driver.append()
    driver.setPhase(.active)
    #expect(driver.batches.count == 1)
  }

  @Test func `in the background what was left keeps to the spread, as after a push to everybody`() {
    let configuration = PushReceipts.Configuration(spread: .seconds(60))
    var driver = PushReceiptsDriver(configuration)
    driver.appendElsewhere("ann")
    driver.begin(LifecycleState(phase: .background, account: "ann"))
    #expect(driver.batches.isEmpty)
    driver.wait(.seconds(60))
    #expect(driver.batches == [["i0"]])
  }

  @Test func `a refused account waits for a day`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    driver.fail(isFinal: true)
    #expect(driver.reports == [nil])
    driver.append()
    driver.setPhase(.background)
    driver.setPhase(.active)
    driver.wait(.seconds(86_400) - .nanoseconds(1))
    #expect(driver.batches.count == 1)
    driver.wait(.nanoseconds(1))
    #expect(driver.batches.count == 2)
  }

  @Test func `what a refresh finds and what a rejection leaves is counted`() {
    var driver = PushReceiptsDriver(PushReceipts.Configuration())
    driver.begin(LifecycleState(phase: .background, account: "ann"))
    driver.appendElsewhere("ann")
    driver.refresh()
    #expect(driver.core.state == 1)
    driver.reject()
    #expect(driver.core.state == 0)
  }
}

// MARK: - Rejections

extension PushReceiptsCoreTests {
  @Test func `a rejected batch is halved until the receipt at fault is alone`() {
    var driver = PushReceiptsDriver.inForeground(PushReceipts.Configuration(batchSize: 8))
    for _ in 1...8 {
      driver.append()
    }
    for _ in 1...100 where !driver.ids(.waiting).isEmpty {
      guard let request = driver.request else {
        driver.wait(.seconds(1))
        continue
      }
      if request.ids.contains("i2") {
        driver.reject()
      } else {
        driver.accept()
      }
    }
    #expect(driver.ids(.rejected) == ["i2"])
    #expect(driver.ids(.waiting).isEmpty)
    #expect(driver.batches.map(\.count) == [8, 4, 2, 4, 2, 1, 2, 3])
    #expect(driver.halvings == [8, 4, 4, 2])
  }

  @Test func `the other half follows the first at once, however little it is`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    driver.reject()
    driver.accept()
    #expect(driver.batches == [["i0", "i1"], ["i0"], ["i1"]])
  }

  @Test func `halves follow at once, and what comes after a receipt that was given up does not`() {
    var driver = PushReceiptsDriver.inForeground()
    for _ in 1...3 {
      driver.append()
    }
    driver.reject()
    #expect(driver.batches == [["i0", "i1"], ["i0"]])
    driver.reject()
    #expect(driver.ids(.rejected) == ["i0"])
    #expect(driver.batches.count == 2)
    driver.wait(.seconds(1))
    #expect(driver.batches.last == ["i1", "i2"])
  }

  @Test func `a server that rejects everything is asked ever less often`() {
    var driver = PushReceiptsDriver.inForeground()
    for _ in 1...40 {
      driver.append()
    }
    var requestCount = 0
    for _ in 1...600 {
      while driver.request != nil {
        requestCount += 1
        driver.reject()
      }
      driver.wait(.seconds(1))
    }
    #expect(requestCount < 40)
  }

  @Test func `the size grows back after a success`() {
    var driver = PushReceiptsDriver.inForeground(PushReceipts.Configuration(batchSize: 8))
    for _ in 1...16 {
      driver.append()
    }
    driver.reject()
    driver.reject()
    for _ in 1...4 {
      driver.accept()
    }
    #expect(driver.batches.map(\.count) == [8, 4, 2, 4, 8, 2])
  }

  @Test func `a rejection that wishes for a delay gets it`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    driver.reject(retryAfter: .seconds(10))
    #expect(driver.batches.count == 1)
    driver.wait(.seconds(20))
    #expect(driver.batches.last == ["i0"])
  }
}

// MARK: - Accounts

extension PushReceiptsCoreTests {
  @Test func `a sign-out cancels, and removes all receipts`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.appendElsewhere("bob")
    driver.appendElsewhere(nil)
    driver.append()
    driver.append()
    driver.signIn(nil)
    #expect(driver.cancelCount == 1)
    #expect(driver.ids(.removed) == ["i0", "i1", "i2", "i3"])
  }

  @Test func `an account that signs in is neither refused nor limited by the former one`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    driver.reject()
    driver.fail(isFinal: true)
    driver.signIn("bob")
    driver.append()
    driver.append()
    #expect(driver.batches == [["i0", "i1"], ["i0"], ["i2", "i3"]])
  }

  @Test func `detaching cancels, and leaves everything where it is`() {
    var driver = PushReceiptsDriver.inForeground()
    driver.append()
    driver.append()
    driver.detach()
    #expect(driver.cancelCount == 1)
    #expect(driver.ids(.waiting).count == 2)
    #expect(driver.core.nextDeadline == nil)
    #expect(driver.core.state == 0)
    driver.begin(LifecycleState(phase: .active, account: "ann"))
    #expect(driver.batches.count == 2)
  }
}
