import PushHub
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// What the core's model leaves out: other configurations, phases between, and the log of a failure.
final class UnreadSyncCoreTests {
  private var driver = UnreadSyncDriver.atHome()

  @Test func `a push from before the sign-in asks nothing after it`() {
    driver = UnreadSyncDriver(.spreading)
    driver.begin(with: LifecycleState(phase: .active))
    driver.push()
    driver.signIn("ann")
    #expect(driver.kernel.nextDeadline == nil)
    #expect(driver.begun.isEmpty)
  }

  @Test func `the first appearance of each tracked page asks, for each account`() {
    driver = .elsewhere()
    for page in ["home", "mail", "home"] as [PageID] {
      driver.appear(page)
      driver.answer(1)
      driver.disappear(page)
    }
    #expect(driver.takeReasons() == [.firstAppearance, .firstAppearance])
    driver.signIn("bob")
    driver.appear("home")
    #expect(driver.takeReasons() == [.firstAppearance])
  }

  @Test(arguments: [(60, .interval), (61, .return)] as [(Int, UnreadSyncReason)])
  func `a return to a tracked page asks after 60 s, also in the background`(
    seconds: Int,
    reason: UnreadSyncReason
  ) {
    for isInBackground in [true, false] {
      driver = .atHome()
      driver.wait(.seconds(30))
      isInBackground ? driver.setPhase(.background) : driver.disappear("home")
      driver.wait(.seconds(seconds))
      isInBackground ? driver.setPhase(.active) : driver.appear("home")
      #expect(driver.takeReasons() == [reason])
    }
  }

  @Test func `an inactive app is still in front of the user`() {
    driver.setPhase(.inactive)
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.interval])
  }

  @Test func `a count after a refusal lets the interval ask again`() {
    driver.refresh()
    driver.refuse()
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.request])
    driver.refresh()
    driver.answer(4)
    driver.wait(.seconds(60))
    #expect(driver.takeReasons() == [.request, .interval])
  }

  @Test func `the app chooses the interval`() {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home", "mail"],
      interval: .seconds(10),
      spread: .zero
    )
    driver = .atHome(configuration)
    driver.wait(.seconds(10))
    #expect(driver.takeReasons() == [.interval])
    driver.answer(1)
    driver.disappear("home")
    driver.wait(.milliseconds(10_001))
    driver.appear("home")
    #expect(driver.takeReasons() == [.return])
  }

  @Test func `the app chooses how long a request may take`() {
    driver = .atHome(
      UnreadSync.Configuration(trackedPages: ["home"], requestTimeout: .seconds(5))
    )
    driver.push()
    driver.wait(.seconds(5))
    #expect(driver.shown.last?.isStale == true)
  }

  @Test func `a hopeless request is not retried`() {
    var (driver, failure) = (UnreadSyncDriver.atHome(), SourceFailure(message: "404"))
    failure.isRejected = true
    driver.refresh()
    driver.fail(failure)
    driver.wait(.seconds(3_600))
    #expect(driver.takeReasons() == [.request])
    #expect(driver.plannedRetries == [nil])
  }

  @Test func `a push during a request that fails is asked for at once`() {
    driver.push()
    driver.push()
    driver.wait(.seconds(1))
    driver.fail()
    #expect(driver.begun.map(\.milliseconds) == [0, 1_000])
    #expect(driver.plannedRetries == [nil])
  }

  @Test func `a push during a request is requested even if its page is no longer visible`() {
    driver = .atHome(.spreading)
    driver.refresh()
    driver.push()
    driver.setPhase(.background)
    driver.answer(1)
    #expect(driver.takeReasons() == [.request, .push])
  }

  @Test func `a failure in the background is tried again on return`() {
    driver.setPhase(.background)
    driver.push()
    driver.fail()
    #expect(driver.plannedRetries == [nil])
    #expect(driver.kernel.nextDeadline == nil)
    driver.wait(.seconds(5))
    driver.setPhase(.active)
    #expect(driver.takeReasons() == [.push, .retry])
  }

  private static let extremes: [Duration] = [
    .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
  ]

  @Test(arguments: extremes)
  func `every duration is moved into bounds`(duration: Duration) {
    let configuration = UnreadSync.Configuration(
      trackedPages: ["home"],
      interval: duration,
      requestTimeout: duration,
      spread: duration
    )
    let day = Duration.seconds(86_400)
    #expect((.seconds(1)...day).contains(configuration.interval))
    #expect((.seconds(1)...day).contains(configuration.requestTimeout))
    #expect((.zero...day).contains(configuration.spread))
  }
}
