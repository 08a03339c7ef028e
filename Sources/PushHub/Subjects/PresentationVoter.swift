/// A feature that votes on how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushParticipant {
  /// Returns the vote on the push's banner, sound and badge.
  ///
  /// Called once for each notification request, after the event ``PushEvent/received(_:)``. If the system
  /// asks during a delivery, that event may still be queued.
  func presentation(of push: Push) -> PresentationVote
}
