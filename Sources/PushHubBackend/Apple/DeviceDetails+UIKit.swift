#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension DeviceDetails {
  /// Describes this app and this system, with the background refresh of the application.
  ///
  /// ```swift
  /// details: { DeviceDetails(of: .shared) }
  /// ```
  @MainActor
  public init(of application: UIApplication) {
    self.init()
    switch application.backgroundRefreshStatus {
    case .available: backgroundRefresh = .available
    case .denied: backgroundRefresh = .denied
    case .restricted: backgroundRefresh = .restricted
    default: break
    }
  }
}
#endif
