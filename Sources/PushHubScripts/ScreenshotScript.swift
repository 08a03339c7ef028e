import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The screenshot preview, on a screen that renders, shows and dismisses without delay.
@MainActor
final class ScreenshotScript: ReadyMadeScript, ScreenshotPresenting {
  struct Image {}

  let name = "screenshot"
  let title = "Screenshot previews"

  private(set) weak var preview: ScreenshotPreview<Image>?

  /// The screenshot that is shown and receives the touches.
  private var screenshot: Screenshot<Image>?

  func plugin(in replay: Replay) -> any PushPlugin {
    let page = replay.transcript.page(.screenshots)
    let preview = ScreenshotPreview(page: page, presenter: self) { Image() }
    self.preview = preview
    return preview
  }

  func apply(_ touch: ScreenshotTouch) {
    screenshot?.touch(touch)
  }

  func present(_ screenshot: Screenshot<Image>) async throws {
    self.screenshot = screenshot
  }

  func edit(_ image: Image) {}

  func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async {
    self.screenshot = nil
  }
}

extension ScreenshotScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let preview else { return [] }
    let until = preview.deadline.map { ", until \(replay.clock($0))" } ?? ""
    return [
      ("preview", .string(preview.state.rawValue + until)),
      ("next screenshot", .string(preview.refusal?.message ?? "gets a preview")),
    ]
  }

  func mark(of event: ScreenshotEvent) -> TimelineMark {
    switch event {
    case .preview:
      TimelineMark("▲", label: "preview", from: ["screenshot"], until: ["hidden"])
    case .ignored: TimelineMark("–", isRefusal: true, from: ["screenshot"])
    case .failed:
      TimelineMark("✕", isProblem: true, from: ["screenshot"], names: ["preview"])
    case .edit: TimelineMark("✎", from: ["preview"])
    case .hidden(.captureFailed), .hidden(.presentationFailed):
      TimelineMark("◁", from: ["failed"])
    case .hidden: TimelineMark("◁", from: ["preview"])
    }
  }
}
