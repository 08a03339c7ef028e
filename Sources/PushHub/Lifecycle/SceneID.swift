/// Names a scene of the app: a window, with its own phase, pages and overlays.
///
/// On UIKit it is the persistent identifier of the scene's session.
public struct SceneID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The scene of an app that has one, and of whatever is told without a scene.
  ///
  /// Where other scenes are told and this one is not, what belongs to it is as present as the app.
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
