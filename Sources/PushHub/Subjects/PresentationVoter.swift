/// A feature that votes on how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushParticipant {
  /// Returns the vote on the push's banner, sound and badge.
  ///
  /// Called once for each notification request, after the event ``PushEvent/received(_:)``. If the system
  /// asks during a delivery, that event may still be queued.
  func presentation(of push: Push) -> PresentationVote
}

/// A feature's vote on the presentation of a push that arrived in the foreground.
public enum PresentationVote: Equatable, Sendable {
  /// No vote.
  case noOpinion

  /// Show at least these options.
  case show(PresentationOptions)

  /// Show no more than these options, for a reason.
  case limit(to: PresentationOptions, reason: String)

  /// Show nothing, for a reason.
  case suppress(reason: String)
}

/// The ways in which the system presents a notification that arrives in the foreground.
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option, as in the system's `UNNotificationPresentationOptions`.
  public let rawValue: UInt

  /// Creates a set from its bits.
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

  /// All options.
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
