#if !os(watchOS)
public import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uibackgroundrefreshstatus).
public enum UIBackgroundRefreshStatus: Int, Sendable {
  case restricted
  case denied
  case available
}

extension ProcessInfo {
  /// [Apple](https://developer.apple.com/documentation/foundation/processinfo/islowpowermodeenabled).
  public var isLowPowerModeEnabled: Bool { false }
}
#endif
