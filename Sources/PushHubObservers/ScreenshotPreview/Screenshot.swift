public import PushHub

/// A touch of a preview, or another action of the user on it, as a transcript records it.
///
///     {"t":3,"preview":"tap"}
public enum ScreenshotTouch: String, CaseIterable, FeatureRecord {
  /// The key in a transcript.
  public static let key = "preview"

  /// The page on which screenshots are previewed.
  public static let pages = [TranscriptPages.screenshots]

  /// A tap on the preview.
  case tap

  /// A touch beside it.
  case outside
}

extension TranscriptPages {
  /// The page on which screenshots are previewed.
  public static let screenshots = TranscriptPages("screenshots", standard: "reader")
}

/// One screenshot and its preview: the image until the outcome, and where touches are reported.
///
/// Touches after the outcome change nothing, even if the next preview is shown by then.
@MainActor
public final class Screenshot<Image> {
  /// The app's rendering of the page; `nil` after the outcome.
  public private(set) var image: Image?

  /// Whether the presenter has it.
  var isPresented = false

  private let report: (ScreenshotTouch) -> Void

  init(_ image: Image, report: @escaping (ScreenshotTouch) -> Void) {
    self.image = image
    self.report = report
  }

  package func touch(_ touch: ScreenshotTouch) {
    if image != nil { report(touch) }
  }

  func releaseImage() {
    image = nil
  }
}

/// Each is without effect before the preview counts as shown and after its outcome.
extension Screenshot {
  /// Reports that the user tapped the preview, or activated it with VoiceOver: the editor opens.
  public func edit() { touch(.tap) }

  /// Reports that the user touched beside the preview, or closed it with VoiceOver's escape gesture.
  public func close() { touch(.outside) }
}

/// Shows previews, and opens the editor.
///
/// It shows one preview at a time.
@MainActor
public protocol ScreenshotPresenting<Image>: AnyObject, Sendable {
  /// The type of a rendering.
  associatedtype Image

  /// Puts a preview on the screen, and returns when it is there.
  ///
  /// The preview counts as shown, and its time runs, from the return. Until the outcome the image is
  /// in the screenshot; report touches with ``Screenshot/edit()`` and ``Screenshot/close()``. When the outcome comes before
  /// the return, the task is canceled and ``dismiss(_:outcome:)`` may be called meanwhile.
  ///
  /// - Throws: Anything; the outcome is then ``ScreenshotOutcome/presentationFailed``.
  func present(_ screenshot: Screenshot<Image>) async throws

  /// Opens the editor; the image is the editor's from now on.
  func edit(_ image: Image)

  /// Dismisses a preview, and returns when it is gone.
  ///
  /// Called once for each call of ``present(_:)``, also for one that failed. After that, nothing of
  /// the preview's image should be left. The next preview waits for the return.
  func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async
}
