import PushHub
import PushHubObservers
import SwiftUI
import UIKit

/// The lines of README's table that need Apple's frameworks.
@MainActor
func readmeLines(
  handler: CountdownHandler,
  offer: (id: String, title: String),
  navigator: (open: @MainActor @Sendable (String?) -> Bool, edit: @MainActor (UIImage) -> Void)
) -> [Any] {
  func openEditor(with image: UIImage) { navigator.edit(image) }
  return [
    CountdownText(offer.id, in: handler, named: offer.title),
    ScreenshotPreview(page: "reader") { openEditor(with: $0) },
    TapRouter { push, _ in navigator.open(push.link) },
  ]
}
