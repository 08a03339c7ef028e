/// What the user allows the app's notifications to do, as far as a ``PermissionPolicy`` cares.
public enum PermissionLevel: String, Hashable, Sendable, CaseIterable, Codable {
  /// The user was not asked yet.
  case notDetermined

  /// The user refused.
  case denied

  /// The user agreed.
  case authorized

  /// Notifications are shown quietly, until the user decides.
  case provisional

  /// The app is an App Clip, and may show notifications for a while.
  case ephemeral

  /// What the user allows, for people.
  package var words: String {
    switch self {
    case .notDetermined: "the user was not asked"
    case .denied: "the user allows nothing"
    case .authorized: "the user allows notifications"
    case .provisional: "notifications are shown quietly"
    case .ephemeral: "an App Clip may show notifications"
    }
  }
}

/// Who knows what the user allows, and can ask: the system.
///
/// On Apple's systems a policy is made with a `NotificationPermission`. What is not answered within 5 s, or
/// by a user within ten minutes, is taken for no answer.
@MainActor
public protocol PermissionAuthority: AnyObject {
  /// What the user allows now.
  ///
  /// - Throws: Why that is not known.
  func level() async throws -> PermissionLevel

  /// Lets notifications be shown quietly, which asks nobody.
  ///
  /// - Returns: What is allowed since then.
  func requestProvisional() async throws -> PermissionLevel

  /// Asks the user the system's question, which can be asked once in an app's life.
  ///
  /// - Returns: What the user allows since then.
  func request() async throws -> PermissionLevel
}

/// What a user says to the app's own question, which comes before the system's.
public enum PermissionAnswer: String, Hashable, Sendable, CaseIterable, Codable {
  /// The system may ask.
  case accepted

  /// Not now.
  case later

  /// Not now, and not another time.
  case never

  /// What the user says, for people.
  package var words: String {
    switch self {
    case .accepted: "yes"
    case .later: "not now"
    case .never: "never"
    }
  }
}
