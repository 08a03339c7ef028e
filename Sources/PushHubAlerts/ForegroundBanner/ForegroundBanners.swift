public import Observation
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
/// - Responses: A tap reaches the push subject as a tap on the system's notification does. A swipe is not a
///   response, as with the system's banner: the notification is still in the list.
/// - Leaving: All banners end at once, those that wait too, when the app is interrupted or left, when the
///   account changes, and on detaching.
/// - Failures: A push whose banner the presenter can't show has no banner, since the system was asked not
///   to show one. It stays in the list, and the failure is logged. The presenter has five seconds for each
///   step: then a presentation has failed, and a dismissal is finished.
///
/// The app keeps it alive as long as it is attached. Use one for an app.
@MainActor
@Observable
public final class ForegroundBanners {
  /// Called with each event when it happens; for logs and tests.
  @ObservationIgnored public var log: ((ForegroundBannerEvent) -> Void)?

  @ObservationIgnored private let presenter: any ForegroundBannerPresenting
  @ObservationIgnored private let page: @MainActor (Push) -> PageID?
  @ObservationIgnored private let runtime: ManualFeatureRuntime<ForegroundBannerCore>

  /// Those that are up or wait.
  @ObservationIgnored private var banners: [Int: ForegroundBanner] = [:]
  @ObservationIgnored private var latestID = 0

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
    page: @escaping @MainActor (Push) -> PageID? = {
      $0.aps.targetContentID.map(PageID.init(rawValue:))
    }
  ) {
    self.presenter = presenter
    self.page = page
    let limits = ForegroundBannerCore.Limits(
      duration: Bounds.interval.nearest(to: duration),
      maximumWaiting: Bounds(1...100).nearest(to: maximumWaiting)
    )
    runtime = ManualFeatureRuntime(ForegroundBannerCore(limits: limits))
  }
}

// MARK: - Plugin

extension ForegroundBanners: LoggingPlugin {
  /// The banner that is up.
  public var shown: ForegroundBanner? { runtime.state.flatMap { banners[$0] } }

  /// Follows the app's lifecycle, and sends taps to the push subject.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1, in: context) }
  }

  /// Ends all banners, with the outcome ``ForegroundBannerOutcome/detached``.
  ///
  /// One that is up is dismissed. After attaching again, the next one waits until that has finished.
  public func detach() {
    runtime.detach()
  }
}

// MARK: - Voter, and observer of decisions

extension ForegroundBanners: PresentationVoter, PushObserver {
  /// Presentations.
  public var interests: Set<PushEvent.Kind> { [.presented] }

  private static let own = PresentationVote.limit(
    to: .all.subtracting(.banner),
    reason: "the app shows a banner of its own"
  )

  /// Leaves all but the banner to the system if the app will show its own, and only the badge if the user
  /// views the page that the push is about.
  public func presentation(of push: Push) -> PresentationVote {
    switch refusal(of: push) {
    case nil: Self.own
    case .looking: .limit(to: .badge, reason: "the user looks at the page that it is about")
    default: .noOpinion
    }
  }

  /// Shows a banner if there would have been one without this feature's vote, unless the push has one that
  /// is up or waits: the system may ask twice.
  public func receive(_ event: PushEvent) {
    guard case .presented(let push, let decision) = event else { return }
    let isAgain = banners.values.contains { $0.push.isSame(as: push) }
    let others = decision.without { $0 == Self.own }.options
    if let refusal = isAgain ? .again : refusal(of: push) {
      log?(.refused(id: push.id, reason: refusal))
    } else if !others.contains(.banner) {
      log?(.refused(id: push.id, reason: .unwanted))
    } else {
      latestID += 1
      banners[latestID] = banner(for: push)
      runtime.send(
        .offered(.init(id: latestID, push: push.id, thread: push.aps.threadID, page: page(push)))
      )
    }
  }

  private func refusal(of push: Push) -> ForegroundBannerOutcome? {
    banner(for: push) == nil ? .textless : runtime.core.refusal(about: page(push))
  }

  private func banner(for push: Push) -> ForegroundBanner? {
    ForegroundBanner(id: latestID, push: push, runtime: runtime)
  }
}

// MARK: - Effects

extension ForegroundBanners {
  private func perform(_ effect: ForegroundBannerCore.Effect, in context: PluginContext) {
    switch effect {
    case .present(let id): present(id)
    case .open(let id):
      guard let banner = banners[id] else { return }
      context.push.open(
        banner.push.payload,
        requestIdentifier: banner.push.requestIdentifier,
        response: PushResponse()
      )
    case .dismiss(let id, let outcome): dismiss(id, outcome, on: context.scheduler)
    case .discard(let id): banners[id] = nil
    }
  }

  private func present(_ id: Int) {
    guard let banner = banners[id] else { return }
    runtime.start("presentation") { [presenter] send in
      banner.isPresented = true
      do {
        try await presenter.present(banner)
        send(.presented(failure: nil))
      } catch {
        send(.presented(failure: LogText(error).description))
      }
    }
  }

  /// Also after detaching, which cancels the runtime's own tasks.
  private func dismiss(
    _ id: Int,
    _ outcome: ForegroundBannerOutcome,
    on scheduler: any Scheduler
  ) {
    guard let banner = banners.removeValue(forKey: id) else { return }
    scheduler.perform { [weak runtime, presenter] in
      if banner.isPresented { await presenter.dismiss(banner, outcome: outcome) }
      runtime?.send(.dismissed(id))
    }
  }
}
