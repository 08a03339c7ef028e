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
    public init(duration: Duration = .seconds(5), maximumWaiting: Int = 3) {
      limits = ForegroundBannerCore.Limits(
        duration: duration.clamped(to: ConfigurationBounds.interval),
        maximumWaiting: maximumWaiting.clamped(to: 1...100)
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
