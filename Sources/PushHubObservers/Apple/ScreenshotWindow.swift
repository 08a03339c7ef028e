#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import UIKit

/// Finds and renders the window that the user sees, while the app is in front and not a moment longer.
///
/// Rendering a window of an app that leaves the foreground is a crash, not an empty image; so the
/// application and the scene are asked each time, right before.
@MainActor
struct ScreenshotWindow {
  let application: UIApplication

  /// The app's own choice; `nil` for the key window of the active scene.
  let choice: (@MainActor () -> UIWindow?)?

  /// The window as it is on the screen, in its size and scale.
  ///
  /// It shows what
  /// [drawHierarchy(in:afterScreenUpdates:)](https://developer.apple.com/documentation/uikit/uiview/drawhierarchy(in:afterscreenupdates:))
  /// draws of the window without waiting for changes that the user has not seen.
  ///
  func render() throws(ScreenshotWindowError) -> UIImage {
    let window = try find()
    let format = UIGraphicsImageRendererFormat(for: window.traitCollection)
    format.opaque = true
    let renderer = UIGraphicsImageRenderer(bounds: window.bounds, format: format)
    var isComplete = false
    let image = renderer.image { _ in
      isComplete = window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
    }
    guard isComplete else { throw .incomplete }
    return image
  }

  /// The window.
  func find() throws(ScreenshotWindowError) -> UIWindow {
    guard application.applicationState == .active else {
      throw .notActive
    }
    // Of several scenes always the same, since the system doesn't say of which one the screenshot was taken.
    let scenes = application.activeScenes
    let window = if let choice { choice() } else { scenes.lazy.compactMap(\.keyWindow).first }
    guard let window else { throw scenes.isEmpty ? .noActiveScene : .noWindow }
    guard window.windowScene?.activationState == .foregroundActive else {
      throw .noActiveScene
    }
    guard window.bounds.size.isDrawable else { throw .emptyWindow }
    return window
  }
}

/// A reason why a screenshot's page could not be rendered, or its preview not be shown.
///
/// It ends up in the log of the ``ScreenshotPreview``, with ``ScreenshotEvent/failed(_:)``.
enum ScreenshotWindowError: LoggableError, Hashable {
  /// The app is not active, or about to leave the foreground.
  case notActive

  /// No scene of the app is active in the foreground.
  case noActiveScene

  /// The active scene has no key window, or the app gave none.
  case noWindow

  /// The window has no area.
  case emptyWindow

  /// The system drew only a part of the window.
  case incomplete

  /// A description of the error, with its place and advice.
  var description: String {
    switch self {
    case .notActive:
      "The app is not active, so its window was not rendered: nothing is to be done."
    case .noActiveScene:
      "No scene of the app is active in the foreground, so there is no window to render."
    case .noWindow:
      "The active scene has no key window: make the window key, or give the window to use."
    case .emptyWindow:
      "The window has no area: give it a frame before the user takes a screenshot."
    case .incomplete:
      "The system could not draw all of the window: render the page with code of your own."
    }
  }
}
#endif
