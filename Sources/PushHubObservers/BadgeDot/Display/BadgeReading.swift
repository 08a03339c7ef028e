public import PushHub

/// What a badge says at one moment, and of whom.
///
/// Views compare two of them to tell a change that the user could have seen from one that only looks
/// like it: a first snapshot, or another account.
public struct BadgeReading: Hashable, Sendable {
  /// What is to be drawn.
  public let badge: Badge

  /// Whose badge it is; nil also where nobody asks, as on a node of a tree.
  public let account: AccountID?

  /// Whether anything is known yet; before, the badge is off for want of knowledge.
  public let isKnown: Bool

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - badge: What is to be drawn.
  ///   - account: Whose badge it is.
  ///   - isKnown: Whether anything is known yet.
  public init(_ badge: Badge, account: AccountID? = nil, isKnown: Bool = true) {
    self.badge = badge
    self.account = account
    self.isKnown = isKnown
  }

  /// Reads the state of a ``BadgeDot``.
  public init(_ state: BadgeDotState) {
    self.init(
      Badge(state.isShown ? .dot : .none),
      account: state.account,
      isKnown: state.isKnown
    )
  }

  /// What happens to the badge between a reading and this one, as the user could have seen it.
  ///
  /// Nothing where there was no reading before, where nothing was known before or is now, and from
  /// one account to another.
  public func change(from old: BadgeReading?) -> BadgeEffect.Kind {
    guard let old, old.isKnown, isKnown, old.account == account,
      old.badge.isShown != badge.isShown
    else { return .none }
    return badge.isShown ? .appear : .disappear
  }
}
