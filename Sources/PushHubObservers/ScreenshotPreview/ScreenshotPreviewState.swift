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
