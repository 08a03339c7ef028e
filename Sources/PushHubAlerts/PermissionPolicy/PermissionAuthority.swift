public import PushHub

/// An authority that grants permission for notifications: the system.
///
/// On Apple's systems a policy is created with a `NotificationPermission`. A request that the system does not
/// answer within 5 s, or the user within ten minutes, has failed.
@MainActor
public protocol PermissionAuthority: AnyObject {
  /// Returns the current permission level.
  ///
  /// - Throws: The reason why it is not known.
  func level() async throws -> PermissionLevel

  /// Asks the user the system's question, which can be asked once in an app's life.
  ///
  /// - Parameter isProvisional: Whether to show notifications quietly only, which the user is not asked.
  /// - Returns: The permission level after the answer.
  func request(isProvisional: Bool) async throws -> PermissionLevel
}

/// A user's answer to the app's own question, which comes before the system's.
public enum PermissionAnswer: String, Hashable, Sendable, CaseIterable, Codable {
  /// The system may ask.
  case accepted

  /// The app may ask again later.
  case later

  /// The app must never ask again.
  case never

  /// The answer, for people.
  package var message: String {
    switch self {
    case .accepted: "yes"
    case .later: "not now"
    case .never: "never"
    }
  }
}
