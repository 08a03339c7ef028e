#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

/// Renders the window that the user took a screenshot of, as it is on the screen.
///
/// The image has the window's size and scale. What it shows is what
/// [drawHierarchy(in:afterScreenUpdates:)](https://developer.apple.com/documentation/uikit/uiview/drawhierarchy(in:afterscreenupdates:))
/// draws of the window without waiting for changes that the user has not seen. Nothing is drawn
/// unless the app and the window's scene are active at that very moment.
@MainActor
public final class WindowCapturer: ScreenshotCapturing {
  private let window: ScreenshotWindow

  /// Makes a capturer.
  ///
  /// - Parameters:
  ///   - application: Whose window to render.
  ///   - window: Says which window to render, where it is not the key window of the active scene,
  ///     or where several scenes of the app are active side by side.
  @available(iOSApplicationExtension, unavailable)
  public init(
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil
  ) {
    self.window = ScreenshotWindow(application: application, choice: window)
  }

  /// Renders the window.
  ///
  /// - Throws: ``ScreenshotWindowError``, and `CancellationError` once nobody wants the image.
  public func capture() async throws -> UIImage {
    try Task.checkCancellation()
    let window = try window.find()
    let format = UIGraphicsImageRendererFormat(for: window.traitCollection)
    format.opaque = true
    let renderer = UIGraphicsImageRenderer(bounds: window.bounds, format: format)
    var isComplete = false
    let image = renderer.image { _ in
      isComplete = window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
    }
    guard isComplete else { throw ScreenshotWindowError(code: .incomplete) }
    return image
  }
}
#endif
