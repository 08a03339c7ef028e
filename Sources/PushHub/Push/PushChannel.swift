/// A way by which the system shows a push to an app.
public enum PushChannel: UInt8, Hashable, Sendable, CaseIterable {
  /// The app was launched by a tap, and the launch options hold the payload.
  case launch

  /// The application delegate was handed a remote notification, mostly in the background.
  case remote

  /// The notification center asks how to present a notification in the foreground.
  case present

  /// The user answered a notification.
  case open
}

/// The ways by which one push was seen.
public struct PushChannels: OptionSet, Hashable, Sendable {
  /// One bit a channel.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a set of one channel.
  public init(_ channel: PushChannel) {
    self.init(rawValue: 1 << channel.rawValue)
  }

  /// Whether the push was seen on a channel.
  public func contains(_ channel: PushChannel) -> Bool {
    isSuperset(of: PushChannels(channel))
  }
}

extension PushChannels: CustomStringConvertible {
  /// The names of the channels, in the order of their declaration.
  public var description: String {
    PushChannel.allCases.filter(contains).map { "\($0)" }.joined(separator: ", ")
  }
}
