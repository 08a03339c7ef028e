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
    localize: (APS.Localization) -> String?,
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

  /// Reports what the user did; without effect before the banner counts as shown and after its outcome.
  public func touch(_ touch: ForegroundBannerTouch) {
    driver?.handle(.touched(id, touch))
  }
}

/// What the user does with a banner of the app's.
///
/// The first two end the banner. The others stop its time and let it begin anew.
public enum ForegroundBannerTouch: String, Hashable, Sendable, CaseIterable {
  /// It was tapped, or activated with VoiceOver.
  case tapped

  /// It was swiped away, or closed with VoiceOver's escape gesture.
  case swiped

  /// A finger or VoiceOver's focus came to rest on it, whatever becomes of that.
  case held

  /// The finger or the focus left it.
  case released
}

/// What happens around a banner of the app's: on the screen, or under the user's finger.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
package enum ForegroundBannerMoment: String, FeatureRecord, CaseIterable {
  package static let key = "banner"

  case shown, tapped, swiped, held, released

  package init(_ touch: ForegroundBannerTouch) {
    self =
      switch touch {
      case .tapped: .tapped
      case .swiped: .swiped
      case .held: .held
      case .released: .released
      }
  }

  /// What the user did; `nil` if it only came to the screen.
  package var touch: ForegroundBannerTouch? { ForegroundBannerTouch(rawValue: rawValue) }
}

/// Shows banners.
///
/// It is asked for one banner at a time.
@MainActor
public protocol ForegroundBannerPresenting: AnyObject, Sendable {
  /// Puts a banner on the screen, and returns when it is there.
  ///
  /// The banner counts as shown, and its time runs, from the return; touches are reported with
  /// ``ForegroundBanner/touch(_:)``. When the outcome comes before the return, the task is cancelled
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
