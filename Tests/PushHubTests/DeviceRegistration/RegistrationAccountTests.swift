import PushHub
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking

/// Who is told of, who is taken off, and in which order.
struct RegistrationAccountTests {
  private func summary(_ requests: [RegistrationRequest]) -> [String] {
    requests.map { "\($0.purpose.rawValue) \($0.account)" }
  }

  @Test func `nobody signed in, nothing registered`() {
    var driver = RegistrationDriver()
    driver.attach()
    driver.tell(.token(.first))
    driver.wait(.seconds(86_400))
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.core.state.record == nil)
  }

  @Test func `who is back before anything was said of the sign-out is not told of again`() {
    var driver = RegistrationDriver()
    driver.attach("bob")
    driver.tell(.token(.first))
    driver.succeed()
    driver.signIn("ann")
    driver.fail()
    driver.succeed()
    driver.wait(.seconds(1))
    #expect(
      summary(driver.takeRequests()) == ["signOn bob", "signOff bob", "signOn ann", "signOff bob"]
    )
    driver.signIn(nil)
    driver.signIn("ann")
    driver.succeed()
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.core.state.isAcknowledged)
  }

  @Test func `without a token nothing is registered`() {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.wish(.permission(.authorized))
    driver.wait(.seconds(86_400))
    #expect(driver.takeRequests().isEmpty)
  }

  @Test func `whoever signs in is told of, with everything`() throws {
    var driver = RegistrationDriver()
    driver.attach()
    driver.tell(.token(.first))
    driver.wish(.permission(.provisional))
    driver.wish(.tags(["language": "de"]))
    driver.wish(.token(.second, name: "delivery"))
    driver.signIn("ann")
    let request = try #require(driver.takeRequests().first)
    let record = DeviceRecord(
      token: .first,
      environment: .sandbox,
      permission: .provisional,
      furtherTokens: ["delivery": .second],
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

  @Test func `whoever signs out is taken off at once, with the token that was told`() throws {
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
    #expect(driver.stored?["ann"] == nil)
  }

  @Test func `the next account is told of when the former is off`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    driver.wait(.seconds(10))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    #expect(summary(driver.takeRequests()) == ["signOn bob"])
  }

  @Test func `those who left are taken off in the order in which they left`() {
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

  @Test func `a sign-out cancels what is said of the account, and does not wait for the next try`()
  {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.tell(.token(.first))
    _ = driver.takeEffects()
    driver.signIn(nil)
    let effects = driver.takeEffects()
    #expect(effects.contains(.cancel))
    #expect(driver.open?.request.purpose == .signOff)
    driver.signIn("ann")
    driver.fail()
    driver.signIn(nil)
    #expect(driver.open?.request.purpose == .signOff)
  }

  @Test func `whoever comes back when it is uncertain who is off is told of again`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    driver.fail()
    _ = driver.takeEffects()
    // The server may have taken Ann off by the request that failed.
    driver.signIn("ann")
    driver.succeed()
    #expect(summary(driver.takeRequests()) == ["signOff bob", "signOn ann"])
  }

  @Test func `an account that comes back while it is taken off is told of again`() {
    var driver = RegistrationDriver.registered()
    driver.signIn(nil)
    let off = driver.takeRequests().first
    driver.signIn("ann")
    let effects = driver.takeEffects()
    #expect(effects.contains(.cancel))
    let on = driver.open?.request
    #expect(on?.purpose == .signOn)
    #expect((on?.revision ?? 0) > (off?.revision ?? .max))
  }

  @Test func `nobody is taken off before somebody is known to have signed in`() {
    var driver = RegistrationDriver.registered()
    driver.die()
    driver.tell(.token(.first))
    driver.wait(.seconds(86_400))
    #expect(driver.takeRequests().isEmpty)
    driver.signIn("bob")
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
  }

  @Test func `who signed in while the app did not run takes the place of who was signed in`() {
    var driver = RegistrationDriver.registered()
    driver.die(returningAs: "bob")
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
  }

  @Test func `who was leaving when the process died is taken off by the next, whoever is there`() {
    for account in [nil, AccountID("bob")] {
      var driver = RegistrationDriver.registered()
      driver.signIn(nil)
      let former = driver.takeRequests()
      driver.die(returningAs: account)
      #expect(driver.takeRequests() == former)
    }
  }

  @Test func `an account can be taken off by hand, and its topics go`() {
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

  @Test func `who is signed in and forgotten is signed out`() {
    var driver = RegistrationDriver.registered()
    driver.wish(.forget("ann"))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    driver.wait(.seconds(30 * 86_400))
    #expect(driver.takeRequests().isEmpty)
    #expect(driver.core.state.account == nil)
  }

  @Test func `an account of whom nothing was said leaves without a word`() {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.signIn(nil)
    driver.tell(.token(.first))
    driver.wish(.forget("bob"))
    driver.wait(.seconds(86_400))
    #expect(driver.takeRequests().isEmpty)
  }

  @Test func `an account that can't be taken off is tried again, and holds up nobody`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(3_600)))
    #expect(summary(driver.takeRequests()) == ["signOff ann", "signOn bob"])
    driver.succeed()
    #expect(driver.core.state.retry == driver.now + .seconds(3_660))
    driver.wait(.seconds(3_659))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.seconds(1))
    #expect(summary(driver.takeRequests()) == ["signOff ann"])
    driver.succeed()
    #expect(driver.core.state.leavingCount == 0)
  }

  @Test func `one who can't be taken off is tried right before something is said of another`() {
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

  @Test func `an account that the server refuses to take off is given up, and told`() {
    var driver = RegistrationDriver.registered()
    driver.signIn("bob")
    _ = driver.takeEffects()
    driver.refuse()
    let effects = driver.takeEffects()
    #expect(effects.contains(.log(.failed(.signOff, "401", retryIn: nil))))
    #expect(driver.open?.request.account == "bob")
    #expect(driver.stored?["ann"] == nil)
  }
}
