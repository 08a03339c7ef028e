import PushHub
import Testing

@testable import PushHubObservers

/// Pushes that nobody is looking at are asked for at a time of their own.
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

  // MARK: - What holds if the app configures nothing

  /// A fleet of an app that says nothing but its page; each is in the background and hears one push.
  private func fleet(of size: Int) -> [UnreadSyncDriver] {
    (0..<size).map { number in
      var driver = UnreadSyncDriver.elsewhere(
        UnreadSync.Configuration(trackedPages: ["home"], installation: "phone \(number)")
      )
      driver.setPhase(.background)
      driver.push("broadcast")
      driver.deliver()
      return driver
    }
  }

  @Test func `a push to everybody does not bring everybody at once, though nobody configured it`() {
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

  @Test func `the delivery of each of these pushes waits for its request`() {
    for var driver in fleet(of: 100) {
      #expect(driver.held == [1])
      driver.wait(.seconds(8))
      driver.answer(4)
      #expect(driver.released == [1: .newData])
    }
  }

  @Test func `who sees the count waits for none of that`() {
    var driver = UnreadSyncDriver.atHome(UnreadSync.Configuration(trackedPages: ["home"]))
    driver.push()
    #expect(driver.takeReasons() == [.push])
  }

  @Test func `no spread is a choice that the app says`() {
    var driver = UnreadSyncDriver.elsewhere(
      UnreadSync.Configuration(trackedPages: ["home"], spread: .zero)
    )
    driver.push()
    #expect(driver.takeReasons() == [.push])
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
