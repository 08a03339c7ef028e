import Foundation
import PushHubObservers
import PushHubTesting
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  @MainActor
  struct VoiceOverTests {
    @Test func `the card has a label, a hint and actions`()
      async throws
    {
      let world = ScreenshotWorld()
      await world.takeScreenshot()
      let card = try #require(world.card)
      #expect(card.isAccessibilityElement)
      #expect(card.accessibilityLabel == "Screenshot")
      #expect(card.accessibilityHint == "Opens the screenshot for editing.")
      #expect(card.accessibilityTraits.contains(.button))
      #expect(card.accessibilityCustomActions?.map(\.name) == ["Edit", "Close"])
    }

    @Test func `the card is announced when it appears, and its end afterwards`() async {
      let world = ScreenshotWorld()
      UIAccessibility.stubSpoken = []
      await world.takeScreenshot()
      #expect(UIAccessibility.stubSpoken == ["A preview of the screenshot is shown."])
      #expect(UIAccessibility.stubPosted.last == .announcement)
      UIAccessibility.stubPosted = []
      await world.wait(10)
      #expect(UIAccessibility.stubPosted == [.layoutChanged])
    }

    @Test func `a double tap and the first action edit`() async throws {
      for acts in [{ $0.accessibilityActivate() }, { Self.perform(0, of: $0) }]
        as [(UIControl) -> Bool]
      {
        let world = ScreenshotWorld()
        await world.takeScreenshot()
        #expect(acts(try #require(world.card)))
        await world.settle()
        #expect(world.outcomes == [.edit])
        #expect(world.edited.count == 1)
      }
    }

    @Test func `the escape gesture and the second action close`() async throws {
      for acts in [{ $0.accessibilityPerformEscape() }, { Self.perform(1, of: $0) }]
        as [(UIControl) -> Bool]
      {
        let world = ScreenshotWorld()
        await world.takeScreenshot()
        #expect(acts(try #require(world.card)))
        await world.settle()
        #expect(world.outcomes == [.cancel])
        #expect(world.edited.isEmpty)
      }
    }

    private static func perform(_ index: Int, of card: UIControl) -> Bool {
      guard let action = card.accessibilityCustomActions?[index] else { return false }
      return action.actionHandler?(action) ?? false
    }
  }
}
