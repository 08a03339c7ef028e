public import PushHub

/// How far a ``ScreenshotPreview`` is with a screenshot.
package enum ScreenshotPreviewState: String, Sendable, CaseIterable {
  /// Nothing is going on.
  case idle

  /// The page is being rendered.
  case capturing

  /// The presenter has the image, and has not said yet that it is on the screen.
  case presenting

  /// The preview is up, and its time is running.
  case shown

  /// The preview was tapped, and goes while the editor opens.
  case editing

  /// The preview has its outcome, and goes.
  case hiding
}

/// How a screenshot that was not refused ended: exactly one for each.
public enum ScreenshotOutcome: String, Sendable, CaseIterable {
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

  /// The presenter could not show the image, or did not say in time that it is on the screen.
  case presentationFailed

  fileprivate var message: String {
    switch self {
    case .edit: "the preview goes: it was touched"
    case .cancel: "the preview goes: the user touched beside it"
    case .timeout: "the preview goes: nobody touched it"
    case .resigned: "the preview goes: the user left the app"
    case .disappeared: "the preview goes: the user left the page"
    case .captureFailed: "the screenshot gets no preview: the page could not be rendered"
    case .presentationFailed: "the screenshot gets no preview: it could not be shown"
    }
  }
}

/// Why a screenshot gets no preview.
///
/// Of several reasons the first in this order is told.
public enum ScreenshotRefusal: String, Sendable, CaseIterable {
  /// The app is in the background.
  case background

  /// The app is in front but not active.
  case inactive

  /// The page is not visible.
  case page

  /// Something covers the page.
  case overlay

  /// Another screenshot is being dealt with.
  case busy

  /// The reason, for people.
  package var message: String {
    switch self {
    case .background: "the app is in the background"
    case .inactive: "the app is not active"
    case .page: "the page has no previews"
    case .overlay: "something covers the page"
    case .busy: "another preview is not over yet"
    }
  }
}

/// What a ``ScreenshotPreview`` did.
public enum ScreenshotEvent: FeatureEvent {
  /// A screenshot gets no preview.
  case ignored(ScreenshotRefusal)

  /// The preview is on the screen.
  case preview

  /// The rendering or the presenter failed, with its error's summary; the outcome follows at once.
  case failed(String)

  /// The editor opens; the outcome follows at once.
  case edit

  /// The screenshot has its outcome: its image is released, and its preview, if there is one, goes.
  case hidden(ScreenshotOutcome)

  /// The name.
  public var name: String {
    switch self {
    case .ignored: "ignored"
    case .preview: "preview"
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
  public var message: String {
    switch self {
    case .ignored(let reason): "the screenshot gets no preview: \(reason.message)"
    case .preview: "a preview is shown"
    case .failed(let message): "the preview fails: \(message.clause)"
    case .edit: "the editor opens"
    case .hidden(let outcome): outcome.message
    }
  }
}
