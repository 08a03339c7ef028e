#if canImport(WatchKit) && !os(iOS)
public import Foundation
public import WatchKit

/// Tells a lifecycle the phases of a watch app, as WatchKit posts them.
///
/// watchOS posts no screenshots. Keep the monitor alive as long as it is to tell. See
/// [WKApplication](https://developer.apple.com/documentation/watchkit/wkapplication).
@MainActor
public final class WatchLifecycleMonitor {
  private let lifecycle: AppLifecycle
  private let center: NotificationCenter
  private var tokens: NotificationTokens?

  /// Makes a monitor that has not started.
  public init(lifecycle: AppLifecycle, center: NotificationCenter = .default) {
    self.lifecycle = lifecycle
    self.center = center
  }

  /// Tells the present phase, and everything from now on; starting again begins anew.
  public func start(with application: WKApplication) {
    let tokens = NotificationTokens(center: center)
    self.tokens = tokens
    lifecycle.setPhase(AppPhase(application.applicationState))
    let phases: [(Notification.Name, AppPhase)] = [
      (WKApplication.didBecomeActiveNotification, .active),
      (WKApplication.willResignActiveNotification, .inactive),
      (WKApplication.willEnterForegroundNotification, .inactive),
      (WKApplication.didEnterBackgroundNotification, .background),
    ]
    for (name, phase) in phases {
      tokens.observe(name) { [weak self] (_: ObjectIdentifier?) in
        self?.lifecycle.setPhase(phase)
      }
    }
  }

  /// Tells nothing more.
  public func stop() {
    tokens = nil
  }
}

extension AppPhase {
  /// Reads the application's state; one that the system adds later counts as inactive.
  public init(_ state: WKApplicationState) {
    switch state {
    case .active: self = .active
    case .background: self = .background
    default: self = .inactive
    }
  }
}
#endif
