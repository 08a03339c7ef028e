import PushHub
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// The screenshot preview, on a screen that renders, shows and dismisses without delay.
@MainActor
final class ScreenshotScript: ReadyMadeScript {
  let name = "screenshot"
  let title = "Screenshot previews"

  private(set) var preview: ScreenshotPreview<Screen.Image>?

  private let screen = Screen()
  private var latest: ScreenshotEvent?

  func plugin(on stage: Stage) -> any PushPlugin {
    let page = stage.transcript.page(.screenshots)
    let preview = ScreenshotPreview(page: page, presenter: screen, render: screen.capture)
    preview.log = { [weak self] in self?.latest = $0 }
    self.preview = preview
    return preview
  }

  func apply(_ touch: ScreenshotTouch) {
    screen.screenshot?.touch(touch)
  }

  @MainActor
  final class Screen: ScreenshotPresenting {
    struct Image {}

    /// What is shown, and takes the touches.
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

// MARK: - What is true

extension ScreenshotScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let preview else { return [] }
    let (state, refusal) = (preview.state, preview.refusal)
    let end = preview.deadline.map(stage.time(of:))
    let message: FactMessage =
      switch (state, end) {
      case (.shown, let end?): "a preview is up\(.since); goes by itself \(.ahead(end))"
      case (.idle, _): "no preview is up"
      default: "a preview comes or goes"
      }
    let outcome = refusal.map { "no preview: \($0.message)" } ?? "a preview"
    let facts = [
      FeatureFact(
        "preview",
        .members(["state": .string(state.rawValue), "until": end?.json]),
        message,
        hasCauses: state != .idle,
        toldBy: { _ in true }
      ),
      latest.map { latest in
        FeatureFact("latest", .string(latest.name), "the latest: \(latest.message)") {
          $0 as? ScreenshotEvent == latest
        }
      },
      FeatureFact(
        "obstacle",
        refusal.map { .string($0.rawValue) } ?? nil,
        "a screenshot taken now would get \(outcome)",
        hasCauses: false
      ),
    ]
    return facts.compactMap { $0 }
  }
}

// MARK: - On the timeline

extension ScreenshotScript {
  func mark(of touch: ScreenshotTouch) -> TimelineMark {
    TimelineMark("▲", message: "the user touches \(touch == .tap ? "" : "beside ")the preview")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    if case .screenshot = input { return [.marks(.screenshot)] }
    return owns(input) ? [.marks(.touch)] : []
  }

  var reasonForNothing: String? { "No preview was up to be touched." }
}

extension Topic {
  fileprivate static let screenshot: Self = "screenshot taken"
  fileprivate static let touch: Self = "screenshot touched"
  fileprivate static let shown: Self = "screenshot shown"
  fileprivate static let failure: Self = "screenshot failure"
}

extension ScreenshotEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .preview:
      return TimelineMark("▲", label: "preview", from: [.screenshot], traces: [.begins(.shown)])
    case .ignored: return TimelineMark("✕", isProblem: true, from: [.screenshot])
    case .failed:
      return TimelineMark("✕", isProblem: true, from: [.screenshot], traces: [.marks(.failure)])
    case .edit: return TimelineMark("✎", from: [.touch])
    case .hidden(let outcome):
      let hasFailed = outcome == .captureFailed || outcome == .presentationFailed
      return TimelineMark("◁", from: [hasFailed ? .failure : .shown], traces: [.ends(.shown)])
    }
  }
}
