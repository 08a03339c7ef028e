/// How a screenshot that was not refused ended: exactly one for each.
public enum ScreenshotOutcome: String, Hashable, Sendable, CaseIterable {
  /// The user tapped the preview.
  case edit

  /// The user touched beside the preview.
  case cancel

  /// The user did nothing for as long as the preview stays.
  case timeout

  /// The app was interrupted or left.
  case resigned

  /// The page disappeared, or the feature was detached.
  case disappeared

  /// The page could not be rendered, or not in time; there was no preview.
  case captureFailed

  /// The presenter could not show the image, or did not say in time that it is on the screen.
  case presentationFailed

  /// Another screenshot took its place, where the configuration says so.
  case replaced
}

/// Why a screenshot gets no preview.
///
/// Of several reasons the first in this order is told.
public enum ScreenshotRefusal: String, Hashable, Sendable, CaseIterable {
  /// The app is in the background.
  case background

  /// The app is in front but not active.
  case inactive

  /// The page is not visible.
  case page

  /// Something covers the page.
  case overlay

  /// Another screenshot is being dealt with.
  case busy
}
