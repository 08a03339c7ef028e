#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// Tells a lifecycle the app's phases and screenshots, as UIKit posts them.
///
/// It reads what is true when it starts, and then follows the application's notifications and those
/// of its scenes: an app with several scenes is as present as the most present of them. Keep it
/// alive as long as it is to tell.
///
/// ```swift
/// let monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle)
/// monitor.start(with: application)  // when the app has launched
/// ```
///
/// See [UIApplication](https://developer.apple.com/documentation/uikit/uiapplication) and
/// [UIScene](https://developer.apple.com/documentation/uikit/uiscene).
@MainActor
public final class ApplicationLifecycleMonitor {
  private let lifecycle: AppLifecycle
  private let center: NotificationCenter
  private var tokens: NotificationTokens?
  private var phases = ScenePhases()

  /// Makes a monitor that has not started.
  public init(lifecycle: AppLifecycle, center: NotificationCenter = .default) {
    self.lifecycle = lifecycle
    self.center = center
  }

  /// Tells the present phase, and everything from now on; starting again begins anew.
  public func start(with application: UIApplication) {
    let tokens = NotificationTokens(center: center)
    self.tokens = tokens
    phases = ScenePhases()
    phases.setApplication(AppPhase(application.applicationState))
    lifecycle.setPhase(phases.phase)
    observeApplication(tokens)
    observeScenes(tokens)
    tokens.observe(UIApplication.userDidTakeScreenshotNotification) { [weak self] _ in
      self?.lifecycle.screenshotTaken()
    }
  }

  /// Tells nothing more.
  public func stop() {
    tokens = nil
  }

  private func observeApplication(_ tokens: NotificationTokens) {
    let phases: [(Notification.Name, AppPhase)] = [
      (UIApplication.didBecomeActiveNotification, .active),
      (UIApplication.willResignActiveNotification, .inactive),
      (UIApplication.willEnterForegroundNotification, .inactive),
      (UIApplication.didEnterBackgroundNotification, .background),
    ]
    for (name, phase) in phases {
      tokens.observe(name) { [weak self] _ in
        self?.change { $0.setApplication(phase) }
      }
    }
  }

  private func observeScenes(_ tokens: NotificationTokens) {
    let phases: [(Notification.Name, AppPhase?)] = [
      (UIScene.didActivateNotification, .active),
      (UIScene.willDeactivateNotification, .inactive),
      (UIScene.willEnterForegroundNotification, .inactive),
      (UIScene.didEnterBackgroundNotification, .background),
      (UIScene.didDisconnectNotification, nil),
    ]
    for (name, phase) in phases {
      tokens.observe(name) { [weak self] scene in
        guard let scene else { return }
        self?.change { $0.set(phase, of: scene) }
      }
    }
  }

  private func change(_ change: (inout ScenePhases) -> Void) {
    change(&phases)
    lifecycle.setPhase(phases.phase)
  }
}

extension AppPhase {
  /// Reads the application's state; one that the system adds later counts as inactive.
  public init(_ state: UIApplication.State) {
    switch state {
    case .active: self = .active
    case .background: self = .background
    default: self = .inactive
    }
  }
}
#endif
