/// What was decided about a push that arrived in the foreground, and by whom.
///
/// One vote to suppress wins; else the union of what voters want to show; else, if nobody wants
/// anything, the app's default. What is to be shown is cut down to what every limit allows.
public struct PresentationDecision: Sendable {
  /// What was decided about.
  public let push: Push

  /// The notification request's identifier, by which the system knows it; `nil` if it was not told.
  public let requestIdentifier: String?

  /// What the system is to do.
  public let options: PresentationOptions

  /// What every limit allows: all where there is none, nothing after a vote to suppress.
  public let allowed: PresentationOptions

  /// All votes, in the order in which the observers were asked, each with its observer's type.
  public let votes: [(voter: String, vote: PresentationVote)]

  /// Why, in words.
  public let explanation: String

  private let `default`: PresentationOptions

  /// Counts the votes.
  ///
  /// - Parameters:
  ///   - push: What is decided about.
  ///   - votes: The votes, in order.
  ///   - default: What happens when nobody has an opinion.
  ///   - requestIdentifier: The notification request's identifier, if it was told.
  init(
    push: Push,
    votes: [(voter: String, vote: PresentationVote)],
    default: PresentationOptions,
    requestIdentifier: String? = nil
  ) {
    self.push = push
    self.votes = votes
    self.default = `default`
    self.requestIdentifier = requestIdentifier
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
      ? "nobody had an opinion, so the app's default holds"
      : "shown for " + supporters.joined(separator: ", ")
    let limited = limits.isEmpty ? "" : "; limited by " + limits.joined(separator: "; ")
    explanation =
      vetoes.isEmpty ? shown + limited : "suppressed by " + vetoes.joined(separator: "; ")
  }
}

extension PresentationDecision {
  /// The decision as it would be if some votes had not been cast.
  ///
  /// - Parameter isLeftOut: Whether a vote does not count.
  public func without(_ isLeftOut: (PresentationVote) -> Bool) -> Self {
    Self(
      push: push,
      votes: votes.filter { !isLeftOut($0.vote) },
      default: `default`,
      requestIdentifier: requestIdentifier
    )
  }
}
