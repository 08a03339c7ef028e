/// A change in the app's lifecycle.
public enum LifecycleEvent: Equatable, Sendable {
  /// The app's phase has changed.
  ///
  /// In an app with several scenes, it is also sent with an unchanged phase when the focused pages have
  /// changed although no page appeared or disappeared; see ``LifecycleState/isFocused(_:)``.
  case phaseChanged(AppPhase)

  /// A page became visible.
  case pageAppeared(PageID)

  /// A page is no longer visible.
  case pageDisappeared(PageID)

  /// An overlay was added: a sheet, a menu or an alert.
  case overlayAdded

  /// An overlay was removed.
  case overlayRemoved

  /// Another account is shown, or none (`nil`).
  ///
  /// The accounts that are signed in may have changed at the same time; the state has them.
  case accountChanged(AccountID?)

  /// Accounts have signed in or out, and the one that is shown has not changed; these are signed in now.
  case accountsChanged(Set<AccountID>)

  /// The user took a screenshot.
  case screenshotTaken

  /// A network path is available again.
  ///
  /// Requests of features on the kernel that wait after a failure begin within 5 s, and not before `Retry-After`.
  case networkAvailable
}

/// The phase of an app or of a scene.
public enum AppPhase: String, Hashable, Sendable, CaseIterable, Codable {
  /// The app is in the foreground and receives touches.
  case active

  /// The app is in the foreground, but interrupted or in transition.
  case inactive

  /// The app is not on the screen.
  case background

  /// Whether the app is on the screen: active or inactive.
  public var isForeground: Bool { self != .background }
}

/// Names a page of the app, such as a tab or a screen.
public struct PageID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names a page.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names a page by a literal, which may be interpolated: `"chat/\(id)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension PageID: Codable, CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// Names a scene of the app: a window, with its own phase, pages and overlays.
///
/// On UIKit it is the persistent identifier of the scene's session.
public struct SceneID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The scene of an app with one scene, and of calls without a scene.
  ///
  /// If other scenes are known and this one is not, its phase is that of the app.
  public static let main: SceneID = "main"

  /// The name.
  public let rawValue: String

  /// Names a scene.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names a scene by a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension SceneID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
