import PushHub
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// The accounts that are registered and deregistered, and in which order.
struct RegistrationAccountTests {
  private func summary(_ requests: [RegistrationRequest]) -> [String] {
    requests.map { "\($0.purpose.rawValue) \($0.account)" }
  }

  @Test func `an account that signs in is registered with the whole record`() throws {
    var driver = RegistrationDriver()
    driver.attach()
    driver.setToken(.first)
    driver.wish(.permission(.provisional))
    driver.wish(.tags(["language": "de"]))
    driver.wish(.token(.second, name: "delivery"))
    driver.signIn("ann")
    let request = try #require(driver.takeRequests().first)
    let record = DeviceRecord(
      token: .first,
      environment: .sandbox,
      permission: .provisional,
      additionalTokens: ["delivery": .second],
      tags: ["language": "de"]
    )
    #expect(request.account == "ann")
    #expect(request.record == record)
    #expect(request.deviceToken == .first)
    #expect(request.installation == String(repeating: "f", count: 32))
    #expect(request.revision == 1_767_225_600_000)
    #expect(request.idempotencyKey == "\(request.installation)-1767225600000")
    #expect(driver.core.state.record == record)
  }

  @Test func `an account that signs out is signed off at once, with the token that was sent`()
    throws
  {
    var driver = RegistrationDriver.registered()
    driver.signIn(nil)
    let request = try #require(driver.takeRequests().first)
    #expect(request.purpose == .signOff)
    #expect(request.account == "ann")
    #expect(request.record == nil)
    #expect(request.deviceToken == .first)
    driver.succeed()
    driver.wait(.seconds(30 * 86_400))
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.stored?.entries["ann"] == nil)
  }

  @Test func `accounts are signed off in the order in which they signed out`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    driver.fail()
    driver.succeed()
    _ = driver.takeEffects()
    driver.die(returningAs: "cid")
    var requests: [RegistrationRequest] = []
    for _ in 0..<4 {
      driver.succeed()
      requests += driver.takeRequests()
    }
    #expect(summary(requests) == ["signOff ann", "signOff bob", "signOn cid"])
  }

  @Test func `a sign-out cancels the account's request, and does not wait for the retry`() {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.setToken(.first)
    _ = driver.takeEffects()
    driver.signIn(nil)
    let effects = driver.takeEffects()
    #expect(effects.contains(.cancel("request")))
    #expect(driver.open?.purpose == .signOff)
    driver.signIn("ann")
    driver.fail()
    driver.signIn(nil)
    #expect(driver.open?.purpose == .signOff)
  }

  @Test func `forgetting an account signs it off and removes its topics`() {
    var driver = RegistrationDriver.registered()
    driver.wish(.topic("news", isWanted: true))
    driver.succeed()
    driver.die()
    _ = driver.takeEffects()
    driver.wish(.forget("ann"))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    driver.signIn("ann")
    #expect(driver.core.state.topics.isEmpty)
  }

  @Test func `forgetting the present account signs it out`() {
    var driver = RegistrationDriver.registered()
    driver.wish(.forget("ann"))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    driver.wait(.seconds(30 * 86_400))
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.core.state.account == nil)
  }

  @Test func `a failed sign-off is retried before the next request`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    driver.fail()
    driver.succeed()
    _ = driver.takeEffects()
    driver.wait(.milliseconds(500))
    driver.wish(.permission(.denied))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.fail()
    #expect(summary(driver.takeRequests()) == ["signOn bob"])
  }

  // MARK: - A server that does not answer

  /// Ann has signed out and Bob has signed in, and the sign-off of Ann has no answer.
  private static func unanswered() -> RegistrationDriver {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    return driver
  }

  @Test func `the next account waits 5 s for a sign-off without an answer`() {
    var driver = Self.unanswered()
    driver.wait(.milliseconds(4_999))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.wait(.milliseconds(1))
    let effects = driver.takeEffects()
    let failure = RegistrationEvent.failed(
      purpose: .signOff,
      error: "no answer within 5.0 seconds",
      retryIn: .seconds(1)
    )
    #expect(effects.contains(.cancel("request")))
    #expect(effects.contains(.log(failure)))
    #expect(driver.open?.account == "bob")
  }

  @Test func `a sign-off without an answer is retried, and delays no change`() {
    var driver = Self.unanswered()
    driver.wait(.seconds(5))
    driver.succeed()
    _ = driver.takeEffects()
    driver.wish(.permission(.denied))
    #expect(summary(driver.takeRequests()) == ["signOn bob"])
    driver.succeed()
    driver.wait(.seconds(2))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.wish(.permission(.authorized))
    #expect(summary(driver.takeRequests()) == ["signOn bob"])
    driver.succeed()
    driver.wait(.seconds(2))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    #expect(driver.core.state.leavingCount == 0)
  }

  @Test func `an endpoint with a timeout of its own delays no account either`() {
    var driver = RegistrationDriver.registered()
    driver.signIn(nil)
    driver.wait(.seconds(30))
    driver.fail()
    _ = driver.takeEffects()
    driver.signIn("bob")
    #expect(summary(driver.takeRequests()) == ["signOn bob"])
  }

  @Test func `a sign-off that is answered late, but fast the next time, comes first again`() {
    var driver = Self.unanswered()
    driver.wait(.seconds(5))
    driver.succeed()
    driver.wait(.seconds(1))
    driver.fail()
    driver.wait(.milliseconds(500))
    _ = driver.takeEffects()
    driver.wish(.permission(.denied))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
  }

  @Test
  func `an account that has signed in again since a sign-off without an answer is waited for`() {
    var driver = Self.unanswered()
    driver.wait(.seconds(5))
    driver.signIn("ann")
    driver.succeed()
    driver.succeed()
    _ = driver.takeEffects()
    driver.signIn("bob")
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
  }

  @Test func `an account that signs in does not have the failure of the former one`() {
    var driver = RegistrationDriver.registered()
    driver.wish(.permission(.denied))
    driver.fail()
    #expect(driver.core.state.hasFailed)
    driver.signIn("bob")
    #expect(!driver.core.state.hasFailed)
  }

  @Test func `a sign-off that no account waits for has a minute`() {
    var driver = RegistrationDriver.registered()
    driver.signIn(nil)
    driver.wait(.milliseconds(59_999))
    #expect(driver.open != nil)
    driver.wait(.milliseconds(1))
    #expect(driver.open == nil)
  }

  @Test func `a sign-off that the server refuses is discarded and logged`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    _ = driver.takeEffects()
    driver.refuse()
    let effects = driver.takeEffects()
    #expect(effects.contains(.log(.failed(purpose: .signOff, error: "401", retryIn: nil))))
    #expect(driver.open?.account == "bob")
    #expect(driver.stored?.entries["ann"] == nil)
  }

  @Test func `an account that signs in again is registered after a permanent refusal`() {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.setToken(.first)
    driver.refuse()
    driver.signIn(nil)
    driver.succeed()
    driver.wait(.seconds(60))
    _ = driver.takeEffects()
    driver.signIn("ann")
    #expect(driver.takeRequests().map(\.account) == ["ann"])
  }

  @Test func `an installation has 32 hexadecimal digits`() {
    var generator: any RandomNumberGenerator = FixedGenerator.most
    let ledger = RegistrationLedger(environment: .sandbox, using: &generator)
    #expect(ledger.installation == String(repeating: "f", count: 32))
  }
}
