import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// What becomes of requests that fail, and when they are tried again.
struct RegistrationFailureTests {
  /// Ann's permission has changed, and the request has just begun.
  private static var asking: RegistrationDriver {
    var driver = RegistrationDriver.registered()
    driver.wish(.permission(.denied))
    _ = driver.takeEffects()
    return driver
  }

  @Test func `a request that fails is retried with growing delays and the same revision`() {
    var driver = Self.asking
    let request = driver.open
    for delay in [1, 2, 4, 8] {
      driver.fail()
      #expect(driver.delayOfDeadline == .seconds(delay))
      driver.wait(.seconds(delay))
      #expect(driver.open == request)
    }
    driver.succeed()
    #expect(driver.delayOfDeadline.map { $0 > .seconds(86_400) } ?? true)
  }

  @Test func `changes wait for Retry-After as well`() {
    var driver = Self.asking
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(100)))
    _ = driver.takeEffects()
    driver.wish(.topic("news", isWanted: true))
    driver.wait(.milliseconds(159_999))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.milliseconds(1))
    #expect(driver.takeRequests().map(\.record?.topics) == [["news"]])
  }

  @Test func `revisions grow where the wall clock goes back`() {
    var driver = Self.asking
    let former = driver.open
    driver.fail()
    driver.date -= 1_000_000
    driver.activate()
    driver.wish(.permission(.authorized))
    driver.wait(.seconds(1))
    #expect(driver.open?.revision == former.map { $0.revision + 1 })
  }

  @Test func `revisions grow when the store has lost them`() {
    var driver = RegistrationDriver.registered()
    driver.wait(.seconds(1))
    driver.failsToSave = true
    driver.wish(.permission(.denied))
    let former = driver.open
    driver.wait(.milliseconds(1))
    driver.die(returningAs: "ann")
    driver.wish(.permission(.authorized))
    #expect((driver.open?.revision ?? 0) > (former?.revision ?? .max))
    #expect(driver.open?.idempotencyKey != former?.idempotencyKey)
  }

  // MARK: - Refusals for good

  @Test func `a permanent refusal holds for a day`() {
    var driver = Self.asking
    driver.refuse()
    _ = driver.takeEffects()
    driver.wait(.seconds(86_399))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(1))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a change ends a refusal`() {
    var driver = Self.asking
    driver.refuse()
    driver.wish(.permission(.authorized))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a sign-in and a start end a refusal`() {
    var driver = Self.asking
    driver.refuse()
    _ = driver.takeEffects()
    var other = driver
    driver.die(returningAs: "ann")
    #expect(driver.takeRequests().count == 1)
    other.signIn(nil)
    other.succeed()
    other.signIn("ann")
    #expect(other.takeRequests().map(\.purpose) == [.signOff, .signOn])
  }
}
