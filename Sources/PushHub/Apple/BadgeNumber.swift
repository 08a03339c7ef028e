#if canImport(UserNotifications) && !os(watchOS)
import Foundation
// The framework promises the compiler nothing about its classes; it is called from the main actor.
@unsafe @preconcurrency public import UserNotifications

/// The number on the app's icon: one place that sets it, from whatever counts.
///
/// ```swift
/// let badge = BadgeNumber(lifecycle: hub.lifecycle, scheduler: hub.scheduler)
/// badge.follow(unread.states) { $0.isKnown ? $0.count : nil }
/// ```
///
/// One number is set at a time. Of those that come meanwhile the latest is set after it; one that
/// is shown already is not set again. What could not be set, or was not confirmed by the
/// system within ten seconds, is logged, and set with the next number.
///
/// A notification whose `badge` the system shows changes the icon without a word. So the latest number
/// is set again after a presentation with `.badge` that an ``AppHub`` has decided, and whenever the app
/// becomes or resigns active. See
/// [setBadgeCount(_:withCompletionHandler:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setbadgecount(_:withcompletionhandler:)).
@MainActor
public final class BadgeNumber {
  /// The number that the system has taken last; `nil` before, and where the system may have changed it.
  public private(set) var shown: Int?

  /// Called with the reason why a number was not set: the system's error, or that it did not answer.
  public var log: ((any Error) -> Void)?

  private let scheduler: any Scheduler
  private let center: UNUserNotificationCenter?
  private let observations = NotificationTokens()
  private var isActive = false
  private var isBeingSet = false

  /// Whether the system may have changed the icon since the latest number was given to it.
  private var isOverwritten = false
  private var latest: Int?

  /// What sets numbers, for as long as it is kept.
  package var following: AnyObject?

  /// Makes a number that is not known yet.
  ///
  /// - Parameters:
  ///   - lifecycle: Says when the app becomes and resigns active.
  ///   - scheduler: Whose time counts.
  ///   - center: The notification center, that of the process by default.
  public init(
    lifecycle: any LifecycleSubject,
    scheduler: any Scheduler,
    center: UNUserNotificationCenter? = nil
  ) {
    self.scheduler = scheduler
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

  /// Shows what a sequence gives, until it ends, another is followed or this object is released.
  ///
  /// - Parameters:
  ///   - values: Where numbers come from, such as `unread.states`.
  ///   - number: The number in a value; `nil` where it isn't known, which leaves the icon as it is.
  public func follow<Values: AsyncSequence & Sendable>(
    _ values: Values,
    number: @escaping @MainActor (Values.Element) -> Int?
  ) where Values.Element: Sendable, Values.Failure == Never {
    following = TaskOwner(
      Task { [weak self] in
        for await value in values {
          guard !Task.isCancelled, let self else { return }
          if let number = number(value) {
            self.set(number)
          }
        }
      }
    )
  }

  /// Follows nothing more; the number stays.
  public func stop() {
    following = nil
  }

  private func setAgain() {
    shown = nil
    isOverwritten = true
    setLatest()
  }

  private func setLatest() {
    guard !isBeingSet, let number = latest, number != shown else { return }
    guard let center else {
      log?(NotificationCenterError.noCenter)
      return
    }
    isBeingSet = true
    isOverwritten = false
    let answer = SharedAnswer<(any Error)?>(
      within: .seconds(10),
      on: scheduler
    ) { [weak self] in self?.finish(number, $0.first ?? NotificationCenterError.noAnswer) }
    center.setBadgeCount(number) { @Sendable error in onMainActor { answer.receive(error) } }
  }

  private func finish(_ number: Int, _ error: (any Error)?) {
    isBeingSet = false
    shown = error == nil && !isOverwritten ? number : nil
    if let error { log?(error) }
    if latest != number || isOverwritten { setLatest() }
  }
}

extension BadgeNumber: LifecycleObserver {
  /// Reads whether the app is active.
  public func begin(with state: LifecycleState) {
    isActive = state.phase == .active
  }

  /// Sets the latest number again when the app becomes or resigns active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event else { return }
    if isActive || phase == .active { setAgain() }
    isActive = phase == .active
  }
}
#endif
