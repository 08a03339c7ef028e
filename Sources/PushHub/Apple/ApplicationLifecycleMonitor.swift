#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// Tells a lifecycle the phases of the app and its scenes, and screenshots, as UIKit posts them.
///
/// It reads what is true when it starts, of the scenes too, and then follows the application's
/// notifications and those of its scenes. Keep it alive as long as it is to tell.
///
/// ```swift
/// let monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle)
/// monitor.start(with: application)  // when the app has launched, or any time later
/// ```
///
/// As soon as there are scenes, the app is as present as the most present of them, and what the
/// application says of itself no longer counts: it calls itself active while one window is.
///
/// See [UIApplication](https://developer.apple.com/documentation/uikit/uiapplication) and
/// [UIScene](https://developer.apple.com/documentation/uikit/uiscene).
@MainActor
public final class ApplicationLifecycleMonitor {
  private let lifecycle: AppLifecycle
  private let center: NotificationCenter
  private var tokens: NotificationTokens?
  private var scenes: Set<SceneID> = []

  /// Makes a monitor that has not started.
  public init(lifecycle: AppLifecycle, center: NotificationCenter = .default) {
    self.lifecycle = lifecycle
    self.center = center
  }

  /// Tells what is true now, and everything from now on; starting again begins anew.
  public func start(with application: UIApplication) {
    let tokens = NotificationTokens(center: center)
    self.tokens = tokens
    begin(with: application)
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

  private func begin(with application: UIApplication) {
    let attached = application.connectedScenes.compactMap { scene in
      AppPhase(scene.activationState).map { (SceneID(scene), $0) }
    }
    scenes = Set(attached.map(\.0))
    guard scenes.isEmpty else {
      return lifecycle.setScenes(Dictionary(attached) { first, _ in first })
    }
    lifecycle.setScenes([.main: AppPhase(application.applicationState)])
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
        guard let self, scenes.isEmpty else { return }
        lifecycle.setPhase(phase)
      }
    }
  }

  private func observeScenes(_ tokens: NotificationTokens) {
    let phases: [(Notification.Name, AppPhase)] = [
      (UIScene.didActivateNotification, .active),
      (UIScene.willDeactivateNotification, .inactive),
      (UIScene.willEnterForegroundNotification, .inactive),
      (UIScene.didEnterBackgroundNotification, .background),
    ]
    for (name, phase) in phases {
      tokens.observe(name, of: UIScene.self) { [weak self] in self?.set(phase, of: SceneID($0)) }
    }
    tokens.observe(UIScene.didDisconnectNotification, of: UIScene.self) { [weak self] scene in
      self?.scenes.remove(SceneID(scene))
      self?.lifecycle.sceneDisconnected(SceneID(scene))
    }
  }

  /// The first scene takes the place of the application.
  private func set(_ phase: AppPhase, of scene: SceneID) {
    let isFirst = scenes.isEmpty
    scenes.insert(scene)
    if isFirst {
      lifecycle.setScenes([scene: phase])
    } else {
      lifecycle.setPhase(phase, scene: scene)
    }
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

  /// Reads a scene's state, `nil` while it is not attached; a new one counts as inactive.
  public init?(_ state: UIScene.ActivationState) {
    switch state {
    case .foregroundActive: self = .active
    case .background: self = .background
    case .unattached: return nil
    default: self = .inactive
    }
  }
}

extension SceneID {
  /// Names a scene by the persistent identifier of its session.
  @MainActor
  public init(_ scene: UIScene) {
    self.init(rawValue: scene.session.persistentIdentifier)
  }
}
#endif
