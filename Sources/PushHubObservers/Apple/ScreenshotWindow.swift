#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import Foundation
import UIKit

/// Finds the window that the user sees, while the app is in front and not a moment longer.
///
/// Rendering a window of an app that leaves the foreground is a crash, not an empty image; so the
/// application and the scene are asked each time, right before.
@MainActor
struct ScreenshotWindow {
  let application: UIApplication

  /// The app's own choice; `nil` for the key window of the active scene.
  let choice: (@MainActor () -> UIWindow?)?

  /// The window.
  func find() throws(ScreenshotWindowError) -> UIWindow {
    guard application.applicationState == .active else {
      throw ScreenshotWindowError(code: .notActive)
    }
    let window = if let choice { try active(choice()) } else { try keyWindow() }
    guard window.bounds.size.isDrawable else { throw ScreenshotWindowError(code: .emptyWindow) }
    return window
  }

  private func active(_ window: UIWindow?) throws(ScreenshotWindowError) -> UIWindow {
    guard let window else { throw ScreenshotWindowError(code: .noWindow) }
    guard window.windowScene?.activationState == .foregroundActive else {
      throw ScreenshotWindowError(code: .noActiveScene)
    }
    return window
  }

  /// The key window of the active scene; of several scenes always the same, since the system does
  /// not say of which one the screenshot was taken and the set of scenes has no order.
  private func keyWindow() throws(ScreenshotWindowError) -> UIWindow {
    let scenes = application.connectedScenes
      .compactMap { $0 as? UIWindowScene }
      .filter { $0.activationState == .foregroundActive }
      .sorted { $0.session.persistentIdentifier < $1.session.persistentIdentifier }
    guard !scenes.isEmpty else { throw ScreenshotWindowError(code: .noActiveScene) }
    guard let window = scenes.lazy.compactMap(\.keyWindow).first else {
      throw ScreenshotWindowError(code: .noWindow)
    }
    return window
  }
}
#endif
