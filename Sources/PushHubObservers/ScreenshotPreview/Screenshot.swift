public import PushHub

/// What a user can do with a preview: what the presenter tells, and a transcript's record of it.
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

/// A screenshot on its way over the screen: its image until the outcome, and where touches go.
///
/// It stands for this one preview: touches that come after the outcome change nothing, even if the
/// next preview is up by then.
@MainActor
public final class Screenshot<Image> {
  /// The page's own rendering; `nil` after the outcome, so that nobody keeps it by keeping this.
  public private(set) var image: Image?

  /// Whether the presenter was asked to show it.
  private(set) var isPresented = false

  private let report: (ScreenshotTouch) -> Void

  init(_ image: Image, report: @escaping (ScreenshotTouch) -> Void) {
    self.image = image
    self.report = report
  }

  /// Tells what the user did; without effect before the preview counts as shown and after its
  /// outcome.
  public func touch(_ touch: ScreenshotTouch) {
    report(touch)
  }

  /// Whether the presenter may be asked to show it: not after the outcome.
  func beginPresentation() -> Bool {
    isPresented = image != nil
    return isPresented
  }

  func releaseImage() {
    image = nil
  }
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
