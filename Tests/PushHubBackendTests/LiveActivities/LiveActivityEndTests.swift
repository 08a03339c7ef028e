import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Activities of an app that ends them with the sign-out.
final class LiveActivityEndTests: LiveActivitiesApp {
  init() throws {
    try super.init(endsActivitiesOnSignOut: true)
  }

  @Test func `activities end with the sign-out if the app wants that`() {
    show("ann")
    system.start("a", token: .first)
    returnToForeground()
    show("bob")
    #expect(system.ended == [])
    lifecycle.setAccounts(["bob"], shown: "bob")
    #expect(system.ended == ["a"])
    #expect(names.last == "signedOut")
    #expect(activities() == [])
  }

  @Test(arguments: ["unread", "unlisted", "signedOut"])
  func `an activity that should end is ended by its id while it is listed`(
    moment: String
  ) async throws {
    signIn("ann")
    system.start("a", token: .first)
    if moment != "unread" { returnToForeground() }
    let listed = system.activities
    if moment != "unread" {
      system.activities = []
      returnToForeground()
    }
    if moment == "signedOut" { signIn("bob") } else { liveActivities.end("a") }
    system.activities = moment == "unread" ? [] : listed
    await wait(1)
    #expect(system.activities == [])
    #expect(system.ended == (moment == "unread" ? ["a"] : ["a", "a"]))
    let count = system.readCount
    await wait(600)
    #expect(system.readCount == count + 6)
    system.activities = listed
    let next = try LiveActivitiesApp(after: self)
    #expect(next.system.activities == [])
    #expect(next.activities(of: "ann") + next.activities(of: "bob") == [])
  }

  @Test func `an activity's end by a sign-out is recorded as the app's`() {
    signIn("ann")
    system.start("a")
    returnToForeground()
    signIn(nil)
    #expect(names.last == "signedOut")
    #expect(system.ended == ["a"])
    #expect(reports.contains(LiveActivityReport(ending: "a")))
  }
}
