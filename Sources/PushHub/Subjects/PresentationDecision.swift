/// What was decided about a push that arrived in the foreground, and by whom.
///
/// One vote to suppress wins; else the union of what voters want to show; else, if nobody wants
/// anything, the app's default. What is to be shown is cut down to what every limit allows.
public struct PresentationDecision: Sendable {
  /// One observer's vote.
  public struct Ballot: Hashable, Sendable {
    /// The observer's type.
    public let voter: String

    /// The observer's place among all that were ever added, from 1, if it is known.
    ///
    /// It tells two observers of one type apart, as ``PushLogEntry/observerNumber`` does.
    public let number: Int?

    /// What it wants.
    public let vote: PresentationVote

    /// Describes a vote.
    public init(voter: String, number: Int? = nil, vote: PresentationVote) {
      self.voter = voter
      self.number = number
      self.vote = vote
    }
  }

  /// What was decided about.
  public let push: Push

  /// The notification request's identifier, by which the system knows it; `nil` if it was not told.
  public let requestIdentifier: String?

  /// What the system is to do.
  public let options: PresentationOptions

  /// What every limit allows: all where there is none, nothing after a vote to suppress.
  public let allowed: PresentationOptions

  /// All votes, in the order in which the observers were asked.
  public let ballots: [Ballot]

  /// Why, in words.
  public let explanation: String

  private let `default`: PresentationOptions

  /// Counts the votes.
  ///
  /// - Parameters:
  ///   - push: What is decided about.
  ///   - ballots: The votes, in order.
  ///   - default: What happens when nobody has an opinion.
  ///   - requestIdentifier: The notification request's identifier, if it was told.
  public init(
    push: Push,
    ballots: [Ballot],
    default: PresentationOptions,
    requestIdentifier: String? = nil
  ) {
    self.push = push
    self.ballots = ballots
    self.default = `default`
    self.requestIdentifier = requestIdentifier
    var wanted: PresentationOptions = []
    var allowed = PresentationOptions.all
    var limits: [String] = []
    var supporters: [String] = []
    var vetoes: [String] = []
    for ballot in ballots {
      switch ballot.vote {
      case .noOpinion: continue
      case .show(let options):
        wanted.formUnion(options)
        supporters.append(ballot.voter)
      case .limit(let options, let reason):
        allowed.formIntersection(options)
        limits.append("\(ballot.voter): \(reason)")
      case .suppress(let reason):
        vetoes.append("\(ballot.voter): \(reason)")
      }
    }
    self.allowed = vetoes.isEmpty ? allowed : []
    if !vetoes.isEmpty {
      options = []
      explanation = "suppressed by " + vetoes.joined(separator: "; ")
      return
    }
    let basis = supporters.isEmpty ? `default` : wanted
    let reason =
      supporters.isEmpty
      ? "nobody had an opinion, so the app's default holds"
      : "shown for " + supporters.joined(separator: ", ")
    options = basis.intersection(allowed)
    explanation =
      limits.isEmpty ? reason : "\(reason); limited by " + limits.joined(separator: "; ")
  }
}

extension PresentationDecision {
  /// The decision as it would be if some votes had not been cast.
  ///
  /// - Parameter isLeftOut: Whether a vote does not count.
  public func without(_ isLeftOut: (Ballot) -> Bool) -> Self {
    Self(
      push: push,
      ballots: ballots.filter { !isLeftOut($0) },
      default: `default`,
      requestIdentifier: requestIdentifier
    )
  }
}
