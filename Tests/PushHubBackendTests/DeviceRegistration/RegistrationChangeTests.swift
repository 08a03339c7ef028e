import PushHub
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// What is said when something changes, and what is not.
struct RegistrationChangeTests {
  /// An app that waits a second for further changes.
  private static let settling = DeviceRegistration.Configuration(
    environment: .sandbox,
    settling: .seconds(1)
  )

  @Test func `a value that is set again sends nothing`() {
    var driver = RegistrationDriver.registered()
    driver.wish(.tags(["a": "b"]))
    driver.succeed()
    _ = driver.takeEffects()
    driver.setToken(.first)
    driver.wish(.tags(["a": "b"]))
    driver.wish(.token(nil, name: "delivery"))
    driver.wish(.topic("news", isWanted: false))
    #expect(driver.takeEffects() == Array(repeating: .log(.skipped(reason: .known)), count: 4))
  }

  @Test(
    arguments: [
      DeviceChange.tags(["a": "b"]), .permission(.denied),
      .token(.second, name: "delivery"), .topic("news", isWanted: true),
    ]
  )
  func `each change is sent once`(wish: DeviceChange) {
    var driver = RegistrationDriver.registered()
    driver.wish(wish)
    let requests = driver.takeRequests()
    #expect(requests.map(\.record) == [driver.core.state.record])
    #expect(driver.stored?.entries["ann"]?.acknowledged == nil)
    driver.succeed()
    #expect(driver.stored?.entries["ann"]?.acknowledged == driver.date)
    driver.wish(wish)
    #expect(driver.takeRequests().isEmpty)
  }

  @Test func `changes of one moment become one request`() {
    var driver = RegistrationDriver.registered(Self.settling)
    driver.setToken(.second)
    driver.wish(.permission(.authorized))
    driver.wait(.milliseconds(900))
    for topic in ["a", "b", "c"] {
      driver.wish(.topic(topic, isWanted: true))
    }
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.milliseconds(100))
    #expect(driver.takeRequests().map(\.record?.topics) == [["a", "b", "c"]])
  }

  @Test func `a record that changes all the time is sent nevertheless`() {
    var driver = RegistrationDriver.registered(Self.settling)
    for number in 1...20 {
      driver.wish(.tags(["number": "\(number)"]))
      driver.wait(.milliseconds(100))
      driver.succeed()
    }
    #expect(driver.takeRequests().count == 2)
  }

  @Test func `a change that is undone is not sent, and the next one settles anew`() {
    var driver = RegistrationDriver.registered(Self.settling)
    driver.wish(.topic("news", isWanted: true))
    driver.wish(.topic("news", isWanted: false))
    driver.wait(.seconds(10))
    #expect(driver.takeRequests().isEmpty)
    driver.wish(.permission(.denied))
    driver.wait(.milliseconds(999))
    #expect(driver.takeRequests().isEmpty)
    driver.wait(.milliseconds(1))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a sign-out does not wait for changes to settle`() {
    var driver = RegistrationDriver.registered(Self.settling)
    driver.wish(.permission(.denied))
    driver.signIn(nil)
    #expect(driver.takeRequests().map(\.purpose) == [.signOff])
  }

  // MARK: - Topics

  @Test func `topics that change before the account is known are for that account`() {
    var driver = RegistrationDriver()
    driver.attach()
    driver.setToken(.first)
    driver.wish(.topic("news", isWanted: true))
    driver.wish(.topic("sport", isWanted: true))
    driver.wish(.topic("sport", isWanted: false))
    driver.signIn("ann")
    #expect(driver.takeRequests().map(\.record?.topics) == [["news"]])
    driver.signIn("bob")
    #expect(driver.core.state.topics.isEmpty)
  }

  @Test func `topics that change after a sign-out are ignored and logged`() {
    var driver = RegistrationDriver.registered()
    driver.signIn(nil)
    driver.succeed()
    _ = driver.takeEffects()
    driver.wish(.topic("news", isWanted: true))
    #expect(driver.takeEffects() == [.log(.topicIgnored), .log(.skipped(reason: .signedOut))])
    driver.signIn("bob")
    #expect(driver.core.state.topics.isEmpty)
  }

  // MARK: - Starts

  @Test
  func
    `a request that was under way at the end of the process is sent again with the same revision`()
  {
    var driver = RegistrationDriver.registered()
    driver.wish(.permission(.denied))
    let former = driver.takeRequests()
    driver.wait(.seconds(7))
    driver.die(returningAs: "ann")
    #expect(driver.takeRequests() == former)
  }

  @Test func `a build for another of Apple's servers waits for its own token`() {
    var former = RegistrationDriver.registered()
    former.wish(.token(.first, name: "delivery"))
    former.wish(.permission(.authorized))
    var driver = RegistrationDriver(.init(environment: .production, settling: .zero))
    driver.stored = former.stored
    driver.attach("ann")
    driver.wait(.seconds(60))
    #expect(driver.takeRequests().isEmpty)
    driver.setToken(.second)
    let record = DeviceRecord(
      token: .second,
      environment: .production,
      permission: .authorized
    )
    #expect(driver.takeRequests().map(\.record) == [record])
  }

  @Test func `each installation has a name of its own that stays`() {
    var driver = RegistrationDriver(generator: SeededGenerator(seed: 1))
    driver.attach()
    let installation = driver.core.state.ledger?.installation
    driver.die()
    #expect(driver.core.state.ledger?.installation == installation)
    var other = RegistrationDriver(generator: SeededGenerator(seed: 2))
    other.attach()
    #expect(other.core.state.ledger?.installation != installation)
    #expect(installation?.count == 32)
  }

  // MARK: - By hand

  @Test func `a refresh sends an acknowledged record with a new revision`() {
    var driver = RegistrationDriver.registered()
    let known = driver.stored?.entries["ann"]
    driver.wish(.wholeRefresh)
    let request = driver.takeRequests().first
    #expect(request?.record == known?.record)
    #expect((request?.revision ?? 0) > (known?.revision ?? .max))
    driver.succeed()
    driver.wait(.seconds(86_400))
    #expect(driver.takeRequests().isEmpty)
  }

  @Test func `a refresh does not wait for the retry, nor for changes to settle`() {
    var driver = RegistrationDriver.registered(Self.settling)
    driver.wish(.permission(.denied))
    driver.wish(.wholeRefresh)
    #expect(driver.takeRequests().count == 1)
    driver.fail(SourceFailure(message: "429", retryAfter: .seconds(1_000)))
    driver.wish(.wholeRefresh)
    #expect(driver.takeRequests().count == 1)
  }
}
