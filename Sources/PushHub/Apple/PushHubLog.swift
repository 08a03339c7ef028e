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
  /// The category is the source's name, and the level that of the event. A message is one line, in which control
  /// characters are written as `\u{...}`. The system redacts a message that isn't
  /// ``FeatureEvent/isPublic``, unless a debugger is attached; the event's name stays. See
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
      let text = event.logText
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
    { name, event in print("\(subsystem) \(name): \(event.isPublic ? event.logText : event.name)") }
    #endif
  }
}

extension FeatureEvent {
  /// The message on one line; an entry of the manager also names its push and its observer.
  fileprivate var logText: String { printable((self as? PushLogEntry)?.description ?? message) }
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
