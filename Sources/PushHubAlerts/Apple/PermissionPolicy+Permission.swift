#if canImport(UserNotifications) && !os(tvOS)
public import PushHub

// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

extension PermissionPolicy {
  /// Creates a policy that asks the system.
  ///
  /// ```swift
  /// let permission = NotificationPermission(application: application, scheduler: hub.scheduler)
  /// let policy = PermissionPolicy(permission, store: store)
  /// ```
  ///
  /// The permission's budgets should be longer than the policy's times, as they are by default: if the
  /// system does not answer within a budget, the permission level counts as unchanged.
  ///
  /// - Parameters:
  ///   - permission: The access to the system's permission. It is kept alive.
  ///   - options: The options to request; `.provisional` is added to requests for quiet notifications alone.
  ///   - store: The store of what was asked; for this policy alone.
  ///   - configuration: The limits on how often the user is asked.
  public convenience init(
    _ permission: NotificationPermission,
    options: UNAuthorizationOptions = [.alert, .sound, .badge],
    store: any Store<PermissionLedger>,
    configuration: Configuration = Configuration()
  ) {
    self.init(
      authority: NotificationPermissionAuthority(permission, options: options),
      store: store,
      configuration: configuration
    )
  }
}

/// The system, as a ``PermissionPolicy`` asks it.
@MainActor
final class NotificationPermissionAuthority: PermissionAuthority {
  private let permission: NotificationPermission
  private let options: UNAuthorizationOptions

  init(_ permission: NotificationPermission, options: UNAuthorizationOptions) {
    self.permission = permission
    self.options = options.subtracting(.provisional)
  }

  /// Returns the permission level of the system's settings.
  ///
  /// - Throws: An error if the system has not answered since the permission was created.
  func level() async throws -> PermissionLevel {
    guard let level = await permission.refresh() else { throw NotificationCenterError.noAnswer }
    return level
  }

  /// Asks the system, unless the user has refused in Settings.
  func request(isProvisional: Bool) async throws -> PermissionLevel {
    let isAllowed = try await permission.ask(
      for: isProvisional ? options.union(.provisional) : options
    )
    return permission.status ?? (isAllowed ? .authorized : .denied)
  }
}
#endif
