/// An observer that has work to do for a push before the system suspends the app again.
@MainActor
public protocol BackgroundPushObserver: PushObserver {
  /// Does the work that a push asks for, once for each push that reaches the app in background.
  ///
  /// All observers work at the same time, under one budget. When it runs out, the task is
  /// cancelled, the observer is named in the log and counts as failed; what it returns later is
  /// ignored. An error counts as ``FetchResult/failed``.
  func performBackgroundWork(for push: Push) async throws -> FetchResult
}
