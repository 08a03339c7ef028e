#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import Observation
// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// Whether the app may show notifications: what the user allows, and how to ask.
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
/// The system asks the user once in an app's life; after that only its Settings change anything.
/// What the system does not answer within a budget is not waited for.
/// See [Asking permission to use
/// notifications](https://developer.apple.com/documentation/usernotifications/asking-permission-to-use-notifications).
@MainActor
@Observable
public final class NotificationPermission {
  /// What the user allows; `nil` until the system has reported it, see ``refresh()``.
  public private(set) var status: PermissionLevel?

  /// How long the system may take to report what the user allows.
  package static let settingsBudget = Duration.seconds(10)

  /// How long the user may take to answer the system's question.
  package static let questionBudget = Duration.seconds(900)

  /// Shows the user the app's page in Settings, where a refusal can be taken back.
  @ObservationIgnored public let openSettings: () -> Void

  @ObservationIgnored private let scheduler: any Scheduler
  @ObservationIgnored private let center: UNUserNotificationCenter?
  @ObservationIgnored private let streams = ValueStreams<PermissionLevel?>()

  /// Makes a permission of which nothing is known yet.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - center: The notification center to ask, that of the process by default.
  ///   - openSettings: Opens the app's page in Settings; UIKit's apps have an initialiser that
  ///     knows how.
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
  /// - Parameter options: What the app wants to do. With `.provisional` the system asks nobody and
  ///   shows notifications quietly until the user decides; `.criticalAlert` needs an entitlement
  ///   from Apple.
  /// - Returns: Whether the user allows notifications, perhaps quietly. Who has refused earlier is not
  ///   asked again: only Settings help.
  /// - Throws: The system's error, or that it did not answer.
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
  /// Reads the status if the app is active.
  public func begin(with state: LifecycleState) {
    if state.phase == .active { startRefresh() }
  }

  /// Reads the status when the app becomes active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if event == .phaseChanged(.active) { startRefresh() }
  }

  private func startRefresh() {
    Task { [weak self] in _ = await self?.refresh() }
  }
}

#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension NotificationPermission {
  /// Makes a permission that opens the app's notification settings in Settings.
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
