import CoreGraphics
import Foundation
import PushHubTesting
import Testing
import UIKit

@testable import PushHubObservers

extension ScreenshotOnUIKitTests {
  final class MotionTests: ScreenshotWorld {
    /// Renders an image that no other object keeps.
    @MainActor
    private final class Page {
      private(set) var latest = WeakBox<UIImage>(nil)

      func render() -> UIImage {
        let image = UIImage(stubSize: CGSize(width: 390, height: 844), scale: 3)
        latest = WeakBox(image)
        return image
      }
    }

    /// Notes the transforms that animations start from, of the world's card.
    private func watch(_ world: ScreenshotWorld, _ work: () async -> Void) async -> [CGFloat] {
      let scales = Holder<[CGFloat]>([])
      StubAnimations.willBegin = { [weak world] in
        scales.value += [world?.card?.transform.a].compactMap { $0 }
      }
      await work()
      StubAnimations.willBegin = nil
      return scales.value
    }

    @Test func `the card grows as it appears, and only fades with reduced motion`() async {
      for reducesMotion in [false, true] {
        let settings = StubAccessibilitySettings()
        settings.reducesMotion = reducesMotion
        await UIAccessibility.$stubSettings.withValue(settings) {
          let world = ScreenshotWorld()
          let scales = await watch(world) { await world.takeScreenshot() }
          #expect(scales == [reducesMotion ? 1 : 0.8])
          #expect(world.card?.transform == .identity)
        }
      }
    }

    @Test func `when the app is left the card goes at once, without an animation`() async {
      await takeScreenshot()
      let count = StubAnimations.count
      leave()
      await settle()
      #expect(outcomes == [.resigned])
      #expect(StubAnimations.count == count)
      #expect(overlay == nil)
    }

    @Test func `a card that is still appearing goes too, unannounced`() async {
      UIAccessibility.stubSpoken = []
      StubAnimations.hasBegun = { [weak self] in
        guard let self, card != nil else { return }
        leave()
      }
      await takeScreenshot()
      StubAnimations.hasBegun = nil
      #expect(outcomes == [.resigned])
      #expect(overlay == nil)
      #expect(UIAccessibility.stubSpoken.isEmpty)
    }

    @Test func `a touch of a card that is going reaches the app`() async {
      await takeScreenshot()
      let hit = Holder<UIView?>(nil)
      let middle = middleOfCard
      StubAnimations.hasBegun = { [weak self] in
        hit.value = self?.window.hitTest(middle, with: nil)
      }
      await wait(10)
      StubAnimations.hasBegun = nil
      #expect(hit.value === button)
    }

    @Test func `a resting finger does not bring a closing card back`() async {
      await takeScreenshot()
      let middle = middleOfCard
      let touch = UITouch(stubOn: window, at: middle)
      touch.stubMove(to: CGPoint(x: middle.x - 20, y: middle.y))
      let opacities = Holder<[CGFloat]>([])
      StubAnimations.hasBegun = { [weak self] in
        touch.stubMove(to: CGPoint(x: middle.x, y: middle.y - 80))
        opacities.value += [self?.card?.alpha].compactMap { $0 }
        touch.stubLift()
        opacities.value += [self?.card?.alpha].compactMap { $0 }
      }
      await wait(10)
      StubAnimations.hasBegun = nil
      #expect(opacities.value == [0, 0])
      #expect(outcomes == [.timeout])
    }

    @Test func `the image is released at the outcome, while a thumbnail fades`() async {
      let page = Page()
      let world = ScreenshotWorld(render: page.render)
      await world.takeScreenshot()
      #expect(page.latest.isAlive)
      #expect(page.latest.object?.stubDrawings.count == 1)
      let isAlive = Holder<Bool?>(nil)
      StubAnimations.hasBegun = { isAlive.value = page.latest.isAlive }
      await world.wait(10)
      StubAnimations.hasBegun = nil
      #expect(isAlive.value == false)
      #expect(world.outcomes == [.timeout])
    }
  }
}
