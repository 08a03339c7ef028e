import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

/// The steps of banners against touches, deadlines and sign-ins: each that was presented is
/// dismissed once, and none is up for another account.
@Suite(.serialized)
struct ForegroundBannerTests {
  private let pushes = (1...2).map { message("\($0)") }

  @MainActor
  private final class Presenter: ForegroundBannerPresenting {
    private let stage: Stage
    private(set) var presented: [String] = []
    private(set) var dismissed: [String] = []
    private var banners: [ForegroundBanner] = []

    /// Whether a step may take longer than the banners wait.
    var isSlow = false

    init(on stage: Stage) {
      self.stage = stage
    }

    func present(_ banner: ForegroundBanner) async throws {
      let id = banner.push.id
      stage.expect(isSlow || dismissed == presented, "\(presented), only \(dismissed) have gone")
      stage.expect(!Task.isCancelled, "banner \(id) is shown after its end")
      presented.append(id)
      banners.append(banner)
      try await stage.cancelableMoment("banner \(id) is up")
    }

    func tapEach() {
      for banner in banners {
        banner.open()
      }
    }

    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
      await stage.moment("banner \(banner.push.id) is gone")
      dismissed.append(banner.push.id)
    }
  }

  @MainActor
  private final class App: AppFixture {
    let app = SimulatedApp()
    let presenter: Presenter
    let banners: ForegroundBanners
    private let observer = NotificationCounter()
    private var accounts: [String: AccountID] = [:]
    private var opened = 0

    init(on stage: Stage) {
      presenter = Presenter(on: stage)
      banners = ForegroundBanners(presenter: presenter)
      // Before the banners, which show one for the account of now.
      observer.onPresented = { [unowned self] in accounts[$0.id] = lifecycle.state.account }
      manager.add(observer, priority: .first)
      banners.log = { [unowned self] entry in
        switch entry {
        case .ended(_, .opened): opened += 1
        case .refused, .shown, .failed, .ended: break
        }
      }
      lifecycle.setAccount("A")
      lifecycle.setPhase(.active)
      attach()
      stage.always { [unowned self] in
        guard let shown = banners.shown else { return }
        stage.expect(
          accounts[shown.push.id] == lifecycle.state.account,
          "banner \(shown.push.id) is up for another"
        )
      }
    }

    func attach() { context.attach(banners) }

    func detach() { context.detach(banners) }

    func receive(_ push: PushPayload) {
      clock.perform { [manager] in _ = await manager.present(push) }
    }

    func checkEnd(on stage: Stage) {
      let left = presenter.presented.filter { !presenter.dismissed.contains($0) }
      let up = banners.shown.map { [$0.push.id] } ?? []
      stage.expect(left == up, "\(left) are on the screen, and \(up) are meant to be")
      stage.expect(
        Set(presenter.dismissed).count == presenter.dismissed.count,
        "dismissed twice: \(presenter.dismissed)"
      )
      stage.expect(observer.opened == opened, "\(observer.opened) opened")
    }
  }

  @MainActor
  private final class NotificationCounter: PushObserver {
    private(set) var opened = 0
    var onPresented: (Push) -> Void = { _ in }
    var interests: Set<PushEvent.Kind> { [.opened, .presented] }

    func receive(_ event: PushEvent) {
      switch event {
      case .opened: opened += 1
      case .presented(let push, _): onPresented(push)
      default: break
      }
    }
  }

  @Test(arguments: [true, false])
  func `two pushes, taps, and another account`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { [pushes] stage in
      let app = App(on: stage)
      app.receive(pushes[0])
      stage.atAnyMoment("push 2") { app.receive(pushes[1]) }
      stage.atAnyMoment("B signs in") { app.lifecycle.setAccount("B") }
      stage.atAnyMoment("a tap on each") { app.presenter.tapEach() }
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }

  @Test(arguments: [true, false])
  func `a push, detaching and attaching, and another push`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { [pushes] stage in
      let app = App(on: stage)
      app.presenter.isSlow = true
      app.receive(pushes[0])
      stage.inOrder([
        ("detach", { app.detach() }), ("attach", { app.attach() }),
        ("push 2", { app.receive(pushes[1]) }),
      ])
      stage.atAnyMoment("a tap on each") { app.presenter.tapEach() }
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }
}
