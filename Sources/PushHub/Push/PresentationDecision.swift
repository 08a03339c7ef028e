/// The decision on how to present a push that arrived in the foreground, and the votes for it.
///
/// One vote to suppress wins. Otherwise the options are the union of all votes to show, or the app's default
/// without such a vote, reduced to the options that every limit allows.
public struct PresentationDecision: Sendable {
  /// The push.
  public let push: Push

  /// The options for the system.
  public let options: PresentationOptions

  /// The options that every limit allows: all without a limit, none after a vote to suppress.
  public let allowed: PresentationOptions

  /// All votes in order, each with the voter's type.
  public let votes: [(voter: String, vote: PresentationVote)]

  /// The reason, in words.
  public let explanation: String

  private let `default`: PresentationOptions

  /// Counts the votes.
  ///
  /// - Parameters:
  ///   - push: The push.
  ///   - votes: The votes, in order.
  ///   - default: The options without a vote to show.
  init(
    push: Push,
    votes: [(voter: String, vote: PresentationVote)],
    default: PresentationOptions
  ) {
    self.push = push
    self.votes = votes
    self.default = `default`
    var wanted: PresentationOptions?
    var allowed = PresentationOptions.all
    var supporters: [String] = []
    var limits: [String] = []
    var vetoes: [String] = []
    for (voter, vote) in votes {
      switch vote {
      case .noOpinion: break
      case .show(let options):
        wanted = options.union(wanted ?? [])
        supporters.append(voter)
      case .limit(let options, let reason):
        allowed.formIntersection(options)
        limits.append("\(voter): \(reason)")
      case .suppress(let reason):
        allowed = []
        vetoes.append("\(voter): \(reason)")
      }
    }
    self.allowed = allowed
    options = (wanted ?? `default`).intersection(allowed)
    let shown =
      wanted == nil
      ? "no voter had an opinion, so the app's default applies"
      : "shown for " + supporters.joined(separator: ", ")
    let limited = limits.isEmpty ? "" : "; limited by " + limits.joined(separator: "; ")
    explanation =
      vetoes.isEmpty ? shown + limited : "suppressed by " + vetoes.joined(separator: "; ")
  }
}

extension PresentationDecision {
  /// The notification request's identifier; `nil` if the app has passed none.
  public var requestIdentifier: String? { push.requestIdentifier }

  /// The decision without some of the votes.
  ///
  /// - Parameter isLeftOut: Whether a vote is left out.
  public func without(_ isLeftOut: (PresentationVote) -> Bool) -> Self {
    Self(
      push: push,
      votes: votes.filter { !isLeftOut($0.vote) },
      default: `default`
    )
  }
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
