import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder

extension TranscriptInput {
  /// What happens to the list of countdowns.
  static func countdown(_ change: CountdownChange) -> Self { .feature(change) }

  /// What the server of the unread count answers from now on.
  static func unread(_ answer: UnreadAnswer) -> Self { .feature(answer) }

  /// What the listener to an account's notifications reports now.
  static func latest(_ result: Result<[NotificationCursor], SourceFailure>) -> Self {
    .feature(LatestNotifications(result))
  }

  /// The user read everything up to a notification; without one, up to the newest known.
  static func read(_ mark: NotificationCursor?) -> Self {
    .feature(ReadNotifications(upTo: mark))
  }

  /// The user touched the screenshot preview, or beside it.
  static func preview(_ touch: ScreenshotTouch) -> Self { .feature(touch) }

  /// The user did something with the app's banner.
  static func banner(_ touch: ForegroundBannerTouch) -> Self { .feature(touch) }
}
