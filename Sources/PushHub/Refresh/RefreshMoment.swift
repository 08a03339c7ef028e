/// What the system does with the app's time in the background.
///
///     {"t":3600,"refresh":"began"}
///     {"t":3629,"refresh":"expired"}
///
/// Recorded where the app is told, and played by a refresh of the features; see
/// ``NotificationManager/refresh()``.
package enum RefreshMoment: String, FeatureRecord, CaseIterable {
  /// The key in a transcript.
  package static let key = "refresh"

  /// The system gave the app time.
  case began

  /// The time is over before the features were done.
  case expired
}
