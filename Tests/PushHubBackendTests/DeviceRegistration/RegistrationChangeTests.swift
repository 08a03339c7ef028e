import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// What is sent when something changes, and what is not.
final class RegistrationChangeTests {
  private var driver = RegistrationDriver.registered()

  /// An app that waits a second for further changes.
  private static let settling = DeviceRegistration.Configuration(
    environment: .sandbox,
    settling: .seconds(1)
  )

  @Test func `a value that is set again sends nothing`() {
    driver.setToken(.first)
    driver.send(.setTags(tags: Private([:])))
    driver.send(.setTokens(tokens: Private(["delivery": nil])))
    driver.setTopic("news", to: false)
    let skipped = KernelEffect<RegistrationCore>.log(.skipped(reason: .known))
    let effects = driver.takeEffects().filter { if case .record = $0 { false } else { true } }
    #expect(effects == Array(repeating: skipped, count: 4))
  }

  @Test(
    arguments: [
      RegistrationCore.Action.setTags(tags: Private(["a": "b"])), .setPermission(level: .denied),
      .setTokens(tokens: Private(["delivery": .second])),
      .setTopic(topic: Private("news"), isWanted: true, account: nil),
    ]
  )
  func `each change is sent once`(action: RegistrationCore.Action) {
    driver.send(action)
    #expect(driver.takeRecords() == [driver.state.record])
    #expect(driver.store["ann"]?.entry?.acknowledged == nil)
    driver.succeed()
    #expect(driver.store["ann"]?.entry?.acknowledged == driver.date)
    driver.send(action)
    #expect(driver.takeSummary() == [])
  }

  @Test func `changes of one moment become one request`() {
    driver = .registered(["ann"], Self.settling)
    driver.setToken(.second)
    driver.setPermission(.authorized)
    driver.advance(by: .milliseconds(900))
    for topic in ["a", "b", "c"] { driver.subscribe(topic) }
    #expect(driver.takeSummary() == [])
    driver.advance(by: .milliseconds(100))
    #expect(driver.takeRecords().map(\.?.topics) == [["a", "b", "c"]])
  }

  @Test func `a record that changes all the time is sent nevertheless`() {
    driver = .registered(["ann"], Self.settling)
    for number in 1...20 {
      driver.send(.setTags(tags: Private(["number": "\(number)"])))
      driver.advance(by: .milliseconds(100))
      driver.succeed()
    }
    #expect(driver.takeRequests().count == 2)
  }

  @Test func `an undone change is not sent, and the next one settles anew`() {
    driver = .registered(["ann"], Self.settling)
    driver.subscribe("news")
    driver.setTopic("news", to: false)
    driver.pass(10)
    #expect(driver.takeSummary() == [])
    driver.setPermission(.denied)
    driver.advance(by: .milliseconds(999))
    #expect(driver.takeSummary() == [])
    driver.advance(by: .milliseconds(1))
    #expect(driver.takeRequests().count == 1)
  }

  @Test func `a sign-out does not wait for changes to settle`() {
    driver = .registered(["ann"], Self.settling)
    driver.setPermission(.denied)
    driver.signIn([])
    #expect(driver.takeSummary() == ["signOff ann"])
  }

  @Test func `empty tokens and blank topics are refused and logged`() {
    driver = .registered(["ann", "bob"])
    driver.send(.setTokens(tokens: Private(["fcm": PushToken(text: "")])))
    for topic in ["", " \n"] { driver.subscribe(topic) }
    #expect(
      driver.takeLog().filter { !$0.isSkip }.map(\.name) == [
        "emptyToken", "emptyTopic", "emptyTopic",
      ]
    )
    #expect(driver.state.isAcknowledged && driver.state.topics.isEmpty)
  }

  // MARK: - Topics

  @Test func `topics that change before the accounts are known are for the one shown first`() {
    driver = RegistrationDriver(RegistrationCore(), store: [:])
    driver.changeLifecycle { _ in }
    driver.setToken(.first)
    driver.subscribe("news")
    driver.subscribe("sport")
    driver.setTopic("sport", to: false)
    driver.signIn(["ann", "bob"])
    let requests = driver.takeRequests()
    #expect(requests.map(\.request.record?.topics) == [["news"], []])
    driver.signIn(["ann", "bob"], shown: "bob")
    #expect(driver.state.topics.isEmpty)
  }

  @Test func `topics that change after a sign-out are ignored and logged`() {
    driver.signIn([])
    driver.succeed("ann")
    _ = driver.takeEffects()
    driver.subscribe("news")
    #expect(driver.takeLog() == [.topicIgnored, .skipped(reason: .signedOut)])
    driver.signIn(["bob"])
    #expect(driver.state.topics.isEmpty)
  }

  // MARK: - Starts

  @Test
  func `a request of an ended process is sent again, with a greater number`()
    throws
  {
    driver.setPermission(.denied)
    let former = try #require(driver.takeRequests().first)
    driver.date -= 1_000_000
    driver.die()
    let next = try #require(driver.takeRequests().first)
    #expect(next.request == former.request)
    #expect(next.number > former.number)
  }

  @Test func `a build for another of Apple's servers waits for its own token`() {
    driver.send(.setTokens(tokens: Private(["delivery": .first])))
    driver.setPermission(.authorized)
    driver.die(.init(environment: .production, settling: .zero))
    driver.pass(60)
    #expect(driver.takeSummary() == [])
    driver.setToken(.second)
    var record = DeviceRecord(token: .second, environment: .production)
    record.permission = .authorized
    #expect(driver.takeRecords() == [record])
  }

  @Test func `an installation keeps its name`() {
    driver.die()
    #expect(driver.kernel.core.device.installation == String(repeating: "f", count: 32))
  }

  @Test func `after an update of the system every record is sent again`() {
    driver = .registered(["ann", "bob"])
    var configuration = DeviceRegistration.Configuration.testing
    configuration.system = "later"
    driver.die(configuration)
    #expect(driver.takeSummary() == ["signOn ann", "signOn bob"])
    for account in ["ann", "bob"] as [AccountID] { driver.succeed(account) }
    driver.die(configuration)
    #expect(driver.takeSummary() == [])
  }

  // MARK: - By hand

  @Test func `a refresh sends an acknowledged record again, and no request under way`() {
    for _ in 0..<2 { driver.send(.refresh) }
    #expect(driver.takeRecords() == [driver.state.record])
    driver.succeed()
    driver.pass(86_400)
    #expect(driver.takeSummary() == [])
  }

  @Test func `a refresh does not wait for the retry, nor for changes to settle`() {
    driver = .registered(["ann"], Self.settling)
    driver.setPermission(.denied)
    driver.send(.refresh)
    #expect(driver.takeRequests().count == 1)
    driver.fail(SourceFailure(message: "429", retryAfter: .seconds(1_000)))
    driver.send(.refresh)
    #expect(driver.takeRequests().count == 1)
  }
}
