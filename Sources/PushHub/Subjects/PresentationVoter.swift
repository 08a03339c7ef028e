/// A feature that votes on how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushParticipant {
  /// Returns the vote on the push's banner, sound and badge.
  ///
  /// Called once for each notification request, after the event ``PushEvent/received(_:)``. A vote that needs no
  /// time is a plain function:
  ///
  /// ```swift
  /// func presentation(of push: Push) -> PresentationVote { .limit(to: [.list], reason: "a call") }
  /// ```
  ///
  /// All voters are asked at the same time, and share ``NotificationManager/Configuration/presentationBudget``.
  /// When it is used up, the task is canceled and logged with the voter's name, and a later vote is ignored. An
  /// error is logged. Either counts as ``PresentationVote/noOpinion``.
  func presentation(of push: Push) async throws -> PresentationVote
}
