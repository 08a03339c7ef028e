#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit

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
