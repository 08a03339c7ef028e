import PushHub
import PushHubObservers

/// The screenshot preview, on a screen that shows it at once.
@MainActor
final class PlayedScreenshot: PlayedFeature {
  let name = "screenshot"
  let plugin: any PushPlugin
  private let screen = PlayedScreen()

  init(header: TranscriptHeader, journal: Journal) {
    let preview = ScreenshotPreview(
      capturer: screen,
      presenter: screen,
      configuration: ScreenshotPreviewConfiguration(page: header.screenshotPage)
    )
    preview.log = { Self.tell($0, to: journal) }
    plugin = preview
  }

  func apply(_ input: TranscriptInput) {
    switch input {
    case .preview(.tap): screen.screenshot?.touch(.tap)
    case .preview(.outside): screen.screenshot?.touch(.outside)
    default: break
    }
  }

  private static func tell(_ entry: ScreenshotPreviewLogEntry, to journal: Journal) {
    switch entry {
    case .refused(let reason):
      journal.note(.screenshot, "ignored", ["reason": .string(reason.rawValue)])
    case .shown:
      journal.note(.screenshot, "preview")
    case .edited:
      journal.note(.screenshot, "edit")
    case .ended(_, let outcome):
      journal.note(.screenshot, "hidden", ["outcome": .string(outcome.rawValue)])
    case .began, .failed:
      break
    }
  }
}

/// A screen that renders, shows and dismisses without delay.
@MainActor
final class PlayedScreen: ScreenshotCapturing, ScreenshotPresenting {
  struct Image {}

  /// What is shown, and takes the touches.
  private(set) var screenshot: Screenshot<Image>?

  func capture() async throws -> Image {
    Image()
  }

  func present(_ screenshot: Screenshot<Image>) async throws {
    self.screenshot = screenshot
  }

  func edit(_ image: Image) {}

  func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async {
    self.screenshot = nil
  }
}
