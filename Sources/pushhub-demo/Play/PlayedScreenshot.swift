import PushHub
import PushHubObservers

/// The screenshot preview, on a screen that shows it at once.
@MainActor
final class PlayedScreenshot: PlayedFeature {
  let name = "screenshot"
  let preview: ScreenshotPreview<PlayedScreen.Image>
  private let screen = PlayedScreen()
  private var verdict = ExplainedFact.Verdict.none
  private var verdictCount = 0

  init(header: TranscriptHeader, journal: Journal) {
    preview = ScreenshotPreview(
      capturer: screen,
      presenter: screen,
      configuration: ScreenshotPreviewConfiguration(page: header.screenshotPage)
    )
    preview.log = { [weak self] entry in
      Self.tell(entry, to: journal)
      self?.note(entry)
    }
  }

  var plugin: any PushPlugin { preview }

  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact] {
    [
      .preview(preview.state, until: preview.deadline.map { $0 - start }),
      .verdict(verdict),
      .obstacle(preview.refusal),
    ]
  }

  func apply(_ input: TranscriptInput) {
    switch input {
    case .preview(.tap): screen.screenshot?.touch(.tap)
    case .preview(.outside): screen.screenshot?.touch(.outside)
    default: break
    }
  }

  private func note(_ entry: ScreenshotPreviewLogEntry) {
    switch entry {
    case .refused(let reason):
      verdictCount += 1
      verdict = .refused(reason, number: verdictCount)
    case .ended(_, let outcome):
      verdictCount += 1
      verdict = .ended(outcome, number: verdictCount)
    case .began, .shown, .edited, .failed: break
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
