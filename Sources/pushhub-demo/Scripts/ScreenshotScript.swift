public import PushHub
public import PushHubObservers
public import PushHubRecorder
public import PushHubReplay

/// The screenshot preview, on a screen that renders, shows and dismisses without delay.
@MainActor
public final class ScreenshotScript: FeatureScript {
  /// The name.
  public let name = "screenshot"
  /// The title of the lane.
  public let title = "Screenshot previews"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [ScreenshotTouch.self]

  private let screen = Screen()
  private(set) var preview: ScreenshotPreview<Screen.Image>?
  private var page: PageID = ""
  private var latest: ScreenshotEvent?

  /// Makes a script.
  public init() {}

  /// Whether a preview is up.
  public var isPreviewShown: Bool { preview?.state == .shown }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    page = stage.transcript.page(.screenshots)
    let preview = ScreenshotPreview(page: page, presenter: screen, render: screen.capture)
    preview.log = { [weak self] in self?.latest = $0 }
    self.preview = preview
    return preview
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    if let touch = record as? ScreenshotTouch {
      screen.screenshot?.touch(touch)
    }
  }

  /// A screen that renders, shows and dismisses without delay.
  @MainActor
  final class Screen: ScreenshotPresenting {
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
}

// MARK: - What it does

extension ScreenshotEvent: TimelineEvent {
  fileprivate enum Mark: Hashable {
    case screenshot
    case touch
    case preview
    case failure
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .preview: MarkLook("▲", label: "preview")
    case .ignored, .failed: MarkLook("✕", isProblem: true)
    case .edit: MarkLook("✎")
    case .hidden: MarkLook("◁")
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .preview, .ignored, .failed: [Topic(Mark.screenshot)]
    case .edit: [Topic(Mark.touch)]
    case .hidden(.captureFailed), .hidden(.presentationFailed): [Topic(Mark.failure)]
    case .hidden: [Topic(Mark.preview)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .preview: [.begins(Topic(Mark.preview))]
    case .failed: [.marks(Topic(Mark.failure))]
    case .hidden: [.ends(Topic(Mark.preview))]
    case .ignored, .edit: []
    }
  }
}

// MARK: - What is true

/// What is true of the screenshot preview.
enum ScreenshotFact: FeatureFact {
  case preview(ScreenshotPreviewState, until: Duration?)
  case latest(ScreenshotEvent)
  case obstacle(ScreenshotRefusal?)

  var name: String {
    switch self {
    case .preview: "preview"
    case .latest: "latest"
    case .obstacle: "obstacle"
    }
  }

  var json: JSONValue {
    switch self {
    case .preview(let state, let end):
      object(["state": .string(state.rawValue), "until": end.map { .number($0.secondsNumber) }])
    case .latest(let event): .string(event.name)
    case .obstacle(let refusal): refusal.map { .string($0.rawValue) } ?? nil
    }
  }

  var words: FactWords {
    switch self {
    case .preview(.shown, let end?): "a preview is up\(.since); goes by itself \(.ahead(end))"
    case .preview(let state, _): state == .idle ? "no preview is up" : "a preview comes or goes"
    case .latest(let event): "the latest: \(event.words)"
    case .obstacle(let refusal):
      "a screenshot taken now would get \(refusal.map { "no preview: \($0.words)" } ?? "a preview")"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .preview(.idle, _), .obstacle: false
    default: true
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch self {
    case .preview: event is ScreenshotEvent
    case .latest(let latest): event as? ScreenshotEvent == latest
    case .obstacle: false
    }
  }
}

extension ScreenshotScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let preview else { return [] }
    let facts: [ScreenshotFact?] = [
      .preview(preview.state, until: preview.deadline.map(stage.time(of:))),
      latest.map(ScreenshotFact.latest),
      .obstacle(preview.refusal),
    ]
    return facts.compactMap { $0 }
  }
}

// MARK: - On the timeline

extension ScreenshotScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let isTap = record as? ScreenshotTouch == .tap
    return RecordAppearance(
      words: "the user touches \(isTap ? "" : "beside ")the preview",
      look: MarkLook("▲")
    )
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    if case .screenshot = input { return [.marks(Topic(ScreenshotEvent.Mark.screenshot))] }
    return owns(input) ? [.marks(Topic(ScreenshotEvent.Mark.touch))] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "No preview was up to be touched."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no screenshot was taken so far."
  }
}
