import PushHub
import PushHubTesting
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers
@testable import TestSupport

/// Cases beyond the core's model: refusals, how often a mark is saved, and storms.
struct BadgeDotCoreTests {
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

  @Test func `a refused account is not listened to until the app returns or asks`() {
    var driver = BadgeDotDriver.ann()
    driver.fail(SourceFailure(message: "401", isFinal: true))
    #expect(driver.core.nextDeadline == nil)
    driver.setPhase(.background)
    driver.setPhase(.active)
    #expect(driver.isListening)
    driver.fail(SourceFailure(message: "401", isFinal: true))
    driver.send(.refresh)
    #expect(driver.isListening)
  }

  @Test func `the store is read once there is an account`() {
    var driver = BadgeDotDriver()
    driver.send(.refresh)
    driver.setPhase(.active)
    #expect(driver.loadCount == 0)
    driver.signIn("ann")
    #expect(driver.loadCount == 1)
  }
}
