import Foundation
public import PushHub

/// A banner of the app's own, in place of the system's, and where touches on it go.
///
/// It stands for this one push: touches that come before it is shown or after its outcome change
/// nothing, even if the next banner is up by then. The texts are what the push says, however long: a
/// presenter shortens what it shows.
@MainActor
public final class ForegroundBanner: Identifiable {
  /// Its number among those of one ``ForegroundBanners``; later ones have greater numbers.
  public nonisolated let id: Int

  /// What it is about.
  public nonisolated let push: Push

  /// The title.
  public nonisolated let title: String?

  /// The line below the title.
  public nonisolated let subtitle: String?

  /// The text.
  public nonisolated let body: String?

  /// What the system calls the notification, if that is known.
  public nonisolated let requestIdentifier: String?

  /// The presentation, once it was asked for.
  var presentation: Task<Void, Never>?

  /// Whether the presenter was asked to show it.
  var isPresented = false
  private weak let driver: CoreDriver<ForegroundBannerCore>?

  /// Makes a banner that is not presented; `nil` if nothing of the push would be seen.
  init?(
    id: Int,
    push: Push,
    requestIdentifier: String?,
    localize: (APS.Localization) -> String? = { $0.text() },
    driver: CoreDriver<ForegroundBannerCore>?
  ) {
    func visible(_ text: String?, _ localization: APS.Localization?) -> String? {
      let text = (text ?? localization.flatMap(localize))?
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return text == "" ? nil : text
    }
    self.id = id
    self.push = push
    self.requestIdentifier = requestIdentifier
    self.driver = driver
    title = visible(push.aps.title, push.aps.titleLocalization)
    subtitle = visible(push.aps.subtitle, push.aps.subtitleLocalization)
    body = visible(push.aps.body, push.aps.bodyLocalization)
    if (title, subtitle, body) == (nil, nil, nil) { return nil }
  }

  package func touch(_ touch: ForegroundBannerTouch) {
    driver?.handle(.touched(id, touch))
  }
}

// MARK: - Touches

/// Each is without effect before the banner counts as shown and after its outcome.
extension ForegroundBanner {
  /// Reports that the user tapped it, or activated it with VoiceOver; that ends it.
  public func open() { touch(.tapped) }

  /// Reports that the user swiped it away, or closed it with VoiceOver's escape gesture; that ends it.
  public func close() { touch(.swiped) }

  /// Reports that a finger or VoiceOver's focus came to rest on it, whatever becomes of that; its time stops.
  public func hold() { touch(.held) }

  /// Reports that the finger or the focus left it; its time begins anew.
  public func release() { touch(.released) }
}

/// What happens to a banner of the app's: it comes to the screen, or the user does something with it.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
package enum ForegroundBannerTouch: String, FeatureRecord, CaseIterable {
  package static let key = "banner"

  case shown, tapped, swiped, held, released
}

/// Shows banners.
///
/// It is asked for one banner at a time.
@MainActor
public protocol ForegroundBannerPresenting: AnyObject, Sendable {
  /// Puts a banner on the screen, and returns when it is there.
  ///
  /// The banner counts as shown, and its time runs, from the return; touches are reported to
  /// the banner. When the outcome comes before the return, the task is cancelled
  /// and ``dismiss(_:outcome:)`` may be called meanwhile.
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
  /// The text in the app's `Localizable` strings, as the system has it, with what is to be filled in; `nil` if it
  /// is not there.
  ///
  /// Of the placeholders, `%@` stands for the next argument and `%2$@` for the second; `%%` is a percent
  /// sign. Everything else stays as it is, since the arguments are texts that a server chose.
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
