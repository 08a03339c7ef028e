/// Renders the page of which the user took a screenshot.
@MainActor
public protocol ScreenshotCapturing<Image>: AnyObject, Sendable {
  /// What a rendering is; `UIImage` in most apps.
  associatedtype Image

  /// Renders the page.
  ///
  /// It may take its time. The task is cancelled when the preview is no longer wanted; an image that
  /// comes nevertheless is let go.
  ///
  /// - Throws: Anything; the outcome is then ``ScreenshotOutcome/captureFailed``.
  func capture() async throws -> Image
}

/// Shows previews, and opens the editor.
///
/// It is asked for one preview at a time.
@MainActor
public protocol ScreenshotPresenting<Image>: AnyObject, Sendable {
  /// What a rendering is.
  associatedtype Image

  /// Puts a preview on the screen, and returns when it is there.
  ///
  /// The preview counts as shown, and its time runs, from the return. Until the outcome the image is
  /// in the screenshot; touches are told with ``Screenshot/touch(_:)``. When the outcome comes before
  /// the return, the task is cancelled and ``dismiss(_:outcome:)`` may be called meanwhile.
  ///
  /// - Throws: Anything; the outcome is then ``ScreenshotOutcome/presentationFailed``.
  func present(_ screenshot: Screenshot<Image>) async throws

  /// Opens the editor; the image is the editor's from now on.
  func edit(_ image: Image)

  /// Takes a preview away, and returns when it is gone.
  ///
  /// Called once for each call of ``present(_:)``, also for one that failed. After that, nothing of
  /// the preview's image should be left. The next preview waits for the return.
  func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async
}
