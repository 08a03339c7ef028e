import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The screenshot preview, on a screen that renders, shows and dismisses without delay.
@MainActor
final class ScreenshotScript: ReadyMadeScript {
  let name = "screenshot"
  let title = "Screenshot previews"

  private(set) var preview: ScreenshotPreview<Screen.Image>?

  private let screen = Screen()

  func plugin(in replay: Replay) -> any PushPlugin {
    let page = replay.transcript.page(.screenshots)
    let preview = ScreenshotPreview(page: page, presenter: screen, render: screen.capture)
    self.preview = preview
    return preview
  }

  func apply(_ touch: ScreenshotTouch) {
    screen.screenshot?.touch(touch)
  }

  @MainActor
  final class Screen: ScreenshotPresenting {
    struct Image {}

    /// The screenshot that is shown and receives the touches.
    private(set) var screenshot: Screenshot<Image>?

    func capture() async throws -> Image { Image() }

    func present(_ screenshot: Screenshot<Image>) async throws {
      self.screenshot = screenshot
    }

    func edit(_ image: Image) {}

    func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async {
      self.screenshot = nil
    }
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
      return TimelineMark("▲", label: "preview", from: ["screenshot"], until: ["hidden"])
    case .ignored: return TimelineMark("–", isRefusal: true, from: ["screenshot"])
    case .failed:
      return TimelineMark("✕", isProblem: true, from: ["screenshot"], names: ["preview"])
    case .edit: return TimelineMark("✎", from: ["preview"])
    case .hidden(let outcome):
      let hasFailed = outcome == .captureFailed || outcome == .presentationFailed
      return TimelineMark("◁", from: [hasFailed ? "failed" : "preview"])
    }
  }
}
