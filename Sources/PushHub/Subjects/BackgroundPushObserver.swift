/// A feature that has work to do for a push before the system suspends the app again.
@MainActor
public protocol BackgroundPushObserver: PushParticipant {
  /// Does the work that a push asks for, once for each push that reaches the app in background.
  ///
  /// All features work at the same time, under one budget. When it runs out, the task is
  /// cancelled, the feature is named in the log and counts as failed; what it returns later is
  /// ignored. An error counts as ``FetchResult/failed``.
  func performBackgroundWork(for push: Push) async throws -> FetchResult
}

/// What came of a push that reached the app in the background.
///
/// The system watches these answers when it decides how often to wake the app.
public enum FetchResult: String, Hashable, Sendable, CaseIterable {
  /// Something new was fetched.
  case newData

  /// There was nothing to fetch.
  case noData

  /// Fetching failed.
  case failed
}
