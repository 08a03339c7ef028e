/// How far a ``ScreenshotPreview`` is with a screenshot.
///
/// What each event does in each of these states is said, pair by pair, in <doc:screenshot-preview>.
public enum ScreenshotPreviewState: String, Hashable, Sendable, CaseIterable {
  /// Nothing is going on.
  case idle

  /// The page is being rendered.
  case capturing

  /// The presenter has the image, and has not said yet that it is on the screen.
  case presenting

  /// The preview is up, and its time is running.
  case shown

  /// The preview is up, and its time stands still, since a finger rests on it.
  case held

  /// The preview was tapped, and goes while the editor opens.
  case editing

  /// The preview has its outcome, and goes.
  case hiding

  /// The preview has its outcome, and goes; the next screenshot waits for that.
  case waiting
}

/// How a screenshot that was not refused ended: exactly one for each.
public enum ScreenshotOutcome: String, Hashable, Sendable, CaseIterable {
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

  /// Another screenshot took its place, where the configuration says so.
  case replaced
}

/// Why a screenshot gets no preview.
///
/// Of several reasons the first in this order is told.
public enum ScreenshotRefusal: String, Hashable, Sendable, CaseIterable {
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
}

/// What a ``ScreenshotPreview`` did.
public enum ScreenshotPreviewLogEntry: Hashable, Sendable {
  /// A screenshot gets no preview.
  case refused(ScreenshotRefusal)

  /// A screenshot is to have a preview, and the page is being rendered.
  case began(ScreenshotID)

  /// The preview is on the screen.
  case shown(ScreenshotID)

  /// The editor opens; the outcome follows at once.
  case edited(ScreenshotID)

  /// The capturer or the presenter failed, with its error's summary; the outcome follows at once.
  case failed(ScreenshotID, String)

  /// The screenshot has its outcome: its image is released, and its preview, if there is one, goes.
  case ended(ScreenshotID, ScreenshotOutcome)
}
