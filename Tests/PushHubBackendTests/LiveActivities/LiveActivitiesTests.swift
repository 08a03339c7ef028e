import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Accounts, stores, and input that is not as it should be.
final class LiveActivitiesTests: LiveActivitiesApp {
  @Test func `an activity belongs to the account that was signed in when it started`() {
    signIn("ann")
    system.yield("a", token: .first)
    signIn("bob")
    system.yield("b", name: "8", token: .second)
    system.yield("a", token: PushToken(text: "rotated"))
    #expect(activities(of: "ann").map(\.token) == [PushToken(text: "rotated")])
    #expect(activities(of: "bob").map(\.token) == [.second])
  }

  @Test func `a sign-out removes the account's tokens, and a sign-in restores them`()
    async
  {
    signIn("ann")
    system.start("a", token: .first)
    returnToForeground()
    #expect(await acknowledge()?.activities.map(\.id) == ["a"])
    signIn("bob")
    await advance()
    #expect(endpoint.requests.map(\.isSignOff) == [false, true, false])
    endpoint.answer(for: "ann")
    #expect(await acknowledge()?.activities == [])
    signIn("ann")
    #expect(await acknowledge()?.activities.map(\.token) == [.first])
  }

  @Test(arguments: [nil, "ann", "bob"] as [AccountID?])
  func `a launch without an account ends activities after ten seconds`(
    returning: AccountID?
  ) async throws {
    signIn("ann")
    system.start("a", token: .first)
    returnToForeground()
    let next = try LiveActivitiesApp(after: self, endsActivitiesOnSignOut: true)
    next.signIn(nil)
    next.returnToForeground()
    await next.wait(9)
    #expect(next.system.ended == [])
    if let returning { next.signIn(returning) }
    #expect(next.system.ended == [])
    await next.wait(1)
    #expect(next.system.ended == (returning == "ann" ? [] : ["a"]))
  }

  @Test func `an end that the app has announced is the app's`() async {
    signIn("ann")
    system.start("a", token: .first)
    returnToForeground()
    liveActivities.willEnd("a")
    returnToForeground()
    await wait(60)
    #expect(system.ended == [])
    #expect(activities() == [])
  }

  @Test func `the record has what the user allows`() async {
    signIn("ann")
    system.allowsFrequentUpdates = false
    returnToForeground()
    var live = await acknowledge()
    #expect(live?.isAllowed == true && live?.allowsFrequentUpdates == false)
    system.isAllowed = false
    returnToForeground()
    live = await acknowledge()
    #expect(live?.isAllowed == false && endpoint.requests.count == 2)
  }

  @Test func `an activity that starts without an account is sent for none`() {
    signIn("ann")
    signIn(nil)
    system.start("a", token: .first)
    returnToForeground()
    signIn("bob")
    #expect(names.contains("noAccount"))
    #expect(activities(of: "ann") + activities(of: "bob") == [])
  }

  @Test func `an activity with a broadcast channel has the channel in place of a token`() async {
    signIn("ann")
    system.activities = [
      LiveActivity(id: "a", type: "Delivery", name: "7", channel: "c29tZUNoYW5uZWw=")
    ]
    returnToForeground()
    #expect(await acknowledge()?.activities.map(\.channel) == ["c29tZUNoYW5uZWw="])
  }

  @Test
  func `an unreadable store is not replaced, and no report is lost`()
    async throws
  {
    signIn("ann")
    system.start("a", token: .first)
    returnToForeground()
    _ = await acknowledge()
    store.failsToLoad = true
    let app = try LiveActivitiesApp(after: self)
    #expect(app.names == ["storeFailed"])
    app.system.yield("a", token: .second)
    #expect(app.activities() == [])
    #expect(app.registration.state.isKnown)
    app.store.failsToLoad = false
    await app.wait(10)
    #expect(app.activities().map(\.token) == [.second])
    app.signIn("ann")
    #expect(await app.acknowledge()?.activities.map(\.token) == [.second])
  }

  @Test(
    arguments: [
      (.delivery("x", name: "9", token: PushToken(text: "")), "emptyToken"),
      (.delivery("", name: "9"), "noIdentifier"),
      (LiveActivity(id: "x", type: "Delivery"), "noName"),
      (.delivery("x"), "sameName"),
      (LiveActivity(id: "a", type: "Other", name: "9"), "otherType"),
    ] as [(LiveActivity, String)]
  )
  func `bad input is one event, and does not affect the other activities`(
    activity: LiveActivity,
    problem: String
  ) {
    signIn("ann")
    system.start("a", token: .first)
    returnToForeground()
    system.activities.append(activity)
    returnToForeground()
    returnToForeground()
    #expect(names.filter { $0 == problem }.count == 1)
    #expect(activities().first == system.activities.first)
    #expect(activities().allSatisfy { $0.token?.text != "" })
    #expect(log.allSatisfy { !$0.message.isEmpty && $0.message.contains(" ") })
  }

  @Test func `an empty start token is not used`() {
    system.yield(startToken: .first)
    system.yield(startToken: PushToken(text: ""))
    #expect(names == ["startToken", "emptyToken"])
    #expect(liveActivities.state.startTokens == ["Delivery": .first])
  }

