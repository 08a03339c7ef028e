import PushHub
import Testing

@testable import PushHubObservers

/// Pushes that nobody is looking at are asked for at a time of their own.
@Suite(.timeLimit(.minutes(5)))
struct UnreadSyncSpreadTests {
  private let configuration = UnreadSync.Configuration.spreading

  // MARK: - The delay

  @Test func `the delay is the same for the same installation and push`() {
    #expect(
      configuration.delay(ofPush: "m1") == UnreadSync.Configuration.spreading.delay(ofPush: "m1")
    )
  }

  @Test func `the delay differs by push and by installation`() {
    var other = configuration
    other.installation = "tablet"
    #expect(configuration.delay(ofPush: "m1") != configuration.delay(ofPush: "m2"))
    #expect(configuration.delay(ofPush: "m1") != other.delay(ofPush: "m1"))
  }

  @Test func `the delay is known for good, so that a transcript plays alike everywhere`() {
    #expect(Int(configuration.delay(ofPush: "m1") / .milliseconds(1)) == 83_707)
  }

  @Test func `a broadcast push is spread evenly over many installations`() {
    let seconds = (0..<20_000).map { number in
      var installation = configuration
      installation.installation = "\(number)"
      return installation.delay(ofPush: "m1") / .seconds(1)
    }
    #expect(seconds.allSatisfy { (0..<300).contains($0) })
    for tenth in 0..<10 {
      let share = seconds.filter { Int($0 / 30) == tenth }.count
      #expect((1_800...2_200).contains(share), "\(tenth)")
    }
  }

  @Test func `one installation's pushes are spread evenly`() {
    let seconds = (0..<20_000).map { configuration.delay(ofPush: "\($0)") / .seconds(1) }
    for tenth in 0..<10 {
      let share = seconds.filter { Int($0 / 30) == tenth }.count
      #expect((1_800...2_200).contains(share), "\(tenth)")
    }
  }

  // MARK: - When it counts

  @Test(arguments: [AppPhase.active, .background])
  func `a push that nobody sees is asked for after its delay`(phase: AppPhase) {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.setPhase(phase)
    let delay = configuration.delay(ofPush: "m1")
    driver.push("m1")
    #expect(driver.delayOfDeadline == delay)
    driver.wait(delay - .milliseconds(1))
    #expect(driver.begun.isEmpty)
    driver.wait(.milliseconds(1))
    #expect(driver.takeReasons() == [.push])
    driver.answer(1)
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `on a tracked page a push is asked for at once`() {
    var driver = UnreadSyncDriver.atHome(configuration)
    driver.push()
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `several pushes are one request, at the first one's time`() {
    let ids = (1...20).map { "m\($0)" }
    var driver = UnreadSyncDriver.elsewhere(configuration)
    for id in ids {
      driver.push(id)
    }
    let first = ids.map { configuration.delay(ofPush: $0) }.min()
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
    driver.tell(.requested)
    driver.answer(1)
    driver.wait(.seconds(600))
    #expect(driver.takeReasons() == [.request])
  }

  @Test func `another account does not inherit the push`() {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.push()
    driver.signIn("bob")
    #expect(driver.core.nextDeadline == nil)
  }

  @Test func `leaving the foreground keeps the push`() {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.push()
    driver.setPhase(.background)
    #expect(driver.delayOfDeadline == configuration.delay(ofPush: "m1"))
  }

  @Test func `a refusal does not hold up a push`() {
    var driver = UnreadSyncDriver.elsewhere(configuration)
    driver.tell(.requested)
    driver.refuse()
    driver.push()
    driver.wait(.seconds(300))
    #expect(driver.takeReasons() == [.request, .push])
  }
}
