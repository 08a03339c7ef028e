/// What the preview's card says to those who do not see it; an app puts its own words here.
///
/// ```swift
/// var texts = ScreenshotCardTexts()
/// texts.label = String(localized: "Screenshot")
/// ```
public struct ScreenshotCardTexts: Hashable, Sendable {
  /// What the card is.
  public var label = "Screenshot preview"

  /// What a double tap does.
  public var hint = "Edits the screenshot."

  /// What is said when the card appears.
  public var announcement = "Screenshot preview shown. It goes by itself."

  /// The action that opens the editor.
  public var edit = "Edit"

  /// The action that closes the card.
  public var close = "Close"

  /// Starts with English ones.
  public init() {}
}
