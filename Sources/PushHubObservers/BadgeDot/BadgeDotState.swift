public import PushHub

/// What an app shows of new notifications.
public struct BadgeDotState: Hashable, Sendable {
  /// Who is signed in.
  public var account: AccountID?

  /// Whether there is a notification after the read mark.
  public var isShown = false

  /// Whether the account's list has been seen; until then the dot is off.
  public var isKnown = false

  /// Whether the listener has failed since the last snapshot, so that more may have come.
  public var isStale = false

  /// Nobody signed in.
  public init() {}
}

/// What a ``BadgeDot`` did.
public enum BadgeDotLogEntry: Hashable, Sendable {
  /// It began to listen for an account.
  case listening(AccountID)

  /// The dot came or went.
  case turned(on: Bool)

  /// The listener failed; with the delay of the next try, if one is planned.
  case failed(String, retryIn: Duration?)

  /// The account's stored mark can't be read, so that this is a first run.
  case unreadableMark(ReadMarkIssue)
}

// MARK: - What is shown of it

extension BadgeDot: BadgeSource {
  /// The dot of the account that is signed in.
  public var reading: BadgeReading { BadgeReading(state) }

  /// A notification that was not read.
  public var badgeReason: String { "a notification after the read mark" }
}

extension BadgeReading {
  /// Reads the state of a ``BadgeDot``.
  public init(_ state: BadgeDotState) {
    self.init(
      Badge(state.isShown ? .dot : .none),
      account: state.account,
      isKnown: state.isKnown
    )
  }
}

extension BadgeEffect {
  /// Tells the effect of a change.
  ///
  /// - Parameters:
  ///   - old: What the view shows; nil when it is bound for the first time.
  ///   - new: What it is to show.
  ///   - reducesMotion: Whether the user wants less motion.
  ///   - labels: What is said.
  public init(
    from old: BadgeDotState?,
    to new: BadgeDotState,
    reducesMotion: Bool = false,
    labels: Labels = Labels()
  ) {
    spokenLabel = new.isShown ? labels.unread : labels.read
    kind = BadgeReading(new).change(from: old.map { BadgeReading($0) })
    isAnimated = kind != .none && !reducesMotion
  }
}
