import PushHub

/// Remembers who was to present the latest pushes, since the system may ask about one more than once.
struct DecidedPushes {
  /// How many are remembered.
  static let capacity = 100

  private var pushes: [(push: Push, vote: PresentationVote)] = []

  /// What was voted on a push when it was decided about, if it was.
  func vote(on push: Push) -> PresentationVote? {
    pushes.last { $0.push.isSame(as: push) }?.vote
  }

  /// Notes a push that has not been decided about before.
  mutating func note(_ push: Push, vote: PresentationVote) {
    pushes.append((push, vote))
    if pushes.count > Self.capacity {
      pushes.removeFirst()
    }
  }
}
