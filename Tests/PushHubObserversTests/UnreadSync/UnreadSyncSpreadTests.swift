import PushHub
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Pushes for pages that are not visible are requested at a time of their own.
struct UnreadSyncSpreadTests {
  private let configuration = UnreadSync.Configuration.spreading

  // MARK: - What holds if the app configures nothing

  /// A fleet of an app that says nothing but its page; each is in the background and receives one push.
  private func fleet(of size: Int) -> [UnreadSyncDriver] {
    (0..<size).map { number in
      var driver = UnreadSyncDriver.elsewhere(
        UnreadSync.Configuration(trackedPages: ["home"]),
        generator: SeededGenerator(seed: UInt64(number))
      )
      driver.setPhase(.background)
      driver.push()
      driver.deliver()
      return driver
    }
  }

  @Test func `a push to everybody spreads the requests by default`() {
    var fleet = fleet(of: 1_000)
    #expect(fleet.allSatisfy { $0.begun.isEmpty })
    for second in 1...8 {
      for index in fleet.indices {
        fleet[index].wait(.seconds(1))
      }
      let share = fleet.indices.map { fleet[$0].takeBegun().count }.reduce(0, +)
      #expect((90...160).contains(share), "second \(second)")
    }
  }

  // MARK: - When it counts

  @Test(arguments: [AppPhase.active, .background])
  func `an invisible push is requested after its delay`(phase: AppPhase) {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.setPhase(phase)
    driver.push()
    let delay = driver.delayOfDeadline ?? .zero
    #expect(delay > .seconds(60) && delay <= .seconds(300))
    driver.wait(delay - .milliseconds(1))
    #expect(driver.begun.isEmpty)
    driver.wait(.milliseconds(1))
    #expect(driver.takeReasons() == [.push])
    driver.answer(1)
    #expect(driver.kernel.nextDeadline == nil)
  }

  @Test func `on a tracked page a push is asked for at once`() {
    var driver = UnreadSyncDriver.atHome(configuration)
    driver.push()
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `several pushes are one request, at the first one's time`() {
    var driver = UnreadSyncDriver.elsewhere(.spreading, generator: SeededGenerator(seed: 1))
    driver.push()
    let first = driver.delayOfDeadline
    for _ in 1...20 {
      driver.push()
    }
    #expect(driver.delayOfDeadline == first)
    driver.wait(first ?? .zero)
    driver.answer(1)
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `a return to a tracked page does not wait for the delay`() {
    var driver = UnreadSyncDriver.atHome(configuration)
    driver.disappear("home")
    driver.push()
    #expect(driver.begun.isEmpty)
    driver.appear("home")
    #expect(driver.takeReasons() == [.push])
    driver.answer(4)
    #expect(driver.delayOfDeadline == .seconds(60))
  }

  @Test func `a request that begins meanwhile answers the push`() {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.push()
    driver.refresh()
    driver.answer(1)
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.request])
  }

  @Test func `another account does not inherit the push`() {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.push()
    driver.signIn("bob")
    #expect(driver.kernel.nextDeadline == nil)
  }
}
