import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Faults of other apps and libraries, each with its public report.
final class LiveActivityReportsTests: LiveActivitiesApp {
  init() throws {
    try super.init()
    signIn("ann")
  }

  private var token: PushToken? { activities().first?.token }

  /// The refresh has sent the token of an activity, and ends with the answer.
  private func expectRefresh(of app: LiveActivitiesApp, toSend token: PushToken) async {
    let record = app.endpoint.requests.last?.record
    #expect(record?.liveActivities?.activities.map(\.token) == [token])
    #expect(app.results.value == [])
    app.endpoint.answer()
    await app.settle()
    #expect(app.results.value == [.newData])
  }

  @Test func `luka-ios PR 146: a start token that no sequence yields is read at each opportunity`()
    throws
  {
    system.startToken = .first
    returnToForeground()
    #expect(liveActivities.state.startTokens == ["Delivery": .first])
    system.startToken = .second
    receive(PushPayload(userInfo: ["aps": ["badge": 1]]))
    #expect(liveActivities.state.startTokens == ["Delivery": .second])
    system.startToken = PushToken(text: "third")
    let next = try LiveActivitiesApp(after: self)
    #expect(next.liveActivities.state.startTokens == ["Delivery": PushToken(text: "third")])
  }

  @Test
  func `luka-ios PR 109: a token that is missing does not delete the one that the server has`()
    async
  {
    system.startToken = .first
    system.start("a", token: .first)
    returnToForeground()
    #expect(await acknowledge()?.startTokens == ["Delivery": .first])
    system.startToken = nil
    system.activities[0].token = nil
    returnToForeground()
    await wait(60)
    #expect(endpoint.requests.count == 1)
    #expect(registration.state.record?.liveActivities?.startTokens == ["Delivery": .first])
    #expect(token == .first)
  }

  @Test
  func `luka-ios PR 109: an ended activity in the list is not registered in place of a new one`() {
    system.start("old", token: .first)
    returnToForeground()
    system.become("old", .ended)
    system.start("new", token: .second)
    returnToForeground()
    system.yield("old", .active, token: .first)
    #expect(activities().map(\.id) == ["new"])
    #expect(token == .second)
  }

  @Test func `OneSignal-iOS-SDK PR 1573: values from before the sequences began are read`() throws {
    system.start("a", token: .first)
    system.startToken = .second
    let next = try LiveActivitiesApp(after: self)
    #expect(next.activities().map(\.token) == [.first])
    #expect(next.liveActivities.state.startTokens == ["Delivery": .second])
  }

  @Test
  func
    `flutter_live_activities 174: the server learns which activity is running, and of a dismissal`()
    async
  {
    system.yield("a", token: nil)
    system.yield("a", token: .first)
    #expect(await acknowledge()?.activities == [.delivery(token: .first)])
    system.yield("a", .dismissed)
    #expect(await acknowledge()?.activities == [.delivery("a", .dismissed)])
  }

