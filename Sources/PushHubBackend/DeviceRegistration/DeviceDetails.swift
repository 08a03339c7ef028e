import Foundation

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
  /// The version of the app.
  public var appVersion: String?

  /// The identifier of the user's locale, such as `de_DE`.
  public var locale: String?

  /// Whether the system launches the app in the background.
  public var refreshesInBackground: Bool?

  /// Describes this app and this system; set a property to `nil` to leave it out.
  ///
  /// With UIKit, set ``refreshesInBackground`` to whether the application's `backgroundRefreshStatus` is `.available`.
  public init() {
    appVersion = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    locale = Locale.current.identifier
  }
}
