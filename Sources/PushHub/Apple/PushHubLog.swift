#if canImport(UserNotifications)
import Foundation

#if canImport(os)
import os
#endif

/// The log of a hub in the system's log, which Console and `log collect` show.
public enum PushHubLog {
  /// A value for ``AppHub/log`` that sends everything to the system's log.
  ///
  /// ```swift
  /// hub.log = PushHubLog.system(subsystem: "com.example.inbox")
  /// ```
  ///
  /// The category is the source's name, and the level that of the event. A message is the event's
  /// ``FeatureEvent/logLine``. The system redacts one that isn't ``FeatureEvent/isPublic``, unless a debugger is
  /// attached; the event's name stays. See
  /// [Logger](https://developer.apple.com/documentation/os/logger).
  ///
  /// - Parameter subsystem: The subsystem, usually the app's bundle identifier.
  @MainActor
  public static func system(
    subsystem: String
  ) -> (_ name: String, _ event: any FeatureEvent) -> Void {
    #if canImport(os)
    { name, event in
      let logger = Logger(subsystem: subsystem, category: name)
      let text = event.logLine
      if event.isPublic {
        logger.log(level: event.level.system, "\(text, privacy: .public)")
      } else {
        logger.log(
          level: event.level.system,
          "\(event.name, privacy: .public): \(text, privacy: .private)"
        )
      }
    }
    #else
    { name, event in print("\(subsystem) \(name): \(event.isPublic ? event.logLine : event.name)") }
    #endif
  }
}

#if canImport(os)
extension LogLevel {
  fileprivate var system: OSLogType {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .error
    }
  }
}
#endif
#endif
