public import Foundation
public import PushHub

extension ForegroundBanners {
  /// What is about what, how many banners, and for how long.
  public struct Configuration: Sendable {
    /// The page that a push is about, which has no banner while the user looks at it; by default the one
    /// that has its `target-content-id` as its name.
    public var page: @MainActor (Push) -> PageID? = {
      $0.aps.targetContentID.map(PageID.init(rawValue:))
    }

    /// Whose a push is; by default nobody knows.
    public var owner: @MainActor (PushPayload) -> AccountID? = { _ in nil }

    /// Looks up texts that a push names by a key; by default in the main bundle's `Localizable` strings.
    public var localize: @MainActor (APS.Localization) -> String? = { $0.text() }

    let limits: ForegroundBannerCore.Limits

    /// Starts with the defaults, but for what is given; what is out of bounds is moved to the nearest
    /// within.
    ///
    /// - Parameters:
    ///   - duration: How long a banner stays when the user does nothing; from one second to one day.
    ///   - maximumWaiting: How many banners wait while another one is up; from 1 to 100.
    ///   - maximumAge: How long a banner waits at most; from one second to one day.
    public init(
      duration: Duration = .seconds(5),
      maximumWaiting: Int = 3,
      maximumAge: Duration = .seconds(30)
    ) {
      limits = ForegroundBannerCore.Limits(
        duration: duration.clamped(to: ConfigurationBounds.interval),
        maximumWaiting: maximumWaiting.clamped(to: 1...100),
        maximumAge: maximumAge.clamped(to: ConfigurationBounds.interval)
      )
    }
  }
}

extension APS.Localization {
  /// The text in a bundle's strings, with what is to be filled in; `nil` if it is not there.
  ///
  /// Of the placeholders, `%@` stands for the next argument and `%2$@` for the second; `%%` is a percent
  /// sign. Everything else stays as it is, since the arguments are texts that a server chose.
  public func text(in bundle: Bundle = .main, table: String? = nil) -> String? {
    let missing = "\u{0}"
    let format = bundle.localizedString(forKey: key, value: missing, table: table)
    return format == missing ? nil : filled(format)
  }

  func filled(_ format: String) -> String {
    var next = 0
    return format.replacing(/%(?:%|(?:([1-9][0-9]{0,2})\$)?@)/) { match in
      if match.output.0 == "%%" { return "%" }
      let place = match.output.1.flatMap { Int($0) }
      if place == nil { next += 1 }
      let index = (place ?? next) - 1
      return arguments.indices.contains(index) ? arguments[index] : ""
    }
  }
}

/// Why the app shows no banner for a push.
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

/// What a ``ForegroundBanners`` did, with the `id` of the ``ForegroundBanner``.
public enum ForegroundBannerLogEntry: Hashable, Sendable {
  /// The push of this `Push.id` has no banner of the app's.
  case refused(String, ForegroundBannerRefusal)

  /// The banner is on the screen.
  case shown(Int)

  /// The presenter failed, with its error's summary; the outcome follows at once.
  case failed(Int, String)

  /// The banner has its outcome, and goes if it is up.
  case ended(Int, ForegroundBannerOutcome)
}

/// What happens around a banner of the app's: on the screen, or under the user's finger.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
package enum ForegroundBannerMoment: FeatureRecord {
  package static let key = "banner"

  case shown
  case touched(ForegroundBannerTouch)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let isShown = try container.decode(String.self) == "shown"
    self = isShown ? .shown : .touched(try container.decode(ForegroundBannerTouch.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .shown: try "shown".encode(to: encoder)
    case .touched(let touch): try touch.encode(to: encoder)
    }
  }
}
