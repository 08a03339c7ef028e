#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import PushHub

/// Why a screenshot's page could not be rendered, or its preview not be shown.
///
/// It ends up in the log of the ``ScreenshotPreview``, with ``ScreenshotPreviewLogEntry/failed(_:_:)``.
public struct ScreenshotWindowError: Error, Hashable, Sendable {
  /// What is wrong; later versions may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The reason in one word.
    public let rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The app is not active, or about to leave the foreground.
    public static let notActive = Code(rawValue: "notActive")

    /// No scene of the app is active in the foreground.
    public static let noActiveScene = Code(rawValue: "noActiveScene")

    /// The active scene has no key window, or the app gave none.
    public static let noWindow = Code(rawValue: "noWindow")

    /// The window has no area.
    public static let emptyWindow = Code(rawValue: "emptyWindow")

    /// The system drew only a part of the window.
    public static let incomplete = Code(rawValue: "incomplete")
  }

  /// What is wrong.
  public let code: Code

  /// Describes a failure.
  public init(code: Code) {
    self.code = code
  }
}

extension ScreenshotWindowError: LoggableError {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch code {
    case .notActive:
      "The app is not active, so its window was not rendered: nothing is to be done."
    case .noActiveScene:
      "No scene of the app is active in the foreground, so there is no window to render."
    case .noWindow:
      "The active scene has no key window: make the window key, or give the window to use."
    case .emptyWindow:
      "The window has no area: give it a frame before the user takes a screenshot."
    case .incomplete:
      "The system could not draw all of the window: give a capturer that renders the page itself."
    default:
      "The window could not be used: \(code.rawValue)."
    }
  }
}
#endif
