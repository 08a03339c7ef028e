#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation

/// Tells a lifecycle the phases of a Mac app, as AppKit posts them.
///
/// The app is active when it is in front, inactive when another is, and in the background when it
/// is hidden. macOS posts no screenshots. Keep the monitor alive as long as it is to tell. See
/// [NSApplication](https://developer.apple.com/documentation/appkit/nsapplication).
@MainActor
public final class MacLifecycleMonitor {
  private let lifecycle: AppLifecycle
  private let center: NotificationCenter
  private var tokens: NotificationTokens?
  private var isActive = false
  private var isHidden = false

  /// Makes a monitor that has not started.
  public init(lifecycle: AppLifecycle, center: NotificationCenter = .default) {
    self.lifecycle = lifecycle
    self.center = center
  }

  /// Tells the present phase, and everything from now on; starting again begins anew.
  public func start(with application: NSApplication) {
    let tokens = NotificationTokens(center: center)
    self.tokens = tokens
    isActive = application.isActive
    isHidden = application.isHidden
    tell()
    tokens.observe(NSApplication.didBecomeActiveNotification) { [weak self] _ in
      self?.change { $0.isActive = true }
    }
    tokens.observe(NSApplication.didResignActiveNotification) { [weak self] _ in
      self?.change { $0.isActive = false }
    }
    tokens.observe(NSApplication.didHideNotification) { [weak self] _ in
      self?.change { $0.isHidden = true }
    }
    tokens.observe(NSApplication.didUnhideNotification) { [weak self] _ in
      self?.change { $0.isHidden = false }
    }
  }

  /// Tells nothing more.
  public func stop() {
    tokens = nil
  }

  private func change(_ change: (MacLifecycleMonitor) -> Void) {
    change(self)
    tell()
  }

  private func tell() {
    lifecycle.setPhase(isHidden ? .background : isActive ? .active : .inactive)
  }
}

extension CatchUp {
  /// Makes a catch-up that also runs what is due when the Mac wakes.
  ///
  /// ```swift
  /// try host.install(CatchUp(wakesOf: .shared), named: "catch-up")
  /// ```
  ///
  /// A Mac that slept wakes with the same app in front, so that no phase changes. The workspace
  /// posts the wake in a notification center of its own; see
  /// [didWakeNotification](https://developer.apple.com/documentation/appkit/nsworkspace/didwakenotification).
  ///
  /// - Parameter workspace: Who posts it; `.shared` in an app.
  public convenience init(wakesOf workspace: NSWorkspace) {
    self.init()
    let tokens = NotificationTokens(center: workspace.notificationCenter)
    tokens.observe(NSWorkspace.didWakeNotification) { [weak self] _ in self?.run() }
    wakes = tokens
  }
}
#endif
