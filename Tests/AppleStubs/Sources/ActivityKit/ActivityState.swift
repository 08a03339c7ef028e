#if !os(macOS) && !os(tvOS) && !os(watchOS) && !os(visionOS) && !targetEnvironment(macCatalyst)
import Foundation

/// [Apple](https://developer.apple.com/documentation/activitykit/activityattributes).
public protocol ActivityAttributes: Decodable, Encodable {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activityattributes/contentstate).
  associatedtype ContentState: Decodable, Encodable, Hashable
}

/// [Apple](https://developer.apple.com/documentation/activitykit/activitystate).
public enum ActivityState: Sendable, Codable, Hashable {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activitystate/active).
  case active

  /// [Apple](https://developer.apple.com/documentation/activitykit/activitystate/ended).
  case ended

  /// [Apple](https://developer.apple.com/documentation/activitykit/activitystate/dismissed).
  case dismissed

  /// [Apple](https://developer.apple.com/documentation/activitykit/activitystate/stale).
  case stale

  /// As a case of a later version, such as
  /// [pending](https://developer.apple.com/documentation/activitykit/activitystate/pending), which an app
  /// for earlier ones can't name.
  case stubPending
}

/// [Apple](https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy).
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy/default).
  public static let `default` = Self(isImmediate: false)

  /// [Apple](https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy/immediate).
  public static let immediate = Self(isImmediate: true)

  let isImmediate: Bool
}

/// [Apple](https://developer.apple.com/documentation/activitykit/activitycontent).
public struct ActivityContent<State>: @unchecked Sendable
where State: Decodable, State: Encodable, State: Hashable {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activitycontent/state).
  public let state: State

  /// [Apple](https://developer.apple.com/documentation/activitykit/activitycontent/staledate).
  public let staleDate: Date?
}

/// [Apple](https://developer.apple.com/documentation/activitykit/activityauthorizationinfo).
public final class ActivityAuthorizationInfo {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var permissions = (true, true)

  /// What the user allows: activities, and frequent updates.
  public static var stubPermissions: (activities: Bool, frequentPushes: Bool) {
    get { lock.withLock { permissions } }
    set { lock.withLock { permissions = newValue } }
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/init()).
  public init() {}

  /// [Apple](https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/areactivitiesenabled).
  public var areActivitiesEnabled: Bool { Self.stubPermissions.activities }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/frequentpushesenabled).
  public var frequentPushesEnabled: Bool { Self.stubPermissions.frequentPushes }
}
#endif
