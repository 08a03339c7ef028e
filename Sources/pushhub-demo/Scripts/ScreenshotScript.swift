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
  public let vocabulary: [any FeatureRecord.Type] = [PreviewTouch.self]

  private let screen = Screen()
  private(set) var preview: ScreenshotPreview<Screen.Image>?
  private var page: PageID = ""
  private var verdict = ScreenshotFact.Verdict.none
  private var verdictCount = 0

  /// Makes a script.
  public init() {}

  /// Whether a preview is up.
  public var isPreviewShown: Bool { preview?.state == .shown }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    page = stage.transcript.page(.screenshots)
    let preview = ScreenshotPreview(
      capturer: screen,
      presenter: screen,
      configuration: ScreenshotPreviewConfiguration(page: page)
    )
    preview.log = { [weak self] entry in
      if let event = ScreenshotEvent(entry) {
        stage.tell(event)
      }
      self?.note(entry)
    }
    self.preview = preview
    return preview
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? PreviewTouch {
    case .tap: screen.screenshot?.touch(.tap)
    case .outside: screen.screenshot?.touch(.outside)
    case nil: break
    }
  }

  private func note(_ entry: ScreenshotPreviewLogEntry) {
    verdictCount += 1
    switch entry {
    case .began: verdict = .accepted(number: verdictCount)
    case .refused(let reason): verdict = .refused(reason, number: verdictCount)
    case .ended(_, let outcome): verdict = .ended(outcome, number: verdictCount)
    case .shown, .edited, .failed: break
    }
  }

  /// A screen that renders, shows and dismisses without delay.
  @MainActor
  final class Screen: ScreenshotCapturing, ScreenshotPresenting {
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

/// What marks about screenshots are about.
private enum ScreenshotTopic: Hashable {
  case screenshot
  case preview
  case touch
  case failure
}

/// What the screenshot preview did.
public enum ScreenshotEvent: TimelineEvent {
  /// A preview is up.
  case preview

  /// A screenshot gets no preview.
  case ignored(ScreenshotRefusal)

  /// The page could not be rendered, or the preview not be shown, with the error's summary.
  case failed(String)

  /// The editor opens.
  case edit

  /// The preview is gone.
  case hidden(ScreenshotOutcome)

  init?(_ entry: ScreenshotPreviewLogEntry) {
    switch entry {
    case .refused(let reason): self = .ignored(reason)
    case .shown: self = .preview
    case .edited: self = .edit
    case .failed(_, let message): self = .failed(message)
    case .ended(_, let outcome): self = .hidden(outcome)
    case .began: return nil
    }
  }

  /// The name.
  public var name: String {
    switch self {
    case .preview: "preview"
    case .ignored: "ignored"
    case .failed: "failed"
    case .edit: "edit"
    case .hidden: "hidden"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .preview, .edit: [:]
    case .ignored(let reason): ["reason": .string(reason.rawValue)]
    case .failed(let message): ["error": .string(message)]
    case .hidden(let outcome): ["outcome": .string(outcome.rawValue)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .preview: "a preview is shown"
    case .ignored(let reason): "the screenshot gets no preview: \(reason.words)"
    case .failed(let message): "the preview fails: \(message.clause)"
    case .edit: "the editor opens"
    case .hidden(let outcome) where outcome.hadNoPreview:
      "the screenshot gets no preview: \(outcome.words)"
    case .hidden(let outcome): "the preview goes: \(outcome.words)"
    }
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
    case .preview, .ignored: [Topic(ScreenshotTopic.screenshot)]
    case .failed: [Topic(ScreenshotTopic.screenshot)]
    case .edit: [Topic(ScreenshotTopic.touch), Topic(ScreenshotTopic.preview)]
    case .hidden(.captureFailed), .hidden(.presentationFailed): [Topic(ScreenshotTopic.failure)]
    case .hidden: [Topic(ScreenshotTopic.preview)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    let preview = Topic(ScreenshotTopic.preview)
    switch self {
    case .preview: return [.begins(preview)]
    case .ignored, .edit: return []
    case .failed: return [.marks(Topic(ScreenshotTopic.failure))]
    case .hidden:
      return [.explains(preview, "It was up until something else ended it."), .ends(preview)]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .preview: "The play ended while it was up."
    case .ignored, .failed: "Nothing more comes of a screenshot that gets no preview."
    case .edit, .hidden: "This is what the user sees; nothing more comes of it."
    }
  }
}

extension ScreenshotRefusal {
  fileprivate var words: String {
    switch self {
    case .background: "the app is in the background"
    case .inactive: "the app is not active"
    case .page: "the page has no previews"
    case .overlay: "something covers the page"
    case .busy: "another preview is not over yet"
    }
  }
}

extension ScreenshotOutcome {
  fileprivate var words: String {
    switch self {
    case .edit: "it was touched"
    case .cancel: "the user touched beside it"
    case .timeout: "nobody touched it"
    case .resigned: "the user left the app"
    case .disappeared: "the user left the page"
    case .captureFailed: "the page could not be rendered"
    case .presentationFailed: "it could not be shown"
    case .replaced: "another screenshot took its place"
    }
  }

  /// Whether nothing was ever on the screen.
  fileprivate var hadNoPreview: Bool { self == .captureFailed || self == .presentationFailed }
}

// MARK: - What is true

/// What is true of the screenshot preview.
enum ScreenshotFact: FeatureFact {
  case preview(ScreenshotPreviewState, until: Duration?)
  case verdict(Verdict)
  case obstacle(ScreenshotRefusal?)

  /// What the latest thing is that was decided about a screenshot.
  enum Verdict: Hashable {
    case none
    case accepted(number: Int)
    case refused(ScreenshotRefusal, number: Int)
    case ended(ScreenshotOutcome, number: Int)
  }

  var name: String {
    switch self {
    case .preview: "preview"
    case .verdict: "screenshot"
    case .obstacle: "obstacle"
    }
  }

  var json: JSONValue {
    switch self {
    case .preview(let state, let end):
      object(["state": .string(state.rawValue), "until": end.map { .number($0.secondsNumber) }])
    case .verdict(.none), .obstacle(nil): nil
    case .verdict(.accepted): "accepted"
    case .verdict(.refused(let refusal, _)): ["refused": .string(refusal.rawValue)]
    case .verdict(.ended(let outcome, _)): ["outcome": .string(outcome.rawValue)]
    case .obstacle(let refusal?): .string(refusal.rawValue)
    }
  }

  var words: FactWords {
    switch self {
    case .preview(let state, let end): state.words(until: end)
    case .verdict(.none): "no screenshot was taken so far"
    case .verdict(.accepted): "the last screenshot gets a preview"
    case .verdict(.refused(let refusal, _)):
      "the last screenshot got no preview: \(refusal.words)"
    case .verdict(.ended(let outcome, _)) where outcome.hadNoPreview:
      "the last screenshot got no preview: \(outcome.words)"
    case .verdict(.ended(let outcome, _)): "the last preview is gone: \(outcome.words)"
    case .obstacle(nil): "a screenshot taken now would get a preview"
    case .obstacle(let refusal?):
      "a screenshot taken now would get no preview: \(refusal.words)"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .preview(.idle, _), .obstacle: false
    default: true
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? ScreenshotEvent) {
    case (.preview, .preview), (.preview, .hidden): true
    case (.verdict(.accepted), .preview): true
    case (.verdict(.refused), .ignored), (.verdict(.ended), .hidden): true
    default: false
    }
  }

  var firstOrigins: [[Topic]] {
    if case .verdict(.ended) = self { [[Topic(ScreenshotTopic.preview)]] } else { [] }
  }
}

extension ScreenshotPreviewState {
  fileprivate func words(until end: Duration?) -> FactWords {
    let time: FactWords = end.map { "; goes by itself \(.ahead($0))" } ?? ""
    return switch self {
    case .idle: "no preview is up"
    case .capturing: "the page is being rendered"
    case .presenting: "the preview is on its way"
    case .shown: "a preview is up\(.since)\(time)"
    case .held: "a preview is up, with a finger on it"
    case .editing: "the preview goes, and the editor opens"
    case .hiding: "the preview goes"
    case .waiting: "the preview goes, and another screenshot waits"
    }
  }
}

extension ScreenshotScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let preview else { return [] }
    let facts: [ScreenshotFact] = [
      .preview(preview.state, until: preview.deadline.map(stage.time(of:))),
      .verdict(verdict),
      .obstacle(preview.refusal),
    ]
    return facts
  }
}

// MARK: - On the timeline

extension ScreenshotScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    RecordAppearance(
      words: record as? PreviewTouch == .tap
        ? "the user touches the preview" : "the user touches beside the preview",
      look: MarkLook("▲")
    )
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    if input == .screenshot { return [.marks(Topic(ScreenshotTopic.screenshot))] }
    return owns(input) ? [.marks(Topic(ScreenshotTopic.touch))] : []
  }

  /// Whether it might bring the feature to do something.
  public func isConcerned(with input: TranscriptInput) -> Bool {
    input == .screenshot || owns(input)
  }

  /// Why nothing will come of it, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    switch input {
    case .overlay:
      "It only matters to screenshots, which get no preview while something covers the page."
    case .page(page, isVisible: true): "The page only matters once a screenshot is taken."
    default:
      owns(input)
        ? isPreviewShown ? "The preview takes no notice of it." : "No preview was up." : nil
    }
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no screenshot was taken so far."
  }
}
