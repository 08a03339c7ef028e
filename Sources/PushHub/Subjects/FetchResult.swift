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
