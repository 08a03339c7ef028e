#if canImport(ActivityKit) && !os(macOS)
public import AppIntents
public import Foundation

/// Opens a page from the button of the Live Activity or from the control.
///
/// The system runs it in the app's process and in the foreground.
public struct OpenPage: LiveActivityIntent {
  /// The name of the action in Shortcuts.
  public static let title: LocalizedStringResource = "Open a page"

  /// The app comes to the foreground before the intent runs.
  public static var supportedModes: IntentModes { .foreground }

  @Parameter(title: "Link")
  var link: String

  /// Creates an intent whose link the system sets.
  public init() {}

  /// Creates an intent for a link.
  public init(_ url: URL?) { link = url?.absoluteString ?? "" }

  /// Opens the page with the method that taps on notifications call.
  @MainActor
  public func perform() async -> some IntentResult {
    Navigator.shared.open(link)
    return .result()
  }
}

/// The App Intents of this module, for the packages of the app and the widget extension.
public struct SharedIntents: AppIntentsPackage {}
#endif
