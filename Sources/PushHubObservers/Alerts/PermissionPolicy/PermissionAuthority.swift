public import PushHub

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

  /// Asks the user the system's question, which can be asked once in an app's life.
  ///
  /// - Parameter isProvisional: Whether notifications are only to be shown quietly, which asks nobody.
  /// - Returns: What is allowed since then.
  func request(isProvisional: Bool) async throws -> PermissionLevel
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
