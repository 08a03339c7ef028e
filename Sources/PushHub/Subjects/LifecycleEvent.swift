/// What has changed in the app's lifecycle.
public enum LifecycleEvent: Equatable, Sendable {
  /// The app went to another phase.
  ///
  /// Sent with the same phase again when a scene of several has changed such that the user looks at
  /// other pages than before, although none of these appeared or disappeared; see
  /// ``LifecycleState/isLooking(at:)``.
  case phaseChanged(AppPhase)

  /// A page became visible.
  case pageAppeared(PageID)

  /// A page is no longer visible.
  case pageDisappeared(PageID)

  /// One more thing covers the page: a sheet, a menu, an alert.
  case overlayAdded

  /// One thing less covers the page.
  case overlayRemoved

  /// The user signed in, switched accounts, or, with `nil`, signed out.
  case accountChanged(AccountID?)

  /// The user took a screenshot.
  case screenshotTaken
}

/// How present the app is to the user.
public enum AppPhase: String, Hashable, Sendable, CaseIterable {
  /// In front and receiving touches.
  case active

  /// In front, but interrupted or on the way in or out.
  case inactive

  /// Not on the screen.
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

extension PageID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// Names a scene of the app: a window, with its own phase, pages and overlays.
///
/// On UIKit it is the persistent identifier of the scene's session.
public struct SceneID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The scene of an app that has one, and of whatever is recorded without a scene.
  ///
  /// Where other scenes are known and this one is not, what belongs to it is as present as the app.
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

/// Names the account that the user is signed in as.
public struct AccountID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names an account.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Names an account by a literal, which may be interpolated: `"chat/\(id)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension AccountID: Codable, CodingKeyRepresentable {}

extension AccountID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
