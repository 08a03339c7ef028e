/// A feature that has a say in how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushParticipant {
  /// Returns what should become of the push's banner, sound and badge.
  ///
  /// Asked once for each notification request, after the push was ``PushEvent/received(_:)``, unless
  /// the system asks from inside a delivery: then the event may still be waiting for its turn.
  func presentation(of push: Push) -> PresentationVote
}

/// What one feature wants to become of a push that arrived in the foreground.
public enum PresentationVote: Equatable, Sendable {
  /// It does not care.
  case noOpinion

  /// It wants at least these options.
  case show(PresentationOptions)

  /// It wants no more than these options, whoever wants to show what, and says why.
  case limit(to: PresentationOptions, reason: String)

  /// It wants nothing shown, and says why.
  case suppress(reason: String)
}

/// What the system does with a notification that arrives in the foreground.
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// One bit an option, the same as of the system's `UNNotificationPresentationOptions`.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Shows a banner.
  public static let banner = PresentationOptions(rawValue: 1 << 4)

  /// Shows the notification in Notification Center.
  public static let list = PresentationOptions(rawValue: 1 << 3)

  /// Plays the notification's sound.
  public static let sound = PresentationOptions(rawValue: 1 << 1)

  /// Applies the notification's badge number.
  public static let badge = PresentationOptions(rawValue: 1)

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
