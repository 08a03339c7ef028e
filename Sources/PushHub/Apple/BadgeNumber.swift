#if canImport(UserNotifications) && !os(watchOS)
import Foundation
// The framework's classes are not annotated for concurrency; it is called from the main actor.
@unsafe @preconcurrency public import UserNotifications

/// The number on the app's icon.
///
/// ```swift
/// let badge = BadgeNumber(lifecycle: hub.lifecycle, scheduler: hub.scheduler)
/// badge.set(3)
/// ```
///
/// One number is set at a time. Of numbers that come meanwhile, the latest is set next; a number that is shown
/// already is not set again. A failure, or no answer of the system within ten seconds, is logged.
///
/// Install it in the hub's host, which keeps it, and whose log then has its failures:
/// `try hub.host.install(badge, named: "badge number")`.
///
/// When the system shows a notification with a `badge`, it changes the icon without a callback. So the latest
/// number is set again after a presentation with `.badge` that an ``AppHub`` has decided, and when the app becomes
/// active after it was in the background. See
/// [setBadgeCount(_:withCompletionHandler:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setbadgecount(_:withcompletionhandler:)).
@MainActor
public final class BadgeNumber {
  /// The number that the system has shown last; `nil` before, and when the system may have changed it.
  public private(set) var shown: Int?

  /// Called with each number right before the system gets it, and with the latest when the app enters the background.
  ///
  /// An app shares the number here with its service extension.
  public var willSet: ((Int) -> Void)?

  /// Called when a number was not set.
  public var log: ((HubProblem) -> Void)?

  private let scheduler: any Scheduler
  private let center: UNUserNotificationCenter?
  private let clearsNotifications: Bool
  private let observations = NotificationTokens()
  private var wasInBackground = false
  private var isBeingSet = false

  /// Whether the system may have changed the icon since the latest number was given to it.
  private var isOverwritten = false
  private var latest: Int?
  private var context: PluginContext?

  /// The object that sets the numbers of what is followed.
  package var following: AnyObject?

  /// Creates a number that is not set yet.
  ///
  /// - Parameters:
  ///   - lifecycle: The lifecycle subject, which it observes.
  ///   - scheduler: The clock of the timeout.
  ///   - clearsNotifications: Whether zero is set as such, with which some systems also empty Notification Center.
  ///     Otherwise −1 is set, which hides the number alone. Neither is documented by Apple for this call.
  ///   - center: The notification center, that of the process by default.
  public init(
    lifecycle: any LifecycleSubject,
    scheduler: any Scheduler,
    clearsNotifications: Bool = true,
    center: UNUserNotificationCenter? = nil
  ) {
    self.scheduler = scheduler
    self.clearsNotifications = clearsNotifications
    self.center = center ?? UNUserNotificationCenter.current(of: .main)
    observations.observe(.iconMayHaveChanged, in: .default, of: self.center) {
      [weak self] (_: Never?) in self?.setAgain()
    }
    lifecycle.add(self)
  }
}

extension BadgeNumber {
  /// Shows a number; below one, none.
  public func set(_ number: Int) {
    latest = max(0, number)
    setLatest()
  }

  /// Stops following; the number stays.
  public func stop() {
    following = nil
  }

  private func report(_ error: any Error) {
    let problem = HubProblem(message: "The icon's number was not set: \(LogText(error))")
    log?(problem)
    context?.log(problem)
  }

  private func setAgain() {
    shown = nil
    isOverwritten = true
    setLatest()
  }

  private func setLatest() {
    guard !isBeingSet, let number = latest, number != shown else { return }
    willSet?(number)
    guard let center else {
      report(NotificationCenterError.noCenter)
      return
    }
    isBeingSet = true
    isOverwritten = false
    let answer = TimedAnswer<(any Error)?>(
      within: .seconds(10),
      on: scheduler
    ) { [weak self] in self?.finish(number, $0 ?? NotificationCenterError.noAnswer) }
    let count = number == 0 && !clearsNotifications ? -1 : number
    center.setBadgeCount(count) { @Sendable error in onMainActor { answer.receive(error) } }
  }

  private func finish(_ number: Int, _ error: (any Error)?) {
    isBeingSet = false
    shown = error == nil && !isOverwritten ? number : nil
    if let error { report(error) }
    if latest != number || isOverwritten { setLatest() }
  }
}

extension BadgeNumber: LoggingPlugin {
  /// Logs to the host.
  public func attach(to context: PluginContext) { self.context = context }

  /// Logs no more to the host, and follows nothing.
  public func detach() {
    context = nil
    stop()
  }
}

extension BadgeNumber: LifecycleObserver {
  /// Sets the latest number again when the app becomes active after it was in the background.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    let phase = state.phase
    if wasInBackground, phase == .active { setAgain() }
    if phase == .background, !wasInBackground {
      // From now on pushes may change the icon, and the extension counts on.
      (shown, isOverwritten) = (nil, true)
      if let latest { willSet?(latest) }
    }
    wasInBackground = phase == .background || wasInBackground && phase != .active
  }
}
#endif
