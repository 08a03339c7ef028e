/// An observer that has a say in how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushObserver {
  /// Says what should become of the push's banner, sound and badge.
  ///
  /// Asked each time the system asks, after the push was ``PushEvent/received(_:)``, unless the
  /// system asks from inside a delivery: then the event may still be waiting for its turn.
  func presentation(of push: Push) -> PresentationVote
}

extension PresentationVoter {
  /// Does nothing: a voter need not hear events.
  public func receive(_ event: PushEvent) {}
}
