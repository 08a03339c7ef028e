#if canImport(UserNotifications) && !os(tvOS)
public import PushHub

// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// The system, as a ``PermissionPolicy`` asks it.
///
/// ```swift
/// let permission = NotificationPermission(application: application, scheduler: hub.scheduler)
/// let authority = NotificationPermissionAuthority(permission)
/// ```
///
/// The permission's budgets should be longer than the policy's times, as they are by default: what the
/// system does not say within its budget, the permission takes for unchanged. Only what a user or the
/// system has just granted is taken as granted, although the settings can't be read.
@MainActor
public final class NotificationPermissionAuthority: PermissionAuthority {
  /// The system did not do what it said.
  struct Contradiction: Error {}

  private let permission: NotificationPermission
  private let options: UNAuthorizationOptions

  /// Makes an authority; nobody is asked yet.
  ///
  /// - Parameters:
  ///   - permission: Who speaks to the system. It is kept alive.
  ///   - options: What the app wants to do; `.provisional` is added where it is meant.
  public init(
    _ permission: NotificationPermission,
    options: UNAuthorizationOptions = [.alert, .sound, .badge]
  ) {
    self.permission = permission
    self.options = options.subtracting(.provisional)
  }

  /// What the system's settings say.
  ///
  /// - Throws: When the system has said nothing since the permission was made.
  public func level() async throws -> PermissionLevel {
    let status = await permission.refresh()
    guard permission.isKnown else { throw NotificationCenterError.noAnswer }
    return PermissionLevel(status.authorization)
  }

  /// Lets notifications be shown quietly, which asks nobody.
  public func requestProvisional() async throws -> PermissionLevel {
    let isAllowed = try await permission.ask(for: options.union(.provisional))
    let level = PermissionLevel(permission.status.authorization)
    return isAllowed && level == .notDetermined ? .provisional : level
  }

  /// Asks the system's question, unless the user has refused in Settings.
  public func request() async throws -> PermissionLevel {
    guard try await permission.ask(for: options) else { return .denied }
    switch permission.status.authorization {
    case .denied: throw Contradiction()
    case .ephemeral: return .ephemeral
    // Where it is another, the settings were not read since.
    case .authorized, .notDetermined, .provisional: return .authorized
    }
  }

  /// Shows the app's page in Settings.
  public func openSettings() {
    permission.openSettings()
  }
}

extension PermissionLevel {
  /// What the system calls so.
  public init(_ authorization: PermissionStatus.Authorization) {
    self =
      switch authorization {
      case .notDetermined: .notDetermined
      case .denied: .denied
      case .authorized: .authorized
      case .provisional: .provisional
      case .ephemeral: .ephemeral
      }
  }
}
#endif
