/// [Apple](https://developer.apple.com/documentation/os/logger).
public struct Logger: Sendable {
  /// [Apple](https://developer.apple.com/documentation/os/logger/init(subsystem:category:)).
  public init(subsystem: String, category: String) {}

  /// [Apple](https://developer.apple.com/documentation/os/logger/log(level:_:)).
  public func log(level: OSLogType, _ message: OSLogMessage) {}
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
  /// [Apple](https://developer.apple.com/documentation/os/oslogmessage/init(stringliteral:)).
  public init(stringLiteral value: String) {}

  /// [Apple](https://developer.apple.com/documentation/os/oslogmessage/init(stringinterpolation:)).
  public init(stringInterpolation: OSLogInterpolation) {}
}

/// [Apple](https://developer.apple.com/documentation/os/osloginterpolation).
public struct OSLogInterpolation: StringInterpolationProtocol {
  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/init(literalcapacity:interpolationcount:)).
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/appendliteral(_:)).
  public mutating func appendLiteral(_ literal: String) {}

  /// [Apple](https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-6scx0).
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {}
}

/// [Apple](https://developer.apple.com/documentation/os/oslogstringalignment).
public struct OSLogStringAlignment {
  /// [Apple](https://developer.apple.com/documentation/os/oslogstringalignment/none).
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

/// [Apple](https://developer.apple.com/documentation/os/oslogprivacy).
public struct OSLogPrivacy {
  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/auto).
  public static var auto: OSLogPrivacy { OSLogPrivacy() }

  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/private).
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }

  /// [Apple](https://developer.apple.com/documentation/os/oslogprivacy/public).
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}
