#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession).
@MainActor
open class UISceneSession: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.struct).
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.struct/windowapplication).
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/persistentidentifier).
  open var persistentIdentifier: String { stubIdentifier }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.property).
  open var role: Role { configuration.role }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenesession/configuration).
  open var configuration: UISceneConfiguration { stubConfiguration }

  /// What the system calls the session.
  public var stubIdentifier = UUID().uuidString

  /// What the app's Info.plist says, and later what the app has said.
  public var stubConfiguration: UISceneConfiguration

  public init(stub: Void, role: Role = .windowApplication) {
    stubConfiguration = UISceneConfiguration(name: nil, sessionRole: role)
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uisceneconfiguration).
@MainActor
open class UISceneConfiguration: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uisceneconfiguration/name).
  public let name: String?

  /// [Apple](https://developer.apple.com/documentation/uikit/uisceneconfiguration/role).
  public let role: UISceneSession.Role

  /// [Apple](https://developer.apple.com/documentation/uikit/uisceneconfiguration/delegateclass).
  open var delegateClass: AnyClass?

  /// The scene delegates that the app's Info.plist names, by the names of their configurations.
  public static var stubInfoPlist: [String: AnyClass] = [:]

  /// [Apple](https://developer.apple.com/documentation/uikit/uisceneconfiguration/init(name:sessionrole:)).
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    delegateClass = name.flatMap { Self.stubInfoPlist[$0] }
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiscenedelegate).
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)).
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
}

// The method is optional in Objective-C.
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiwindowscenedelegate).
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {}
#endif
