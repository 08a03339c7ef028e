public import PushHub

/// Shows a banner of the app's own, in place of the system's, for pushes that arrive while the app is
/// active.
///
/// ```swift
/// let banners = ForegroundBanners(presenter: presenter)
/// try host.install(banners, named: "banners")
/// ```
///
/// The system shows the notification without its banner; the list, the sound and the badge stay as others
/// want them. The app's banner is shown if there would have been a banner without this feature: vetoes,
/// quiet rules and the app's default hold for it too. While the app is not active, and for a push without
/// a text, this feature abstains.
///
/// - Queue: One banner is up at a time; a few others wait, in order. A newer push of a thread replaces an
///   older one.
/// - Pages: There is no banner for the page that the user views, neither the app's nor the system's. One
///   that is up or waits ends when the user comes to that page.
/// - Accounts: A push of an account that is signed in and not shown has its banner, with its
///   ``ForegroundBanner/account``, whatever page the user views. One of an account that isn't signed in has
///   none.
/// - Responses: A tap reaches the push subject as a tap on the system's notification does. A swipe is not a
///   response, as with the system's banner: the notification is still in the list.
/// - Leaving: All banners end at once, those that wait too, when the app is interrupted or left, and on
///   detaching; those of an account when it signs out.
/// - Failures: A push whose banner the presenter can't show has no banner, since the system was asked not
///   to show one. It stays in the list, and the failure is logged. The presenter has five seconds for each
///   step: then a presentation has failed, and a dismissal is finished.
///
/// The app keeps it alive as long as it is attached. Use one for an app.
@MainActor
public final class ForegroundBanners: PushFeature {
  /// Runs the decisions.
  public private(set) lazy var runtime = FeatureRuntime(core) { [weak self] banner, _ in
    try await self?.present(banner)
    return Done()
  }

  private let core: ForegroundBannerCore
  private let presenter: any ForegroundBannerPresenting

  /// The banner that the presenter has.
  private var presented: ForegroundBanner?

  /// The banner that the presenter takes away.
  private var leaving: (banner: ForegroundBanner, end: ScheduledStream<Void>)?

  /// The end of a dismissal of a former attachment.
  private var formerEnd: ScheduledStream<Void>?

  /// Creates a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - presenter: The presenter of banners. It is kept alive, and needs no reference to the plugin, since
  ///     touches are reported to the ``ForegroundBanner``.
  ///   - duration: The time a banner stays without a touch; from one second to one day.
  ///   - maximumWaiting: The number of banners that wait while another one is up; from 1 to 100.
  ///   - page: The page that a push is about; there is no banner while the user views it. By default the
  ///     page whose name is the `target-content-id`.
  public init(
    presenter: any ForegroundBannerPresenting,
    duration: Duration = .seconds(5),
    maximumWaiting: Int = 3,
    page: @escaping @Sendable (Push) -> PageID? = {
      $0.aps.targetContentID.map(PageID.init(rawValue:))
    }
  ) {
    self.presenter = presenter
    core = ForegroundBannerCore(
      ForegroundBannerCore.Configuration(
        duration: Bounds.interval.nearest(to: duration),
        maximumWaiting: Bounds(1...100).nearest(to: maximumWaiting),
        page: page
      )
    )
  }
}

extension ForegroundBanners {
  /// The banner that is up.
  public var shown: ForegroundBanner? { state.shown }

  /// Whether a banner is up.
  public var facts: [(name: String, value: JSONValue)] {
    [("banner", shown == nil ? "none" : "shown")]
  }

  /// Returns the record of what the user sees and does; `nil` for anything else.
  public static func record(
    of input: KernelRecord<ForegroundBannerCore>
  ) -> (any FeatureRecord)? {
    switch input.content {
    case .answer: ForegroundBannerTouch.shown
    case .action(let touch): touch == .dismissed ? nil : touch
    case .failure, .progress, .seed: nil
    }
  }
}

extension ForegroundBanners: PresentationVoter {
  /// Leaves all but the banner to the system if the app will show its own, and only the badge if the user
  /// views the page that the push is about.
  public func presentation(of push: Push) -> PresentationVote {
    switch runtime.kernel.core.refusal(of: push) {
    case nil: ForegroundBannerCore.vote
    case .looking?: .limit(to: .badge, reason: "the user looks at the page that it is about")
    default: .noOpinion
    }
  }
}

// MARK: - The presenter

extension ForegroundBanners {
  /// Sends a tap to the push subject, or lets the presenter take the banner away.
  public func perform(_ effect: ForegroundBannerCore.Effect) {
    switch effect {
    case .open(let banner):
      runtime.subject?.open(
        banner.push.payload,
        requestIdentifier: banner.requestIdentifier,
        response: PushResponse(),
        deliveredAt: banner.push.deliveredAt
      )
    case .dismiss(let outcome): dismiss(outcome)
    }
  }

  /// Ends all banners, when the feature is detached.
  public func stateDidChange(from old: ForegroundBannerCore.State) {
    guard old.isAttached, !state.isAttached else { return }
    for banner in old.banners { runtime.log(.ended(banner.push.id, outcome: .detached)) }
    dismiss(.detached)
    formerEnd = leaving?.end
  }

  /// Handles a touch, unless the banner has its outcome.
  func handle(_ touch: ForegroundBannerTouch, on banner: ForegroundBanner) {
    if presented == banner { send(touch) }
  }

  private func present(_ banner: ForegroundBanner) async throws {
    _ = try await formerEnd?.next()
    formerEnd = nil
    try Task.checkCancellation()
    banner.banners = self
    presented = banner
    try await presenter.present(banner)
  }

  private func dismiss(_ outcome: ForegroundBannerOutcome) {
    guard let banner = presented else { return send(.dismissed) }
    let end = ScheduledStream<Void>()
    (presented, leaving) = (nil, (banner, end))
    runtime.scheduler?.perform { [weak self, presenter] in
      await presenter.dismiss(banner, outcome: outcome)
      end.finish()
      guard let self, leaving?.banner == banner else { return }
      leaving = nil
      send(.dismissed)
    }
  }
}
