/// What one observer wants to become of a push that arrived in the foreground.
public enum PresentationVote: Hashable, Sendable {
  /// The observer does not care.
  case noOpinion

  /// The observer wants at least these options.
  case show(PresentationOptions)

  /// The observer wants nothing shown, and says why.
  case suppress(reason: String)
}
