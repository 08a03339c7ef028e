/// What the system does with a notification that arrives in the foreground.
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// One bit an option.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shows a banner.
  public static let banner = PresentationOptions(rawValue: 1)

  /// Shows the notification in Notification Center.
  public static let list = PresentationOptions(rawValue: 2)

  /// Plays the notification's sound.
  public static let sound = PresentationOptions(rawValue: 4)

  /// Applies the notification's badge number.
  public static let badge = PresentationOptions(rawValue: 8)

  /// All that the system can do.
  public static let all: PresentationOptions = [.banner, .list, .sound, .badge]
}

extension PresentationOptions: CustomStringConvertible {
  /// The names of the options, or `nothing`.
  public var description: String {
    let names = [(Self.banner, "banner"), (.list, "list"), (.sound, "sound"), (.badge, "badge")]
      .filter { contains($0.0) }
      .map(\.1)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
