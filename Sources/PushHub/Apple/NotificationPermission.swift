#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import Observation
// The framework's classes are not annotated for concurrency; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// The user's permission to show notifications, and how to request it.
///
/// ```swift
/// let permission = NotificationPermission(scheduler: hub.scheduler) { showHowToGoToSettings() }
/// lifecycle.add(permission)  // reads again whenever the user comes back, perhaps from Settings
/// if await permission.refresh() == .denied {
///   showHint { permission.openSettings() }
/// } else if try await permission.ask(for: [.alert, .sound, .badge]) {
///   showThanks()
/// }
/// ```
///
/// The system asks the user only once; after that the permission changes only in Settings. Each question to the
/// system has a timeout.
/// See [Asking permission to use
/// notifications](https://developer.apple.com/documentation/usernotifications/asking-permission-to-use-notifications).
@MainActor
@Observable
public final class NotificationPermission {
  /// The permission level; `nil` until the system has reported it, see ``refresh()``.
  public private(set) var status: PermissionLevel?

  /// The timeout of the system's report.
  package static let settingsBudget = Duration.seconds(10)

  /// The timeout of the user's answer.
  package static let questionBudget = Duration.seconds(900)

  /// Opens the app's page in Settings, where the user can change the permission.
  @ObservationIgnored public let openSettings: () -> Void

  @ObservationIgnored private let scheduler: any Scheduler
  @ObservationIgnored private let center: UNUserNotificationCenter?
  @ObservationIgnored private let streams = ValueStreams<PermissionLevel?>()

  /// Creates a permission whose status is not known yet.
  ///
  /// - Parameters:
  ///   - scheduler: The clock of the timeouts.
  ///   - center: The notification center to ask, that of the process by default.
  ///   - openSettings: Opens the app's page in Settings; UIKit apps use the initializer with an application.
  public init(
    scheduler: any Scheduler,
    center: UNUserNotificationCenter? = nil,
    openSettings: @escaping () -> Void
  ) {
    self.scheduler = scheduler
    self.center = center ?? UNUserNotificationCenter.current(of: .main)
    self.openSettings = openSettings
  }
}

extension NotificationPermission {
  /// The status now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the permission is released.
  public var statuses: AsyncStream<PermissionLevel?> { streams.stream(from: status) }

  /// Reads what the user allows now.
  ///
  /// - Returns: The status, as it was if the system does not answer.
  @discardableResult
  public func refresh() async -> PermissionLevel? {
    let answer: PermissionLevel? = try? await center.answer(
      within: Self.settingsBudget,
      on: scheduler
    ) { center, answer in
      center.getNotificationSettings { @Sendable in
        answer(PermissionLevel($0.authorizationStatus))
      }
    }
    if let answer, answer != status {
      status = answer
      streams.yield(answer)
    }
    return status
  }

  /// Asks the user, unless the user has answered before.
  ///
  /// An answer that comes after a quarter of an hour is in the ``status`` when the app is active again, if
  /// the permission observes its lifecycle.
  ///
  /// - Parameter options: The options that the app needs. With `.provisional` the system does not ask, and shows
  ///   notifications quietly until the user decides; `.criticalAlert` needs an entitlement from Apple.
  /// - Returns: Whether the user allows notifications, perhaps quietly. A user who has refused before is not
  ///   asked again.
  /// - Throws: The system's error, or one for no answer.
  public func ask(for options: UNAuthorizationOptions) async throws -> Bool {
    guard await refresh() != .denied else { return false }
    let answer: Result<Bool, any Error> = try await center.answer(
      within: Self.questionBudget,
      on: scheduler
    ) { center, answer in
      center.requestAuthorization(options: options) { @Sendable isAllowed, error in
        answer(error.map { .failure($0) } ?? .success(isAllowed))
      }
    }
    let isAllowed = try answer.get()
    await refresh()
    return isAllowed
  }
}

extension PermissionLevel {
  /// Reads the system's status; one that it adds later counts as granted.
  ///
  /// See [UNAuthorizationStatus](https://developer.apple.com/documentation/usernotifications/unauthorizationstatus).
  public init(_ status: UNAuthorizationStatus) {
    let (levels, place) = (Self.allCases, status.rawValue)
    self = levels.indices.contains(place) ? levels[place] : .authorized
  }
}

extension NotificationPermission: LifecycleObserver {
  /// Reads the status if the app is active, and when it becomes active.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    guard event ?? .phaseChanged(state.phase) == .phaseChanged(.active) else { return }
    Task { [weak self] in _ = await self?.refresh() }
  }
}

#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension NotificationPermission {
  /// Creates a permission that opens the app's notification settings in Settings.
  ///
  /// See [openNotificationSettingsURLString](https://developer.apple.com/documentation/uikit/uiapplication/opennotificationsettingsurlstring).
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    application: UIApplication,
    scheduler: any Scheduler,
    center: UNUserNotificationCenter? = nil
  ) {
    self.init(scheduler: scheduler, center: center) {
      if let url = URL(string: UIApplication.openNotificationSettingsURLString) {
        application.open(url, options: [:], completionHandler: nil)
      }
    }
  }
}
#endif
#endif
