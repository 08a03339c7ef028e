/// Names a screenshot among those of one ``ScreenshotPreview``; later ones have greater numbers.
public struct ScreenshotID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from one.
  public let rawValue: Int

  /// Names a screenshot.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// What a user can do with a preview.
public enum ScreenshotTouch: String, Hashable, Sendable, CaseIterable {
  /// A tap on the preview.
  case tap

  /// A touch beside it.
  case outside

  /// A finger came down on the preview, whatever becomes of it.
  case began

  /// The finger left, without a tap.
  case ended
}

/// A screenshot on its way over the screen: its image until the outcome, and where touches go.
///
/// It stands for this one preview: touches that come after the outcome change nothing, even if the
/// next preview is up by then.
@MainActor
public final class Screenshot<Image> {
  /// Which screenshot it is.
  public let id: ScreenshotID

  /// The page's own rendering; `nil` after the outcome, so that nobody keeps it by keeping this.
  public private(set) var image: Image?

  /// Whether the presenter was asked to show it.
  private(set) var isPresented = false

  private let report: (ScreenshotTouch) -> Void

  init(id: ScreenshotID, image: Image, report: @escaping (ScreenshotTouch) -> Void) {
    self.id = id
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
