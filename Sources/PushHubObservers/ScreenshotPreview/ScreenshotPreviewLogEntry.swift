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
