/// How a banner ended: exactly one for each that was accepted.
public enum ForegroundBannerOutcome: String, Hashable, Sendable, CaseIterable {
  /// The user tapped it, which was told as an answer to the push.
  case opened

  /// The user swiped it away.
  case swiped

  /// It was shown for its time.
  case timeout

  /// A newer push of its thread took its place.
  case replaced

  /// It waited for too long.
  case expired

  /// It waited longest where too many did.
  case overflowed

  /// The user came to the page that it is about.
  case looking

  /// The app was interrupted or left.
  case resigned

  /// The account of its time has signed out, or another one has signed in.
  case accountChanged

  /// The presenter could not show it, or did not say in time that it is on the screen.
  case failed

  /// The feature was detached.
  case detached
}

extension ForegroundBannerOutcome {
  /// Whether nothing of the banner may stay on the screen, not even for an animation: the system takes
  /// a picture of an app that is left, and somebody else may be looking.
  public var isImmediate: Bool {
    switch self {
    case .resigned, .accountChanged, .detached: true
    case .opened, .swiped, .timeout, .replaced, .expired, .overflowed, .looking, .failed: false
    }
  }
}

/// Why the app shows no banner for a push.
///
/// Of several reasons the first in this order is told.
public enum ForegroundBannerRefusal: String, Hashable, Sendable, CaseIterable {
  /// It was presented before: the system asks again.
  case again

  /// The push has no text that would be seen.
  case textless

  /// The app is not active; what the system does is up to others.
  case inactive

  /// Whoever was signed in has signed out; what the system does is up to others.
  case signedOut

  /// It is of another account than the one that is signed in; what the system does is up to others.
  case foreign

  /// The user looks at the page that it is about.
  case looking

  /// Without this feature there would be no banner either.
  case unwanted
}

/// What a ``ForegroundBanners`` did.
public enum ForegroundBannerLogEntry: Hashable, Sendable {
  /// The push of this `Push.id` has no banner of the app's.
  case refused(String, ForegroundBannerRefusal)

  /// The push of this `Push.id` is to have a banner.
  case accepted(ForegroundBannerID, String)

  /// The banner is on the screen.
  case shown(ForegroundBannerID)

  /// The presenter failed, with its error's summary; the outcome follows at once.
  case failed(ForegroundBannerID, String)

  /// The banner has its outcome, and goes if it is up.
  case ended(ForegroundBannerID, ForegroundBannerOutcome)
}

/// What became of the pushes that were to have a banner of the app's.
///
/// Each that was accepted was shown, replaced, expired, overflowed or dropped once, or waits.
public struct ForegroundBannerStatistics: Hashable, Sendable {
  /// How many were to have one.
  public internal(set) var accepted = 0

  /// How many were on the screen.
  public internal(set) var shown = 0

  /// How many gave way to a newer one of their thread before they were on the screen.
  public internal(set) var replaced = 0

  /// How many waited for too long.
  public internal(set) var expired = 0

  /// How many had to go for want of room.
  public internal(set) var overflowed = 0

  /// How many were dropped for another reason before they were on the screen.
  public internal(set) var dropped = 0

  /// How many are on their way: in the queue, or in the presenter's hands.
  public internal(set) var waiting = 0

  /// How many of those on the screen the user has tapped.
  public internal(set) var opened = 0

  /// Nothing has happened.
  public init() {}

  mutating func noteUnshown(_ outcome: ForegroundBannerOutcome) {
    switch outcome {
    case .replaced: replaced += 1
    case .expired: expired += 1
    case .overflowed: overflowed += 1
    case .opened, .swiped, .timeout, .looking, .resigned, .accountChanged, .failed, .detached:
      dropped += 1
    }
  }
}
