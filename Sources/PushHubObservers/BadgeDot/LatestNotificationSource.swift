public import PushHub

/// Where an account's latest notifications come from: a listener on a server's list, in an app.
///
/// ``EventSource`` is the ready-made one. Any listener with a callback is one in a few lines:
///
/// ```swift
/// struct Listener: LatestNotificationSource {
///   let database: Database
///
///   func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
///     AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
///       let registration = database.listen(to: account) { continuation.yield($0) }
///       continuation.onTermination = { _ in registration.remove() }
///     }
///   }
/// }
/// ```
public protocol LatestNotificationSource: Sendable {
  /// Snapshots, one after the other; their error ends them.
  associatedtype Snapshots: AsyncSequence where Snapshots.Element == [NotificationCursor]

  /// Begins to listen to an account's notifications.
  ///
  /// A snapshot is the list as it is, or at least its newest entries, in any order. A new
  /// subscription should begin with one as soon as it is known, also with an empty one: without any
  /// within ``BadgeDot/Configuration/listTimeout`` it has failed. It ends with an error when it
  /// breaks; one that conforms to ``RetryAdvice`` says when to try again. It is let go of by
  /// cancelling the task that iterates; a source owns no subscription beyond that.
  @MainActor
  func snapshots(for account: AccountID) -> Snapshots
}
