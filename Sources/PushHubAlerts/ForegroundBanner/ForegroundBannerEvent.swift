public import PushHub

/// An event of a ``ForegroundBanners``, with the `id` of the push.
public enum ForegroundBannerEvent: FeatureEvent {
  /// The push has no banner in the app.
  case refused(id: String, reason: ForegroundBannerOutcome)

  /// The banner is on the screen.
  case shown(String)

  /// The presenter failed, with its error's summary; the outcome follows at once.
  case failed(String, error: String)

  /// The banner has its outcome, and is dismissed if it is up.
  case ended(String, outcome: ForegroundBannerOutcome)

  /// A description for people.
  public var message: String {
    switch self {
    case .refused(let push, let reason):
      "push \(push) has no banner in the app: \(reason.message)"
    case .shown: "a banner is shown"
    case .failed(_, let message): "the banner can't be shown: \(LogText(clause: message))"
    case .ended(_, let outcome): "the banner ended: \(outcome.message)"
    }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .failed: .error
    default: .info
    }
  }

  /// Whether the message names no push.
  public var isPublic: Bool {
    switch self {
    case .refused: false
    default: true
    }
  }
}

/// The reason why a push has no banner, or the end of its banner: exactly one for each push.
public enum ForegroundBannerOutcome: String, Hashable, Sendable, CaseIterable {
  /// No banner: it has one that is up or waits, and the system asks again.
  case again

  /// No banner: the push has no text that would be seen.
  case textless

  /// No banner: the app is not active, and this feature abstains.
  case inactive

  /// No banner: without this feature there would be none either.
  case unwanted

  /// The user tapped it, which was sent as a response to the push.
  case opened

  /// The user swiped it away.
  case swiped

  /// It was shown for its time.
  case timeout

  /// A newer push of its thread took its place.
  case replaced

  /// Too many waited, and it was the next of the older ones.
  case overflowed

  /// The user views the page that it is about, or came to it.
  case looking

  /// The app was interrupted or left.
  case resigned

  /// Its account has signed out.
  case accountChanged

  /// The presenter could not show it in time.
  case failed

  /// The feature was detached.
  case detached

  /// Whether the banner disappears without an animation: the system takes a snapshot of an app that is
  /// left, and another person may see the screen.
  public var isImmediate: Bool { [.resigned, .accountChanged, .detached].contains(self) }

  var message: String {
    switch self {
    case .again: "the system asks again"
    case .textless: "it has no text"
    case .inactive: "the app is not active"
    case .unwanted: "the system would show none either"
    case .opened: "it was tapped"
    case .swiped: "it was swiped away"
    case .timeout: "the user did nothing"
    case .replaced: "a newer one took its place"
    case .overflowed: "too many waited"
    case .looking: "the user is on the page that it is about"
    case .resigned: "the user left the app"
    case .accountChanged: "its account is not signed in"
    case .failed: "it could not be shown"
    case .detached: "the feature was detached"
    }
  }
}
