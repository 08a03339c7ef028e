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

  /// Whether the presenter was asked to show it.
  var isPresented = false
  private let report: (ForegroundBannerTouch) -> Void

  init(
    id: Int,
    push: Push,
    texts: Texts,
    requestIdentifier: String?,
    report: @escaping (ForegroundBannerTouch) -> Void
  ) {
    self.id = id
    self.push = push
    (title, subtitle, body) = texts
    self.requestIdentifier = requestIdentifier
    self.report = report
  }

  /// Reports what the user did; without effect before the banner counts as shown and after its outcome.
  public func touch(_ touch: ForegroundBannerTouch) {
    report(touch)
  }
}

extension ForegroundBanner {
  typealias Texts = (title: String?, subtitle: String?, body: String?)

  /// What a push says; `nil` if nothing of it would be seen.
  static func texts(
    of aps: APS,
    localize: @MainActor (APS.Localization) -> String?
  ) -> Texts? {
    func visible(_ text: String?, _ localization: APS.Localization?) -> String? {
      let text = (text ?? localization.flatMap { localize($0) })?
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return text == "" ? nil : text
    }
    let texts = (
      title: visible(aps.title, aps.titleLocalization),
      subtitle: visible(aps.subtitle, aps.subtitleLocalization),
      body: visible(aps.body, aps.bodyLocalization)
    )
    return texts == (nil, nil, nil) ? nil : texts
  }
}

/// What the user does with a banner of the app's.
///
/// The first two end the banner. The others stop its time and let it run again.
public enum ForegroundBannerTouch: String, Hashable, Sendable, CaseIterable, Codable {
  /// It was tapped, or activated with VoiceOver.
  case tapped

  /// It was swiped away, or closed with VoiceOver's escape gesture.
  case swiped

  /// A finger or VoiceOver's focus came to rest on it, whatever becomes of that.
  case held

  /// The finger or the focus left it.
  case released
}

/// How a banner ended: exactly one for each that was not refused.
public enum ForegroundBannerOutcome: String, Hashable, Sendable, CaseIterable {
  /// The user tapped it, which was sent as an answer to the push.
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

  /// Whether nothing of the banner may stay on the screen, not even for an animation: the system takes
  /// a picture of an app that is left, and somebody else may be looking.
  public var isImmediate: Bool { [.resigned, .accountChanged, .detached].contains(self) }
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
