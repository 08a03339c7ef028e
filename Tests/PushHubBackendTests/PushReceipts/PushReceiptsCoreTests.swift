import PushHub
import Testing

@testable import PushHubBackend

/// When receipts are sent, and what an answer means.
final class PushReceiptsCoreTests {
  private var driver = PushReceiptsDriver.inForeground()

  @Test func `a receipt is sent when it has waited for a minute`() {
    driver.append()
    driver.wait(.seconds(60) - .nanoseconds(1))
    #expect(driver.batches.isEmpty)
    driver.wait(.nanoseconds(1))
    #expect(driver.batches == [["i0"]])
  }

  @Test func `pending receipts are sent when an account signs in in the foreground`() {
    driver = PushReceiptsDriver(PushReceipts.Configuration(spread: .seconds(60)))
    driver.setPhase(.active)
    driver.appendElsewhere(nil)
    driver.signIn("ann")
    #expect(driver.batches == [["i0"]])
  }

  @Test func `batches are spread`() throws {
    let configuration = PushReceipts.Configuration(longestWait: .seconds(60), spread: .seconds(30))
    driver = .inForeground(configuration)
    driver.append()
    let deadline = try #require(driver.nextDeadline)
    #expect((.seconds(89)...(.seconds(90))).contains(deadline - driver.now))
    driver.append()
    #expect(driver.nextDeadline == deadline)
  }

  @Test func `what the service extension has left is sent on return`() {
    let configuration = PushReceipts.Configuration(spread: .seconds(60))
    driver = .inForeground(configuration)
    driver.setPhase(.background)
    driver.appendElsewhere("ann")
    driver.setPhase(.inactive)
    #expect(driver.batches == [["i0"]])
    driver.accept()
    driver.append()
    driver.setPhase(.active)
    #expect(driver.batches.count == 1)
  }

  @Test func `pending requests in the background keep to the spread`() {
    let configuration = PushReceipts.Configuration(spread: .seconds(60))
    driver = PushReceiptsDriver(configuration)
    driver.appendElsewhere("ann")
    driver.signIn("ann")
    #expect(driver.batches.isEmpty)
    driver.wait(.seconds(60))
    #expect(driver.batches == [["i0"]])
  }

  @Test func `a refused account is asked again on return, and when the app has credentials`() {
    driver.append()
    driver.append()
    driver.fail(isFinal: true)
    #expect(driver.reports == [nil])
    driver.append()
    driver.wait(.seconds(86_400))
    driver.setPhase(.background)
    #expect(driver.batches.count == 1)
    driver.setPhase(.active)
    #expect(driver.batches.count == 2)
    driver.fail(isFinal: true)
    driver.send(.refresh)
    #expect(driver.batches.count == 3)
    driver.fail(retryAfter: .seconds(10))
    driver.send(.refresh)
    #expect(driver.batches.count == 3)
  }

  @Test func `a return after an hour offline tries at once`() {
    driver.append()
    driver.append()
    for _ in 1...60 {
      driver.fail()
      driver.wait(.seconds(60))
    }
    driver.fail()
    driver.setPhase(.background)
    let count = driver.batches.count
    driver.setPhase(.active)
    #expect(driver.batches.count == count + 1)
  }

  @Test func `what a refresh finds and what a rejection leaves is counted`() {
    driver = PushReceiptsDriver(PushReceipts.Configuration())
    driver.signIn("ann")
    driver.appendElsewhere("ann")
    driver.refresh()
    #expect(driver.waitingCount == 1)
    driver.reject()
    #expect(driver.waitingCount == 0)
    #expect(!driver.isRefreshAwaited)
  }
}

// MARK: - Rejections

extension PushReceiptsCoreTests {
  @Test func `a rejected batch is halved until the receipt at fault is alone`() {
    driver = .inForeground(PushReceipts.Configuration(batchSize: 8))
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
    driver.append()
    driver.append()
    driver.reject()
    driver.accept()
    #expect(driver.batches == [["i0", "i1"], ["i0"], ["i1"]])
  }

  @Test func `halves follow at once, and later receipts wait`() {
    for _ in 1...3 {
      driver.append()
    }
    driver.reject()
    #expect(driver.batches == [["i0", "i1"], ["i0"]])
    driver.reject()
    #expect(driver.ids(.rejected) == ["i0"])
    #expect(driver.batches.count == 2)
    driver.wait(.seconds(1))
    #expect(driver.batches.count == 2)
    driver.wait(.seconds(1))
    #expect(driver.batches.last == ["i1", "i2"])
  }

  @Test func `a server that rejects everything is asked ever less often`() {
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
    driver = .inForeground(PushReceipts.Configuration(batchSize: 8))
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
  @Test func `a sign-out cancels, and removes the receipts of the account and of none`() {
    driver.change { $0.setAccounts(["ann", "bob"], shown: "ann") }
    driver.appendElsewhere("bob")
    driver.appendElsewhere(nil)
    driver.append()
    driver.append()
    driver.change { $0.setAccounts(["bob"], shown: "bob") }
    #expect(driver.cancelCount == 1)
    #expect(driver.ids(.removed) == ["i1", "i2", "i3"])
  }

  @Test func `an account that is not shown has its receipts sent, whatever another's server says`()
  {
    driver.change { $0.setAccounts(["ann", "bob"], shown: "ann") }
    driver.append()
    driver.append()
    driver.fail(isFinal: true)
    driver.append("bob")
    driver.append("bob")
    #expect(driver.requests.map(\.account) == ["ann", "bob"])
    driver.append("eve")
    #expect(driver.items.count == 4)
  }

  @Test func `an account that signs in is neither refused nor limited by the former one`() {
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
    driver.append()
    driver.append()
    driver.detach()
    #expect(driver.cancelCount == 1)
    #expect(driver.ids(.waiting).count == 2)
    #expect(driver.nextDeadline == nil)
    #expect(driver.waitingCount == 0)
    driver.attach()
    #expect(driver.batches.count == 2)
  }
}
