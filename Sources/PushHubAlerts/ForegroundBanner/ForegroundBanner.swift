import Foundation
public import PushHub

/// A banner of the app's own, in place of the system's, and what receives touches on it.
///
/// It belongs to this one push: touches before it is shown or after its outcome have no effect, even if the
/// next banner is up. The texts are as long as the push has them: a presenter shortens what it shows.
@MainActor
public final class ForegroundBanner: Identifiable {
  /// The push that it is about.
  public nonisolated let push: Push

  /// The title.
  public nonisolated let title: String?

  /// The line below the title.
  public nonisolated let subtitle: String?

  /// The text.
  public nonisolated let body: String?

  /// The account that the push belongs to, which is not always the one that is shown.
  public nonisolated var account: AccountID? { push.account }

  /// The notification's identifier in the system, if it is known.
  public nonisolated var requestIdentifier: String? { push.requestIdentifier }

  /// The feature, once the presenter was asked to show it.
  weak var banners: ForegroundBanners?

  /// Creates a banner that is not presented; `nil` if the push has no visible text.
  nonisolated init?(_ push: Push, localize: (APS.Localization) -> String? = { $0.text() }) {
    func visible(_ text: String?, _ localization: APS.Localization?) -> String? {
      let text = (text ?? localization.flatMap(localize))?
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return text == "" ? nil : text
    }
    self.push = push
    title = visible(push.aps.title, push.aps.titleLocalization)
    subtitle = visible(push.aps.subtitle, push.aps.subtitleLocalization)
    body = visible(push.aps.body, push.aps.bodyLocalization)
    if (title, subtitle, body) == (nil, nil, nil) { return nil }
  }

  package func touch(_ touch: ForegroundBannerTouch) {
    banners?.handle(touch, on: self)
  }
}

extension ForegroundBanner: nonisolated Equatable {
  /// Whether both are one.
  public nonisolated static func == (left: ForegroundBanner, right: ForegroundBanner) -> Bool {
    left === right
  }
}

// MARK: - Touches

/// Each is without effect before the banner counts as shown and after its outcome.
extension ForegroundBanner {
  /// Reports that the user tapped it, or activated it with VoiceOver; that ends it.
  public func open() { touch(.tapped) }

  /// Reports that the user swiped it away, or closed it with VoiceOver's escape gesture; that ends it.
  public func close() { touch(.swiped) }

  /// Reports that a finger or VoiceOver's focus rests on it; its time stops.
  public func hold() { touch(.held) }

  /// Reports that the finger or the focus left it; its time begins anew.
  public func release() { touch(.released) }
}

/// A change of a banner of the app's: it appears, or the user touches it.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
public enum ForegroundBannerTouch: String, FeatureRecord, CaseIterable {
  /// The name of the feature.
  public static let key = "banner"

  /// The presenter has put it on the screen.
  case shown

  /// The user tapped it.
  case tapped

  /// The user swiped it away.
  case swiped

  /// A finger or VoiceOver's focus rests on it.
  case held

  /// The finger or the focus left it.
  case released

  /// The presenter has taken it away; not recorded.
  case dismissed
}

/// Shows banners.
///
/// It is asked for one banner at a time.
@MainActor
public protocol ForegroundBannerPresenting: AnyObject, Sendable {
  /// Puts a banner on the screen, and returns when it is there.
  ///
  /// The banner is shown, and its time runs, from the return; report touches to the banner. When the
  /// outcome comes before the return, the task is canceled and ``dismiss(_:outcome:)`` may be called
  /// meanwhile.
  ///
  /// - Throws: Anything; the outcome is then ``ForegroundBannerOutcome/failed``.
  func present(_ banner: ForegroundBanner) async throws

  /// Takes a banner away, and returns when it is gone.
  ///
  /// Called once for each call of ``present(_:)``, also for one that failed. It should not be animated
  /// if the outcome ``ForegroundBannerOutcome/isImmediate``. The next banner waits for the return.
  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async
}

// MARK: - Texts

extension APS.Localization {
  /// The text in the app's `Localizable` strings with its arguments, as the system shows it; `nil` if it is
  /// missing.
  ///
  /// `%@` stands for the next argument and `%2$@` for the second; `%%` is a percent sign. Everything else
  /// stays as it is, since the arguments come from a server.
  func text() -> String? {
    let missing = "\u{0}"
    let format = Bundle.main.localizedString(forKey: key, value: missing, table: nil)
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
