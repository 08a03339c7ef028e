import Foundation

/// [Apple](https://developer.apple.com/documentation/os/logger).
public struct Logger: Sendable {
  /// A message as a debugger shows it, and as Console does.
  public struct StubEntry: Sendable {
    public let category: String
    public let level: OSLogType
    public let text: String
    public let redacted: String
  }

  private static let stubLog = OSAllocatedUnfairLock<[(subsystem: String, entry: StubEntry)]>(
    initialState: []
  )

  private let subsystem: String
  private let category: String

  /// [Apple](https://developer.apple.com/documentation/os/logger/init(subsystem:category:)).
  public init(subsystem: String, category: String) {
    (self.subsystem, self.category) = (subsystem, category)
  }

  /// [Apple](https://developer.apple.com/documentation/os/logger/log(level:_:)).
  public func log(level: OSLogType, _ message: OSLogMessage) {
    let entry = StubEntry(
      category: category,
      level: level,
      text: message.stubText,
      redacted: message.stubRedacted
    )
    Self.stubLog.withLockUnchecked { $0.append((subsystem, entry)) }
  }

  /// The messages of a subsystem.
  public static func stubEntries(of subsystem: String) -> [StubEntry] {
    stubLog.withLockUnchecked { log in
      log.filter { $0.subsystem == subsystem }.map(\.entry)
    }
  }
}

/// [Apple](https://developer.apple.com/documentation/os/oslogtype).
public struct OSLogType: RawRepresentable, Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/os/oslogtype/debug).
  public static let debug = OSLogType(rawValue: 2)

  /// [Apple](https://developer.apple.com/documentation/os/oslogtype/error).
  public static let error = OSLogType(rawValue: 16)

  /// [Apple](https://developer.apple.com/documentation/os/oslogtype/info).
  public static let info = OSLogType(rawValue: 1)
}

/// [Apple](https://developer.apple.com/documentation/os/oslogmessage).
public struct OSLogMessage: ExpressibleByStringInterpolation {
  let stubText: String
  let stubRedacted: String

  /// [Apple](https://developer.apple.com/documentation/os/oslogmessage/init(stringliteral:)).
  public init(stringLiteral value: String) {
    (stubText, stubRedacted) = (value, value)
  }

  /// [Apple](https://developer.apple.com/documentation/os/oslogmessage/init(stringinterpolation:)).
  public init(stringInterpolation: OSLogInterpolation) {
    (stubText, stubRedacted) = (stringInterpolation.stubText, stringInterpolation.stubRedacted)
  }
}

/// [Apple](https://developer.apple.com/documentation/os/osloginterpolation).
public struct OSLogInterpolation: StringInterpolationProtocol {
  var stubText = ""
  var stubRedacted = ""

  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/init(literalcapacity:interpolationcount:)).
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/appendliteral(_:)).
  public mutating func appendLiteral(_ literal: String) {
    stubText += literal
    stubRedacted += literal
  }

  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-6scx0).
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    stubText += argumentString()
    stubRedacted += privacy.stubIsPublic ? argumentString() : "<private>"
  }
}

/// [Apple](https://developer.apple.com/documentation/os/oslogstringalignment).
public struct OSLogStringAlignment {
  /// [Apple](https://developer.apple.com/documentation/os/oslogstringalignment/none).
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

/// [Apple](https://developer.apple.com/documentation/os/oslogprivacy).
public struct OSLogPrivacy {
  let stubIsPublic: Bool

  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/auto).
  public static var auto: OSLogPrivacy { OSLogPrivacy(stubIsPublic: false) }

  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/private).
  public static var `private`: OSLogPrivacy { OSLogPrivacy(stubIsPublic: false) }

  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/public).
  public static var `public`: OSLogPrivacy { OSLogPrivacy(stubIsPublic: true) }
}
