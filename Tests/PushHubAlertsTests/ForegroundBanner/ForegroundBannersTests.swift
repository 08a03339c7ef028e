import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The app's banner in place of the system's.
@MainActor
struct ForegroundBannersTests {
  let app = ForegroundBannerApp()

  @Test func `the app's banner takes the place of the system's, and the rest stays`() async throws {
    let decision = try await app.present("Hi", thread: "a")
    #expect(decision.options == [.list, .sound, .badge])
    #expect(decision.explanation.contains("the app shows a banner of its own"))
    #expect(app.presenter.texts == ["Hi"])
    #expect(app.banners?.shown?.push.aps.threadID == "a")
    await app.wait(4)
    #expect(app.outcomes == [])
    await app.wait(1)
    #expect(app.outcomes == [.timeout])
    #expect(app.presenter.up == [])
    #expect(app.banners?.shown == nil)
  }

  @Test func `a tap is a response like the system's, once`() async throws {
    let responder = ResponderProbe(handles: true)
    app.manager.add(responder)
    try await app.present()
    let banner = try #require(app.banners?.shown)
    for _ in 0..<3 { banner.touch(.tapped) }
    banner.touch(.swiped)
    await app.settle()
    #expect(app.recorder.lines == ["received r1", "opened r1 default"])
    #expect(responder.asked == ["r1 default"])
    #expect(app.outcomes == [.opened])
    app.manager.open(try payload(#"{"aps":{"alert":"Hi"}}"#), requestIdentifier: "r1")
    #expect(app.openedCount == 1)
  }

  @Test func `a push that the system presents twice has one banner`() async throws {
    try await app.present()
    let again = try await app.present()
    #expect(again.options == [])
    #expect(app.presenter.texts == ["Hi"])
    #expect(app.refusals == [])
  }

  @Test func `a copy of a push that has a banner has none of its own`() async throws {
    for request in ["r1", "r2"] {
      try await app.present(
        json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#,
        request: request
      )
    }
    #expect(app.presenter.texts == ["Hi"])
    #expect(app.refusals == [.again])
  }

  @Test func `the votes of others apply to the app's banner`() async throws {
    let voter = VoterProbe(.suppress(reason: "no"))
    app.manager.add(voter)
    try await app.present("1")
    voter.vote = .limit(to: [.list, .badge], reason: "quiet")
    try await app.present("2")
    voter.vote = .show([.list])
    try await app.present("3")
    #expect(app.presenter.texts == [])
    #expect(app.refusals == [.unwanted, .unwanted, .unwanted])
    voter.vote = .show([.banner])
    try await app.present("4")
    #expect(app.presenter.texts == ["4"])
  }

  @Test func `there is no banner for the page that the user looks at`() async throws {
    app.lifecycle.pageAppeared("chat")
    let decision = try await app.present("1", target: "chat")
    #expect(decision.options == [.badge])
    #expect(app.refusals == [.looking])
    try await app.present("2", target: "news")
    try await app.present("3", target: "mail")
    app.lifecycle.pageAppeared("mail")
    app.lifecycle.pageAppeared("news")
    await app.settle()
    #expect(app.presenter.texts == ["2"])
    #expect(app.outcomes == [.looking, .looking])
  }

  @Test func `a push without a text is left to the system`() async throws {
    let decision = try await app.present(json: #"{"aps":{"alert":{"title":" "},"badge":1}}"#)
    #expect(decision.options == .all)
    #expect(app.refusals == [.textless])
  }

  @Test func `each signed-in account has its banners, which end when it signs out`() async throws {
    let app = ForegroundBannerApp {
      $0.identification.account = { $0["for"]?.stringValue.map { AccountID(rawValue: $0) } }
    }
    func json(_ account: String) -> String {
      #"{"for":"\#(account)","aps":{"alert":"\#(account)","target-content-id":"chat"}}"#
    }
    app.lifecycle.setAccounts(["x", "y"], shown: "x")
    app.lifecycle.pageAppeared("chat")
    try await app.present(json: json("y"), request: "r1")
    #expect(app.banners?.shown?.account == "y")
    let decision = try await app.present(json: json("z"), request: "r2")
    #expect(decision.options == [])
    try await app.present("1", request: "r3")
    app.lifecycle.setAccounts(["x", "y"], shown: nil)
    #expect(app.outcomes.isEmpty)
    app.lifecycle.setAccounts(["x"], shown: "x")
    await app.settle()
    #expect(app.outcomes == [.accountChanged])
    #expect(app.banners?.shown?.body == "1")
  }

  @Test func `a page that appears during the delivery ends its banner, once`() async throws {
    let observer = Navigator { [app] in app.lifecycle.pageAppeared("chat") }
    app.manager.add(observer, priority: .high)
    let decision = try await app.present("1", target: "chat")
    #expect(decision.options == [.list, .sound, .badge])
    #expect(app.outcomes + app.refusals == [.looking])
    #expect(app.presenter.up == [])
  }

  @Test(arguments: ["left", "signed out", "switched", "detached"])
  func `all banners end at once, those that wait too`(how: String) async throws {
    try await app.present("1")
    try await app.present("2")
    let outcome: ForegroundBannerOutcome
    switch how {
    case "left":
      app.lifecycle.setPhase(.inactive)
      outcome = .resigned
    case "signed out":
      app.lifecycle.setAccount(nil)
      outcome = .accountChanged
    case "switched":
      app.lifecycle.setAccount("y")
      outcome = .accountChanged
    default:
      app.context.detach(try #require(app.banners))
      outcome = .detached
    }
    await app.settle()
    #expect(app.outcomes == [outcome, outcome])
    #expect(outcome.isImmediate)
    #expect(app.presenter.dismissed.map(\.outcome) == [outcome])
    #expect(app.presenter.texts == ["1"])
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `a banner that the presenter can't show is dropped, and the next one follows`()
    async throws
  {
    app.presenter.fails = true
    try await app.present("1")
    #expect(app.outcomes == [.failed])
    app.presenter.fails = false
    try await app.present("2")
    #expect(app.presenter.texts == ["2"])
  }

  @Test func `after attaching again, the next banner appears when the former one is dismissed`()
    async throws
  {
    try await app.present("1")
    app.context.detach(try #require(app.banners))
    await app.settle()
    app.context.attach(try #require(app.banners))
    try await app.present("2")
    #expect(app.presenter.texts == ["1", "2"])
    app.presenter.hangs = true
    app.context.detach(try #require(app.banners))
    app.context.attach(try #require(app.banners))
    try await app.present("3")
    #expect(app.presenter.texts == ["1", "2"])
    app.presenter.goOn()
    await app.settle()
    #expect(app.presenter.texts == ["1", "2", "3"])
  }

  @Test func `a presenter that does not return delays the next banner`() async throws {
    app.presenter.hangs = true
    try await app.present("1")
    try await app.present("2")
    await app.wait(5)
    #expect(app.outcomes == [.failed])
    #expect(app.presenter.texts == ["1"])
    app.presenter.hangs = false
    await app.wait(5)
    #expect(app.presenter.texts == ["1", "2"])
    app.presenter.goOn()
    await app.settle()
    #expect(app.banners?.shown?.body == "2")
  }
}

/// An observer that changes what is shown when a presentation was decided.
@MainActor
private final class Navigator: PushObserver {
  private let action: () -> Void
  let interests: Set<PushEvent.Kind> = [.presented]

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  func receive(_ event: PushEvent) { action() }
}

/// A voter with the vote that a test sets.
@MainActor
private final class VoterProbe: PresentationVoter {
  var vote: PresentationVote

  init(_ vote: PresentationVote) {
    self.vote = vote
  }

  func presentation(of push: Push) -> PresentationVote { vote }
}