  @Test
  func `at the limit an activity that ActivityKit still has is kept and logged`()
    async
  {
    signIn("ann")
    system.start("a", token: .first)
    system.start("b", name: "8")
    returnToForeground()
    system.activities.removeLast()
    let count = system.readCount
    await wait(8 * 3_600)
    #expect(system.readCount == count + 1)
    #expect(activities().map(\.id) == ["a"])
    #expect(names.suffix(2) == ["pastLimit", "missing"])
    await wait(86_400)
    #expect(system.readCount == count + 1)
    #expect(
      liveActivities.findings(inEnvironment: nil).map(\.seen).contains(
        "A Live Activity of Delivery is active after the system's limit of 8 hours."
      )
    )
  }

  @Test(arguments: [false, true])
  func `a token is awaited only during background time`(
    hadTime: Bool
  ) async throws {
    let app = try LiveActivitiesApp(isLaunched: false)
    if !hadTime { app.system.start("a") }
    try app.launch()
    if hadTime {
      await app.refresh()
      app.system.start("a")
      app.returnToForeground()
    }
    let count = app.system.readCount
    await app.wait(60)
    #expect(app.system.readCount == count)
  }

  @Test func `detached, it follows nothing, and attached again it reads everything`() throws {
    _ = try host.remove(named: "liveActivities")
    #expect(!system.isFollowed)
    system.start("a")
    try host.install(liveActivities, named: "liveActivities")
    #expect(system.isFollowed)
    signIn("ann")
    #expect(activities().map(\.id) == ["a"])
  }

  @Test func `a checkup names what the user and the Info.plist do not allow`() throws {
    let app = try LiveActivitiesApp(wantsFrequentUpdates: true)
    app.system.startToken = .first
    app.system.allowsFrequentUpdates = false
    app.returnToForeground()
    let verdicts = { app.liveActivities.findings(inEnvironment: nil).map(\.verdict) }
    let sentences = { app.liveActivities.findings(inEnvironment: nil).map(\.seen).joined() }
    #expect(sentences().contains("has not acknowledged the token that starts"))
    #expect(sentences().contains("Frequent updates of Live Activities are off."))
    app.system.isAllowed = false
    app.returnToForeground()
    #expect(sentences().contains("The user does not allow Live Activities."))
    app.system.isSupported = false
    app.returnToForeground()
    #expect(sentences().contains("The app's Info.plist does not have NSSupportsLiveActivities."))
    #expect(verdicts().prefix(2) == [.broken, .broken])
  }

  @Test func `facts say since when a token is known, and since when the server has it`() async {
    signIn("ann")
    system.startToken = .first
    system.start("a", token: .second)
    returnToForeground()
    #expect(liveActivities.facts.map(\.name) == ["start Delivery", "Delivery a"])
    let texts = { [liveActivities] in liveActivities.facts.compactMap(\.value.stringValue) }
    #expect(
      texts().allSatisfy { $0.hasPrefix("known since 2") && $0.hasSuffix("not acknowledged") }
    )
    _ = await acknowledge()
    #expect(texts().count == 2)
    #expect(texts().allSatisfy { $0.contains(", acknowledged at 2") })
    #expect(
      liveActivities.findings(inEnvironment: nil).map(\.seen) == [
        "The server can start and update Live Activities."
      ]
    )
  }

  @Test func `other processes' tokens are read at launch, on returns and in the background`()
    async throws
  {
    let folder = TemporaryFolder()
    let tokens = SharedTokens(folder: folder.url)
    try tokens.set(.first, named: "widgets/1")
    let app = try LiveActivitiesApp(sharedTokens: tokens)
    app.signIn("ann")
    let further = { app.registration.state.record?.additionalTokens }
    #expect(further() == ["widgets/1": .first])
    try tokens.set(.second, named: "controls")
    app.returnToForeground()
    #expect(further() == ["widgets/1": .first, "controls": .second])
    for (name, text) in [
      ("x.json", "garbage"),
      (".dat.nosync01", #"{"name":"controls","token":"an unfinished file"}"#),
    ] {
      try Data(text.utf8).write(to: folder.url.appending(path: name))
    }
    try tokens.set(nil, named: "widgets/1")
    _ = await app.acknowledge()
    await app.refresh()
    #expect(app.endpoint.requests.last?.record?.additionalTokens == ["controls": .second])
    app.endpoint.answer()
    await app.settle()
    #expect(app.results.value == [.newData])
  }

  @Test func `an activity is that of the account that the app names`() {
    signIn("ann")
    system.activities = [
      LiveActivity(id: "a", type: "Delivery", name: "7", account: "bob"),
      LiveActivity(id: "b", type: "Delivery", name: "8", account: ""),
    ]
    returnToForeground()
    #expect(activities(of: "ann") == [.delivery("b", name: "8")])
    #expect(activities(of: "bob") == [.delivery()])
  }

  @Test func `the start token of a former type leaves the record`()
    async throws
  {
    signIn("ann")
    system.startToken = .first
    returnToForeground()
    #expect(await acknowledge()?.startTokens == ["Delivery": .first])
    (system.types, system.startToken) = (["Ride"], nil)
    let next = try nextLaunch()
    #expect(await next.acknowledge()?.startTokens == [:])
    #expect(next.liveActivities.facts.map(\.name) == ["start Ride"])
  }

  @Test func `a token prints its beginning only`() {
    let token = PushToken(text: "0123456789")
    #expect("\(token)" == "01234567…")
    var text = ""
    dump(token, to: &text)
    #expect(!text.contains("89"))
  }

  @Test func `what ActivityKit has is recorded once, and its tokens are logged once`() {
    signIn("ann")
    system.start("a", token: .first)
    system.startToken = .second
    returnToForeground()
    let count = reports.count
    #expect(takeNames() == ["startToken", "began", "updateToken"])
    returnToForeground()
    #expect(takeNames() == [])
    #expect(reports.count == count)
    system.yield("b", name: "8")
    returnToForeground()
    #expect(takeNames() == ["began", "missing"])
    #expect(reports.count == count + 2)
  }
}