  @Test
  func `expo-live-activity 74: a start token that is missing is reported, and read again later`() {
    #expect(liveActivities.facts.map(\.value) == ["no token yet"])
    #expect(
      liveActivities.findings(inEnvironment: nil).map(\.seen) == [
        "There is no token yet that starts Live Activities of Delivery."
      ]
    )
    system.startToken = .first
    returnToForeground()
    #expect(names == ["startToken"])
  }

  @Test(arguments: [
    (LiveActivity.State.active, 1, LiveActivity.State.dismissed, true),
    (.stale, 1, .dismissed, false),
    (.pending, 1, .dismissed, false),
    (.active, 8 * 3_600, .dismissed, false),
    (.active, 1, .ended, false),
  ])
  func `LoopFollow PR 657: only a dismissal of a shown activity before the limit is the user's`(
    state: LiveActivity.State,
    seconds: Int,
    end: LiveActivity.State,
    isUser: Bool
  ) async {
    system.start("a")
    returnToForeground()
    if state == .pending {
      system.activities[0].id = "b"
      system.activities[0].state = .pending
      returnToForeground()
    } else {
      system.become("a", state)
    }
    await advance(by: .seconds(seconds))
    let id = state == .pending ? "b" : "a"
    _ = takeNames()
    system.become(id, end)
    system.become(id, .dismissed)
    #expect(names == [isUser ? "dismissed" : state == .stale ? "gone" : "ended"])
    #expect(activities().contains { $0.state == .dismissed } == isUser)
  }

  @Test func `LoopFollow PR 657: an end by the app is not a dismissal`() {
    system.start("a")
    system.start("b", name: "8")
    returnToForeground()
    _ = takeNames()
    liveActivities.end("a")
    liveActivities.willEnd("b")
    system.become("b", .dismissed)
    #expect(names == ["endedByApp", "endedByApp"])
    #expect(system.ended == ["a"])
    #expect(activities() == [])
  }

  @Test func `LoopFollow PR 659: a late dismissal of an activity that is not followed is ignored`()
  {
    system.yield("unknown", .dismissed)
    #expect(names == [])
    #expect(activities() == [])
  }

  @Test func `home-assistant iOS 5812: after a system update all tokens are sent again`()
    async throws
  {
    system.startToken = .first
    returnToForeground()
    #expect(await acknowledge()?.startTokens == ["Delivery": .first])
    let same = try LiveActivitiesApp(after: self)
    same.signIn("ann")
    await same.advance()
    #expect(same.endpoint.requests.count == 1)
    let updated = try LiveActivitiesApp(after: same, systemVersion: "26.1")
    updated.signIn("ann")
    #expect(await updated.acknowledge()?.startTokens == ["Delivery": .first])
    #expect(updated.endpoint.requests.count == 2)
  }

  @Test
  func
    `home-assistant iOS 5766: an activity that is gone at the launch is neither ended nor dismissed`()
    async throws
  {
    system.start("a", token: .first)
    returnToForeground()
    #expect(await acknowledge()?.activities.map(\.id) == ["a"])
    system.activities = []
    let next = try nextLaunch()
    #expect(next.names == ["missing"])
    let gone = LiveActivity.delivery("a", .gone)
    #expect(await next.acknowledge()?.activities == [gone])
    await next.advance(by: .seconds(7 * 86_400 + 60))
    next.returnToForeground()
    #expect(next.activities() == [])
  }

  @Test func `home-assistant iOS 4882: two activities of one name have the time of each`() {
    signIn("ann")
    system.start("z", name: "7")
    returnToForeground()
    pass(60)
    system.start("a", name: "7")
    returnToForeground()
    let facts = liveActivities.facts.filter { $0.name.hasPrefix("Delivery ") }
    #expect(facts.map(\.name) == ["Delivery a", "Delivery z"])
    #expect(
      facts.map(\.value) == [
        "no token yet, running since 2026-01-01T00:01:00Z",
        "no token yet, running since 2026-01-01T00:00:00Z",
      ]
    )
    #expect(names.contains("sameName"))
  }

  @Test
  func `home-assistant iOS 4830: the server knows whether an activity was dismissed or ended`()
    async throws
  {
    system.start("a")
    system.start("b", name: "8")
    returnToForeground()
    system.become("a", .dismissed)
    system.become("b", .ended)
    let next = try nextLaunch()
    let activities = await next.acknowledge()?.activities
    #expect(activities?.map(\.id) == ["a"])
    #expect(activities?.map(\.state) == [.dismissed])
  }

  @Test
  func `capacitor-live-activity 13: a token that comes in a background launch reaches the server`()
    async throws
  {
    system.startToken = .first
    returnToForeground()
    _ = await acknowledge()
    system.start("a")
    let background = try nextLaunch()
    await background.advance(by: .milliseconds(100))
    background.system.yield("a", token: .second)
    await background.refresh()
    await expectRefresh(of: background, toSend: .second)
  }

  @Test
  func `home-assistant iOS 5860: the server still knows an activity that was dismissed a day ago`()
    async throws
  {
    system.start("a", token: .first)
    returnToForeground()
    #expect(await acknowledge()?.activities.map(\.state) == [.active])
    system.become("a", .dismissed)
    let dismissed = LiveActivity.delivery("a", .dismissed)
    #expect(await acknowledge()?.activities == [dismissed])
    await wait(86_400)
    let next = try nextLaunch()
    next.system.yield("a", token: .first)
    next.returnToForeground()
    #expect(next.activities() == [dismissed])
    #expect(next.registration.state.record?.liveActivities?.activities == [dismissed])
  }

  @Test
  func
    `Apple forums 760545: an update token that no sequence yields is read while a refresh waits`()
    async throws
  {
    system.start("a")
    let background = try nextLaunch()
    await background.refresh()
    background.endpoint.answer()
    await background.settle()
    #expect(background.results.value == [])
    background.system.activities[0].token = .first
    await background.wait(10)
    await expectRefresh(of: background, toSend: .first)
  }

  @Test
  func `Apple forums 834934: a refresh in a new process waits for the token and for the server`()
    async throws
  {
    let background = try nextLaunch()
    background.system.start("a")
    await background.refresh()
    background.endpoint.answer()
    await background.wait(3)
    #expect(background.results.value == [])
    background.system.yield("a", token: .first)
    await background.settle()
    await expectRefresh(of: background, toSend: .first)
  }

  @Test func `a refresh waits 10 s for a token that does not come`() async {
    system.start("a")
    await refresh()
    endpoint.answer()
    await wait(9)
    #expect(results.value == [])
    await wait(1)
    #expect(results.value == [.newData])
    await refresh()
    #expect(results.value == [.newData, .noData])
  }
}
