import PushHub
import PushHubObservers

/// A listener that reports what the transcript says, to whoever listens at that instant.
@MainActor
final class ScriptedListener: LatestNotificationSource {
  /// Told when somebody has begun to listen.
  var didSubscribe: (() -> Void)?

  private var subscription: ScheduledStream<[NotificationCursor]>?

  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    let subscription = ScheduledStream<[NotificationCursor]>()
    self.subscription = subscription
    didSubscribe?()
    return subscription
  }

  /// Reports a list, or ends the subscription with an error.
  func report(_ result: Result<[TranscriptInput.NotificationMark], TranscriptInput.ScriptedError>) {
    switch result {
    case .success(let marks): subscription?.send(marks.map(NotificationCursor.init))
    case .failure(let error): subscription?.finish(throwing: error)
    }
  }
}
