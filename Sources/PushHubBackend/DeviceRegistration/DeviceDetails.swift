public import Foundation

/// Optional parts of a ``DeviceRecord``: what the server may want to know of the app and the system.
///
/// ```swift
/// let registration = DeviceRegistration(
///   endpoint: endpoint,
///   store: store,
///   configuration: configuration,
///   details: { DeviceDetails() }
/// )
/// ```
public struct DeviceDetails: Codable, Hashable, Sendable {
  /// Whether the system launches the app in the background.
  public enum BackgroundRefresh: String, Codable, Sendable {
    /// It does.
    case available

    /// The user has turned that off.
    case denied

    /// The user can't turn that on.
    case restricted
  }

  /// The version of the app.
  public var appVersion: String?

  /// The identifier of the user's locale, such as `de_DE`.
  public var locale: String?

  /// Whether the system launches the app in the background.
  public var backgroundRefresh: BackgroundRefresh?

  /// Describes this app and this system; set a property to `nil` to leave it out.
  ///
  /// With UIKit, `DeviceDetails(of: .shared)` has the background refresh, too.
  public init(bundle: Bundle = .main, locale: Locale = .autoupdatingCurrent) {
    appVersion = bundle.infoDictionary?["CFBundleShortVersionString"] as? String
    self.locale = locale.identifier
  }
}
