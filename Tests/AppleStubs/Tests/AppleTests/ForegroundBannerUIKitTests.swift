import CoreGraphics
import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  /// Banners over a window.
  @MainActor
  struct BannerTests {
    private let world = BannerWindowWorld()

    @Test func `one line shows banners`() throws {
      let banners = ForegroundBanners(presenter: WindowBannerPresenter())
      try world.host.install(banners, named: "banners")
      #expect(world.host.names == ["banners"])
    }

    @Test func `a banner is at the top, clear of the safe area, and other touches pass it`()
      async throws
    {
      try await world.present()
      let card = try #require(world.card)
      #expect((card.frame.minX, card.frame.width) == (0, 390))
      #expect(abs(card.frame.minY - 47) < 0.001)
      #expect(card.alpha == 1)
      for point in [CGPoint(x: 200, y: 600), CGPoint(x: 4, y: 70), CGPoint(x: 200, y: 50)] {
        #expect(UITouch(stubOn: world.window, at: point).view === world.button)
      }
      #expect(UITouch(stubOn: world.window, at: CGPoint(x: 200, y: 70)).view === card)
      #expect(world.outcomes == [])
    }

    @Test func `it gets higher with more text, and not higher than half of the window`()
      async throws
    {
      var heights: [CGFloat] = []
      for text in ["Hi", String(repeating: "long ", count: 30)] {
        try await world.present(title: text, body: text)
        heights.append(world.card?.frame.height ?? 0)
        await world.wait(5)
      }
      #expect(heights[0] >= 44)
      #expect(heights[1] > heights[0])
      world.window.bounds = CGRect(x: 0, y: 0, width: 1_024, height: 120)
      try await world.present(title: "1", body: String(repeating: "long ", count: 90))
      #expect(world.card?.frame.height == 60)
      #expect(world.card?.frame.width == 576)
      #expect(world.card?.frame.midX == 512)
    }

    @Test func `it comes from above, and only fades with reduced motion`() async throws {
      for reducesMotion in [false, true] {
        let settings = StubAccessibilitySettings()
        settings.reducesMotion = reducesMotion
        try await UIAccessibility.$stubSettings.withValue(settings) {
          let world = BannerWindowWorld()
          let offsets = Holder<[CGFloat]>([])
          StubAnimations.willBegin = { [weak world] in
            offsets.value.append(world?.card?.transform.ty ?? .nan)
          }
          try await world.present()
          StubAnimations.willBegin = nil
          #expect(offsets.value.count == 1)
          #expect(offsets.value.allSatisfy { reducesMotion ? $0 == 0 : $0 < -47 })
          #expect(world.card?.transform == .identity)
        }
      }
    }

    @Test func `it goes without an animation when the app is left`() async throws {
      try await world.present()
      let before = StubAnimations.count
      world.lifecycle.setPhase(.inactive)
      await world.settle()
      #expect(StubAnimations.count == before)
      #expect(world.window.subviews == [world.button])
    }

    @Test func `VoiceOver announces it`() async throws {
      UIAccessibility.stubSpoken = []
      try await world.present(title: "Mira", body: "Hi")
      #expect(UIAccessibility.stubSpoken == ["Notification: Mira, Hi"])
    }

    @Test func `without a window there is no banner, which is logged`() async throws {
      world.scene.stubActivationState = .foregroundInactive
      try await world.present()
      #expect(world.outcomes == [.failed])
      #expect(world.failures.map { $0.contains("give it a window") } == [true])
    }

    @Test func `nothing is left of a banner that went`() async throws {
      try await world.present()
      let card = WeakBox(world.card)
      await world.wait(5)
      #expect(world.outcomes == [.timeout])
      #expect(!card.isAlive)
    }
  }
}

/// An app with one window, and banners over it.
@MainActor
final class BannerWindowWorld: BannerWorld, AppWindow {
  let screen = AppScreen()

  init() {
    super.init(presenter: WindowBannerPresenter(application: screen.application))
  }

  var card: UIView? { overlay?.subviews.first }
}
