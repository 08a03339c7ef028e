public import PushHub

/// The progress of a ``ScreenshotPreview`` with a screenshot.
public enum ScreenshotPreviewState: String, Sendable, CaseIterable {
  /// There is no screenshot.
  case idle

  /// The page is being rendered.
  case capturing

  /// The presenter has the image, which is not on the screen yet.
  case presenting

  /// The preview is on the screen, and its time runs.
  case shown

  /// The preview was tapped, and is being hidden while the editor opens.
  case editing

  /// The preview has its outcome, and is being hidden.
  case hiding

  /// Whether there is a screenshot without an outcome.
  var isOpen: Bool { [.capturing, .presenting, .shown].contains(self) }
}

/// The reason why a screenshot gets no preview, or the end of its preview: exactly one for each screenshot.
public enum ScreenshotOutcome: String, Sendable, CaseIterable {
  /// No preview: the app is in the background.
  case background

  /// No preview: the app is in the foreground but not active.
  case inactive

  /// No preview: the page is not visible.
  case page

  /// No preview: something covers the page.
  case overlay

  /// No preview: another screenshot is in progress.
  case busy

  /// The user tapped the preview.
  case edit

  /// The user touched beside the preview.
  case cancel

  /// The user did nothing for as long as the preview stays.
  case timeout

  /// The app was interrupted or left.
  case resigned

  /// The page disappeared, or the feature was detached.
  case disappeared

  /// The page could not be rendered, or not in time; there was no preview.
  case captureFailed

  /// The presenter could not show the image, or did not report in time that it is on the screen.
  case presentationFailed

  /// The outcome, for people.
  package var message: String {
    switch self {
    case .background: "the app is in the background"
    case .inactive: "the app is not active"
    case .page: "the page has no previews"
    case .overlay: "something covers the page"
    case .busy: "another preview is in progress"
    case .edit: "the user tapped it"
    case .cancel: "the user touched beside it"
    case .timeout: "the user did nothing"
    case .resigned: "the user left the app"
    case .disappeared: "the user left the page"
    case .captureFailed: "the page could not be rendered"
    case .presentationFailed: "it could not be shown"
    }
  }
}

/// An event of a ``ScreenshotPreview``.
public enum ScreenshotEvent: FeatureEvent {
  /// A screenshot gets no preview.
  case ignored(reason: ScreenshotOutcome)

  /// The preview is on the screen.
  case preview

  /// The rendering or the presenter failed, with its error's summary; the outcome follows at once.
  case failed(error: String)

  /// The editor opens; the outcome follows at once.
  case edit

  /// The screenshot has its outcome: its image is released, and its preview, if there is one, is hidden.
  case hidden(outcome: ScreenshotOutcome)

  /// A description for people.
  public var message: String {
    switch self {
    case .ignored(let reason): "the screenshot has no preview: \(reason.message)"
    case .preview: "a preview is shown"
    case .failed(let message): "the preview failed: \(LogText(clause: message))"
    case .edit: "the editor opens"
    case .hidden(let outcome): "the preview ended: \(outcome.message)"
    }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .failed: .error
    default: .info
    }
  }

  /// `true`.
  public var isPublic: Bool { true }
}
