import PushHub
import PushHubAlerts
import Testing
import UserNotifications

/// The system's callbacks, the user and the app in every order, with a banner of the app's between them.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct ForegroundBannerOrderTests {
  enum Step {
    /// The system asks how to present the push.
    case present

    /// Somebody votes against it from now on.
    case veto

    /// The presenter does what it was asked.
    case shown

    case tap

    /// The user comes to the page that the push is about, or leaves it.
    case page
    case signOut

    /// The user taps the system's own entry.
    case systemTap
  }

  /// All orders of all sets of steps in which the push is presented.
  private func orders(of steps: [Step]) -> [[Step]] {
    func longer(_ order: [Step]) -> [[Step]] {
      [order] + steps.filter { !order.contains($0) }.flatMap { longer(order + [$0]) }
    }
    return longer([]).filter { $0.contains(.present) }
  }

  private func check(_ orders: [[Step]], isOnPage: Bool) async throws {
    for order in orders {
      let world = try ForegroundBannerOrderWorld(isOnPage: isOnPage)
      for step in order { try await world.perform(step) }
      if let mistake = await world.mistake {
        Issue.record("\(mistake) After \(order).")
        return
      }
    }
  }

  @Test(arguments: [false, true])
  func `at most one banner and one answer, in every order`(isOnPage: Bool) async throws {
    let orders = orders(of: [.present, .veto, .shown, .tap, .page, .signOut])
    #expect(orders.count == 1_631)
    try await check(orders, isOnPage: isOnPage)
  }

  @Test func `at most one answer, whenever the system's own entry is tapped`() async throws {
    try await check(orders(of: [.present, .shown, .tap, .systemTap, .signOut]), isOnPage: false)
  }

  @Test func `a banner that is tapped is the one answer, though the system's is tapped too`()
    async throws
  {
    let world = try ForegroundBannerOrderWorld(isOnPage: false)
    for step in [Step.present, .shown, .tap, .systemTap] { try await world.perform(step) }
    #expect(world.presenter.presented.count == 1)
    #expect(world.app.hub.manager.statistics.opened == 1)
    #expect(world.options == [[.list, .sound, .badge], [.list, .sound, .badge]])
  }
}

/// An app on stubs with banners of its own, and a system that asks twice about each push.
@MainActor
final class ForegroundBannerOrderWorld {
  let app = AppleWorld()
  let presenter = BannerNoter()
  private(set) var options: [UNNotificationPresentationOptions?] = []
  private let banners: ForegroundBanners
  private let voter = Opponent()
  private let shown: UNNotification
  private var isOnPage: Bool
  private var presentedBefore = 0

  /// Whether the account has gone for which pushes were presented, and none were since.
  private var isSignedOut = false

  init(isOnPage: Bool) throws {
    self.isOnPage = isOnPage
    shown = try notification(#"{"aps":{"alert":"Hi","target-content-id":"chat"}}"#)
    banners = ForegroundBanners(presenter: presenter)
    app.lifecycle.setAccount("x")
    app.activate()
    if isOnPage { app.lifecycle.pageAppeared("chat") }
    app.launch()
    app.hub.manager.add(voter)
    PluginContext(
      push: app.hub.manager,
      lifecycle: app.lifecycle,
      scheduler: app.hub.scheduler
    ).attach(banners)
  }

  func perform(_ step: ForegroundBannerOrderTests.Step) async throws {
    switch step {
    case .present:
      isSignedOut = false
      for _ in 0..<2 { options.append(await app.center.stubPresent(shown)) }
    case .veto: voter.isAgainst = true
    case .shown: await app.scheduler.settle()
    case .tap:
      for _ in 0..<2 { presenter.presented.last?.open() }
    case .page:
      isOnPage.toggle()
      isOnPage ? app.lifecycle.pageAppeared("chat") : app.lifecycle.pageDisappeared("chat")
    case .signOut:
      app.lifecycle.setAccount(nil)
      presentedBefore = presenter.presented.count
      isSignedOut = true
    case .systemTap: await app.center.stubRespond(UNNotificationResponse(stub: shown))
    }
  }

  /// What is wrong when everything has come to rest.
  var mistake: String? {
    get async {
      await app.scheduler.settle()
      let count = presenter.presented.count
      if count > 1 { return "There are \(count) banners." }
      if app.hub.manager.statistics.opened > 1 { return "There are two answers." }
      if count > 0, options.contains(where: { $0?.contains(.banner) == true }) {
        return "The system shows a banner too."
      }
      if isSignedOut, count != presentedBefore { return "A banner is shown after the sign-out." }
      if isSignedOut || isOnPage, presenter.isUp { return "The banner is still there." }
      return nil
    }
  }
}

/// A presenter that does at once what it is asked.
@MainActor
final class BannerNoter: ForegroundBannerPresenting {
  private(set) var presented: [ForegroundBanner] = []
  private(set) var isUp = false

  func present(_ banner: ForegroundBanner) async throws {
    presented.append(banner)
    isUp = true
  }

  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    isUp = false
  }
}

@MainActor
private final class Opponent: PresentationVoter {
  var isAgainst = false

  func presentation(of push: Push) -> PresentationVote {
    isAgainst ? .suppress(reason: "no") : .noOpinion
  }
}
