import PushHub
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking

/// Accounts that can't be taken off, and for how long they hold up the next.
struct RegistrationHoldTests {
  /// An app in which ten minutes are the longest hold.
  private static let configuration = {
    var configuration = DeviceRegistration.Configuration.testing
    configuration.longestHold = .seconds(600)
    return configuration
  }()

  private func summary(_ requests: [RegistrationRequest]) -> [String] {
    requests.map { "\($0.purpose.rawValue) \($0.account)" }
  }

  /// Lets time pass with a server that takes nobody off, and acknowledges all else.
  private func wait(_ seconds: Int, _ driver: inout RegistrationDriver) {
    let end = driver.now + .seconds(seconds)
    while driver.now < end, !driver.hasStaleDeadline {
      if let open = driver.open {
        open.request.record == nil ? driver.fail() : driver.succeed()
      } else {
        let rest = end - driver.now
        driver.wait(min(driver.delayOfDeadline ?? rest, rest))
      }
    }
  }

  @Test func `a hold that ends with nobody signed in leaves nothing to be done at once`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn(nil)
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(3_600)))
    driver.wait(.seconds(700))
    #expect(!driver.hasStaleDeadline)
    #expect((driver.delayOfDeadline ?? .zero) > .seconds(2_900))
  }

  @Test func `a hold goes on in the next process`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    wait(300, &driver)
    #expect(!summary(driver.takeRequests()).contains("signOn bob"))
    driver.die(returningAs: "bob")
    wait(299, &driver)
    #expect(!summary(driver.takeRequests()).contains("signOn bob"))
    driver.die(returningAs: "bob")
    wait(60, &driver)
    #expect(summary(driver.takeRequests()).contains("signOn bob"))
  }

  @Test func `a hold goes on after a pause`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    driver.fail()
    driver.tell(.detached)
    driver.wait(.seconds(601))
    _ = driver.takeEffects()
    driver.attach("bob")
    driver.fail()
    #expect(summary(driver.takeRequests()) == ["signOff ann", "signOn bob"])
  }

  @Test func `a clock that is set back makes a hold no longer than it may be`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    driver.fail()
    driver.clockShift = .seconds(-1_000_000)
    driver.die(returningAs: "bob")
    wait(700, &driver)
    #expect(summary(driver.takeRequests()).contains("signOn bob"))
  }

  @Test func `many who can't be taken off hold up the next no longer than one`() {
    var configuration = Self.configuration
    configuration.longestHold = .zero
    var before = RegistrationDriver.registered(configuration)
    for name in ["bob", "cid", "dan", "eve"] {
      before.signIn(AccountID(rawValue: name))
      wait(1, &before)
    }
    #expect(before.core.state.leavingCount == 4)
    var driver = RegistrationDriver(Self.configuration)
    driver.stored = before.stored
    driver.attach("fay")
    wait(610, &driver)
    #expect(summary(driver.takeRequests()).contains("signOn fay"))
  }

  @Test func `one who can't be taken off does not keep the server from hearing of another`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(3_600)))
    driver.wait(.seconds(600))
    driver.succeed()
    _ = driver.takeEffects()
    driver.signIn(nil)
    #expect(summary(driver.takeRequests()) == ["signOff bob"])
    driver.fail()
    driver.signIn("ann")
    driver.wait(.seconds(1))
    #expect(summary(driver.takeRequests()).first == "signOff bob")
  }

  @Test func `a refresh does not begin the hold anew`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    for _ in 0..<6 {
      wait(99, &driver)
      driver.wish(.refresh)
    }
    _ = driver.takeEffects()
    wait(30, &driver)
    #expect(summary(driver.takeRequests()).contains("signOn bob"))
  }

  @Test func `a refresh says everything now, also while somebody can't be taken off`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    wait(700, &driver)
    _ = driver.takeEffects()
    driver.wish(.refresh)
    driver.fail()
    #expect(summary(driver.takeRequests()) == ["signOff ann", "signOn bob"])
  }

  @Test func `a wish to be left alone holds for each of many who leave`() {
    var configuration = Self.configuration
    configuration.longestHold = .zero
    var driver = RegistrationDriver.registered(configuration)
    for number in 1..<20 {
      driver.signIn(AccountID(rawValue: "user \(number)"))
      while let open = driver.open {
        guard open.request.record == nil else {
          driver.succeed()
          continue
        }
        driver.fail(SourceFailure(message: "503", retryAfter: .seconds(86_400)))
      }
      driver.wait(.seconds(30))
    }
    let offs = driver.takeRequests().filter { $0.record == nil }.map(\.account)
    #expect(offs.count == 19)
    #expect(Set(offs).count == 19)
  }

  @Test func `who held up others is tried right before each who is signed on`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    while driver.core.turns.first?.account != "bob" {
      driver.fail()
      driver.wait(min(driver.delayOfDeadline ?? .zero, .seconds(60)))
    }
    #expect(driver.open?.request.account == "ann")
    driver.signIn(nil)
    driver.fail()
    driver.wait(.seconds(1))
    _ = driver.takeEffects()
    driver.signIn("cid")
    driver.succeed()
    #expect(summary(driver.takeRequests()) == ["signOff ann", "signOn cid"])
  }

  @Test func `each of several who held up others is tried right before, and none of them twice`() {
    var configuration = Self.configuration
    configuration.longestHold = .zero
    var driver = RegistrationDriver.registered(configuration)
    for name in ["bob", "cid", "dan"] {
      driver.signIn(AccountID(rawValue: name))
      wait(1, &driver)
    }
    driver.wait(.seconds(3_600))
    #expect(driver.core.state.leavingCount == 3)
    driver.signIn(nil)
    driver.succeed()
    _ = driver.takeEffects()
    driver.signIn("eve")
    for _ in 0..<10 where driver.open?.request.account != "eve" {
      driver.wait(.seconds(5))
      driver.fail()
    }
    let requests = summary(driver.takeRequests())
    #expect(requests.last == "signOn eve")
    #expect(Set(requests).count == requests.count)
  }

  @Test func `the state says when somebody is tried again who leaves`() {
    var driver = RegistrationDriver.registered(Self.configuration)
    driver.signIn("bob")
    wait(700, &driver)
    driver.wait(driver.delayOfDeadline ?? .zero)
    driver.fail()
    #expect(driver.core.state.isAcknowledged)
    #expect(driver.core.state.hasFailed)
    #expect(driver.core.state.retry == driver.delayOfDeadline.map { driver.now + $0 })
    #expect(driver.core.state.retry != nil)
  }
}
