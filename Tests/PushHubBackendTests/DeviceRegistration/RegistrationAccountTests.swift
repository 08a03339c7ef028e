import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The accounts that are registered and signed off.
final class RegistrationAccountTests {
  private var driver = RegistrationDriver.registered()

  @Test func `an account that signs in is registered with the whole record`() {
    driver = RegistrationDriver(RegistrationCore(), store: [:])
    driver.signIn([])
    driver.setToken(.first)
    driver.setPermission(.provisional)
    driver.send(.setTags(tags: Private(["language": "de"])))
    driver.send(.setTokens(tokens: Private(["delivery": .second])))
    driver.signIn(["ann"])
    var record = DeviceRecord(token: .first, environment: .sandbox)
    record.permission = .provisional
    record.additionalTokens = ["delivery": .second]
    record.tags = ["language": "de"]
    #expect(driver.state.record == record)
    #expect(driver.takeRecords() == [record])
    #expect(driver.kernel.core.device.installation == String(repeating: "f", count: 32))
  }

  @Test func `accounts are registered side by side, each with its own topics`() {
    driver = .registered(["ann", "bob"])
    #expect(driver.kernel.states.values.map(\.isAcknowledged) == [true, true])
    driver.subscribe("news")
    driver.subscribe("sport", for: "bob")
    let requests = driver.takeRequests()
    #expect(requests.map(\.account) == ["ann", "bob"])
    #expect(requests.map(\.request.record?.topics) == [["news"], ["sport"]])
    driver.succeed("bob")
    #expect(!driver.state.isAcknowledged)
    #expect(driver.kernel.states["bob"]?.isAcknowledged == true)
  }

  @Test func `another account that is shown changes nothing`() {
    driver = .registered(["ann", "bob"])
    let store = driver.store
    driver.signIn(["ann", "bob"], shown: "bob")
    #expect(driver.takeEffects().isEmpty)
    #expect(driver.store == store)
  }

  @Test func `a sign-out signs off at once, with the token that was sent`() {
    driver = .registered(["ann", "bob"])
    driver.signIn(["bob"])
    #expect(driver.takeRequests().map(\.request) == [.signOff(.first)])
    #expect(driver.kernel.leavingAccounts == ["ann"])
    driver.succeed("ann")
    driver.pass(7 * 86_400)
    #expect(driver.takeSummary() == [])
    #expect(driver.store.accounts.keys.sorted() == ["", "bob"])
  }

  @Test func `an action for all does not reach an account that is leaving`() {
    driver = .registered(["ann", "bob"])
    driver.signIn(["bob"])
    driver.send(.discard)
    #expect(driver.kernel.leavingAccounts == ["ann"])
    driver.send(.discard, for: "ann")
    #expect(driver.kernel.leavingAccounts == [])
  }

  @Test func `what is recorded has its account`() {
    driver = RegistrationDriver(RegistrationCore(), store: [:])
    driver.signIn(["ann", "bob"])
    driver.setToken(.first)
    driver.succeed("bob")
    #expect(driver.takeEffects().contains(.record(KernelRecord(.answer(Done()), for: "bob"))))
  }

  @Test func `a sign-off follows the request under way, without waiting for a retry`() {
    driver.subscribe("news")
    driver.signIn([])
    #expect(driver.takeSummary() == ["signOn ann"])
    driver.fail(SourceFailure(message: "429", retryAfter: .seconds(1_000)), "ann")
    #expect(driver.takeSummary() == ["signOff ann"])
  }

  @Test func `an account that returns before its sign-off began is not signed off`() {
    driver.isStoreLocked = true
    driver.signIn([])
    driver.signIn(["ann"])
    driver.isStoreLocked = false
    driver.pass(20)
    #expect(driver.takeSummary() == ["signOn ann"])
  }

  @Test func `a refused sign-off is kept over launches until it is discarded`() {
    driver = .registered(["ann", "bob"])
    driver.signIn(["bob"])
    driver.fail(.refusal, "ann")
    driver.pass(6 * 86_400)
    #expect(driver.takeSummary() == ["signOff ann"])
    driver.die()
    #expect(driver.kernel.leavingAccounts == ["ann"])
    driver.pass(10)
    driver.fail(.refusal, "ann")
    driver.activate()
    driver.fail(.refusal, "ann")
    driver.send(.refresh, for: "ann")
    driver.fail(.refusal, "ann")
    #expect(driver.takeSummary() == ["signOff ann", "signOff ann", "signOff ann"])
    driver.send(.discard, for: "ann")
    #expect(driver.kernel.leavingAccounts.isEmpty)
    #expect(driver.store["ann"] == nil)
  }

  @Test func `a launch without a session signs the former account off, once the app was active`() {
    driver.relaunch(RegistrationCore())
    driver.changeLifecycle { $0.phase = .active }
    driver.pass(60)
    #expect(driver.takeSummary() == [])
    driver.signIn([])
    driver.advance(by: .milliseconds(9_999))
    #expect(driver.takeSummary() == [])
    var other = driver
    driver.advance(by: .milliseconds(1))
    #expect(driver.takeSummary() == ["signOff ann"])
    other.send(.discard, for: "ann")
    other.advance(by: .seconds(1))
    #expect(other.takeSummary() == [] && other.store["ann"] == nil)
  }

  @Test func `an account for which a push comes later is signed off again, once a day`() {
    let receive = { (driver: inout RegistrationDriver, account: AccountID) in
      let push = Push(payload: PushPayload(userInfo: [:]), account: account)
      driver.handle(.push(.discarded(push, .signedOut)))
      for case .perform(.repeatSignOff(let account), _) in driver.takeEffects() {
        driver.send(.repeatSignOff, for: account)
      }
      driver.changeLifecycle { $0.phase = $0.phase == .active ? .inactive : .active }
      driver.changeLifecycle { $0.phase = .active }
      driver.pass(10)
      let summary = driver.takeSummary()
      if !summary.isEmpty { driver.answer(.success(Done()), for: account) }
      return summary
    }
    #expect(receive(&driver, "bob") == ["signOff bob"])
    #expect(receive(&driver, "bob") == [])
    #expect(receive(&driver, "eve") == ["signOff eve"])
    #expect(driver.store["bob"] == nil)
    driver.die()
    driver.signIn(["ann"])
    #expect(receive(&driver, "bob") == [])
    driver.pass(86_400)
    #expect(receive(&driver, "bob") == ["signOff bob"])
  }

  @Test func `a withdrawn account stays so over launches, until it is registered`() {
    driver.send(.setRegistered(isRegistered: false, account: Private("ann")))
    driver.succeed()
    driver.die()
    driver.setToken(.second)
    driver.pass(60)
    #expect(driver.takeSummary() == [])
    driver.send(.setRegistered(isRegistered: true, account: Private("ann")))
    #expect(driver.takeSummary() == ["signOn ann"])
  }

  @Test func `forgetting an account signs it off and removes its topics`() {
    driver.subscribe("news")
    driver.succeed()
    _ = driver.takeRequests()
    driver.send(.forget(account: Private("ann")))
    #expect(driver.takeSummary() == ["signOff ann"])
    driver.succeed()
    driver.signIn([])
    driver.signIn(["ann"])
    #expect(driver.takeRecords().map(\.?.topics) == [[]])
  }
}
