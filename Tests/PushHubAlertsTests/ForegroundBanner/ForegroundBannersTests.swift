import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The app's banner in place of the system's.
final class ForegroundBannersTests: ForegroundBannerApp {
  @Test func `the app's banner takes the place of the system's, and the rest stays`() async {
    let decision = await present("Hi", thread: "a")
    #expect(decision.options == [.list, .sound, .badge])
    #expect(decision.explanation.contains("the app shows a banner of its own"))
    #expect(presenter.texts == ["Hi"])
    #expect(banners.shown?.push.aps.threadID == "a")
    await wait(4)
    #expect(outcomes == [])
    await wait(1)
    #expect(outcomes == [.timeout])
    #expect(presenter.up == [])
    #expect(banners.shown == nil)
  }

  @Test func `a tap is a response like the system's, once`() async throws {
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    await present()
    let banner = try #require(banners.shown)
    for _ in 0..<3 { banner.touch(.tapped) }
    banner.touch(.swiped)
    await settle()
    #expect(recorder.lines == ["received r1", "opened r1 default"])
    #expect(responder.asked == ["r1 default"])
    #expect(outcomes == [.opened])
    manager.open(payload(#"{"aps":{"alert":"Hi"}}"#), requestIdentifier: "r1")
    #expect(openedCount == 1)
  }

  @Test func `a push that the system presents twice has one banner`() async {
    await present()
    let again = await present()
    #expect(again.options == [])
    #expect(presenter.texts == ["Hi"])
    #expect(refusals == [])
  }

  @Test func `a duplicate of a push with a banner has none`() async {
    for request in ["r1", "r2"] {
      await present(
        json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#,
        request: request
      )
    }
    #expect(presenter.texts == ["Hi"])
    #expect(refusals == [.again])
  }

  @Test func `the votes of others apply to the app's banner`() async {
    let voter = VoterProbe(.suppress(reason: "no"))
    manager.add(voter)
    await present("1")
    voter.vote = .limit(to: [.list, .badge], reason: "quiet")
    await present("2")
    voter.vote = .show([.list])
    await present("3")
    #expect(presenter.texts == [])
    #expect(refusals == [.unwanted, .unwanted, .unwanted])
    voter.vote = .show([.banner])
    await present("4")
    #expect(presenter.texts == ["4"])
  }

  @Test func `there is no banner for the page that the user looks at`() async {
    lifecycle.pageAppeared("chat")
    let decision = await present("1", target: "chat")
    #expect(decision.options == [.badge])
    #expect(refusals == [.looking])
    await present("2", target: "news")
    await present("3", target: "mail")
    lifecycle.pageAppeared("mail")
    lifecycle.pageAppeared("news")
    await settle()
    #expect(presenter.texts == ["2"])
    #expect(outcomes == [.looking, .looking])
  }

  @Test func `a push without a text is left to the system`() async {
    let decision = await present(json: #"{"aps":{"alert":{"title":" "},"badge":1}}"#)
    #expect(decision.options == .all)
    #expect(refusals == [.textless])
  }

  @Test func `each signed-in account has its banners, which end when it signs out`() async {
    let app = ForegroundBannerApp {
      $0.identification.account = account(under: "for")
    }
    func json(_ account: String) -> String {
      #"{"for":"\#(account)","aps":{"alert":"\#(account)","target-content-id":"chat"}}"#
    }
    app.lifecycle.setAccounts(["x", "y"], shown: "x")
    app.lifecycle.pageAppeared("chat")
    await app.present(json: json("y"), request: "r1")
    #expect(app.banners.shown?.account == "y")
    let decision = await app.present(json: json("z"), request: "r2")
    #expect(decision.options == [])
    await app.present("1", request: "r3")
    app.lifecycle.setAccounts(["x", "y"], shown: nil)
    #expect(app.outcomes.isEmpty)
    app.lifecycle.setAccounts(["x"], shown: "x")
    await app.settle()
    #expect(app.outcomes == [.accountChanged])
    #expect(app.banners.shown?.body == "1")
  }

  @Test func `a page that appears during the delivery ends its banner, once`() async {
    let observer = Navigator { [lifecycle] in lifecycle.pageAppeared("chat") }
    manager.add(observer, priority: .high)
    let decision = await present("1", target: "chat")
    #expect(decision.options == [.list, .sound, .badge])
    #expect(outcomes + refusals == [.looking])
    #expect(presenter.up == [])
  }

  @Test(arguments: ["left", "signed out", "switched", "detached"])
  func `all banners end at once, those that wait too`(how: String) async {
    await present("1")
    await present("2")
    let outcome: ForegroundBannerOutcome
    switch how {
    case "left":
      lifecycle.setPhase(.inactive)
      outcome = .resigned
    case "signed out":
      lifecycle.setAccount(nil)
      outcome = .accountChanged
    case "switched":
      lifecycle.setAccount("y")
      outcome = .accountChanged
    default:
      context.detach(banners)
      outcome = .detached
    }
    await settle()
    #expect(outcomes == [outcome, outcome])
    #expect(outcome.isImmediate)
    #expect(presenter.dismissed.map(\.outcome) == [outcome])
    #expect(presenter.texts == ["1"])
    #expect(clock.pendingCount == 0)
  }

  @Test func `a banner that can't be presented is dropped, and the next follows`()
    async
  {
    presenter.fails = true
    await present("1")
    #expect(outcomes == [.failed])
    presenter.fails = false
    await present("2")
    #expect(presenter.texts == ["2"])
  }

  @Test func `after attaching again, the next banner appears when the former one is dismissed`()
    async
  {
    await present("1")
    context.detach(banners)
    await settle()
    context.attach(banners)
    await present("2")
    #expect(presenter.texts == ["1", "2"])
    presenter.hangs = true
    context.detach(banners)
    context.attach(banners)
    await present("3")
    #expect(presenter.texts == ["1", "2"])
    presenter.goOn()
    await settle()
    #expect(presenter.texts == ["1", "2", "3"])
  }

  @Test func `a presenter that does not return delays the next banner`() async {
    presenter.hangs = true
    await present("1")
    await present("2")
    await wait(5)
    #expect(outcomes == [.failed])
    #expect(presenter.texts == ["1"])
    presenter.hangs = false
    await wait(5)
    #expect(presenter.texts == ["1", "2"])
    presenter.goOn()
    await settle()
    #expect(banners.shown?.body == "2")
  }

  @Test func `a tap opens its own banner's notification, not a later equal one`()
    async
  {
    await present("Hi", request: "r1")
    await present("Hi", request: "r2")
    await touch(.tapped)
    #expect(recorder.lines == ["received r1", "received r2", "opened r1 default"])
  }

  @Test func `the oldest waiting banner ends when too many wait`()
    async
  {
    for number in 1...5 { await present("\(number)", request: "r\(number)") }
    #expect(log == [.shown("r1"), .ended("r2", outcome: .overflowed)])
    await present("2", request: "r2")
    #expect(refusals == [])
  }
}

/// An observer that changes what is shown when a presentation was decided.
private final class Navigator: PushObserver {
  private let action: () -> Void
  let interests: Set<PushEvent.Kind> = [.presented]

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  func receive(_ event: PushEvent) { action() }
}

/// A voter with the vote that a test sets.
private final class VoterProbe: PresentationVoter {
  var vote: PresentationVote

  init(_ vote: PresentationVote) {
    self.vote = vote
  }

  func presentation(of push: Push) -> PresentationVote { vote }
}
