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
/// The system's banner is limited away, and all else that others want stays: the list, the sound, the
/// badge. The app's is shown if there would have been a banner without this feature, so that vetoes,
/// quiet rules and the app's default hold for it too. While the app is not active, and for a push
/// without a text, this feature has no opinion, and the system does what others say.
///
/// - Queue: One banner is up at a time; a few others wait, in order. A newer push of a thread takes the
///   place of an older one.
/// - Pages: There is no banner for the page that the user looks at, neither the app's nor the system's;
///   one that is up or waits goes when the user comes to that page.
/// - Answers: A tap goes to the push subject as a tap on the system's notification does. A swipe is no
///   answer, as swiping the system's banner away is none: the notification is still in the list.
/// - Leaving: Banners go at once, those that wait too, when the app is interrupted or left, when the
///   account changes, and on detaching.
/// - Failures: What the presenter can't show has no banner at all, since the system was asked not to show
///   one. It stays in the list, and ``log`` says so. A presenter that does not return is waited for
///   five seconds: then a presentation has failed, and a dismissal is done.
///
/// The app keeps it alive as long as it is attached. Use one for an app.
@MainActor
@Observable
public final class ForegroundBanners {
  /// The banner that is up.
  public private(set) var shown: ForegroundBanner?

  /// Called with what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((ForegroundBannerEvent) -> Void)?

  @ObservationIgnored private let presenter: any ForegroundBannerPresenting
  @ObservationIgnored private let page: @MainActor (Push) -> PageID?
  @ObservationIgnored private let driver: CoreDriver<ForegroundBannerCore>
  @ObservationIgnored private var banners: [Int: ForegroundBanner] = [:]
  @ObservationIgnored private var latestID = 0
  @ObservationIgnored private var latestDismissedID = 0

  /// Makes a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - presenter: Who shows banners; it is kept alive, and needs no reference to the plugin, since
  ///     touches go through the ``ForegroundBanner``.
  ///   - duration: How long a banner stays when the user does nothing; from one second to one day.
  ///   - maximumWaiting: How many banners wait while another one is up; from 1 to 100.
  ///   - page: The page that a push is about, which has no banner while the user looks at it; by default the
  ///     one that has its `target-content-id` as its name.
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
      duration: duration.clamped(to: ConfigurationBounds.interval),
      maximumWaiting: maximumWaiting.clamped(to: 1...100)
    )
    driver = CoreDriver(ForegroundBannerCore(limits: limits))
  }
}

// MARK: - Plugin and observer

extension ForegroundBanners: LoggingPlugin, LifecycleObserver {
  /// Follows the app's lifecycle, and takes taps to where the system's answers go.
  public func attach(to context: PluginContext) {
    detach()
    driver.start(on: context.scheduler, for: self) { $0.perform($1, in: context) }
  }

  /// Ends all banners, with the outcome ``ForegroundBannerOutcome/detached``.
  ///
  /// One that is up is dismissed. When it is attached again, the next one waits only while that lasts.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    driver.handle(.life(state))
    driver.handle(.dismissed(latestDismissedID))
  }

  /// Follows phases, accounts and what the user looks at.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    driver.handle(.life(state))
  }
}

// MARK: - Voter, and observer of what is decided

extension ForegroundBanners: PresentationVoter, PushDiagnosticsObserver {
  private static let own = PresentationVote.limit(
    to: .all.subtracting(.banner),
    reason: "the app shows a banner of its own"
  )

  /// Leaves everything to the system but the banner, if the app will show its own; all but the badge
  /// goes if the user looks at the page that the push is about.
  public func presentation(of push: Push) -> PresentationVote {
    switch refusal(of: push) {
    case nil: Self.own
    case .looking: .limit(to: .badge, reason: "the user looks at the page that it is about")
    default: .noOpinion
    }
  }

  /// Shows a banner if there would have been one without this feature's vote, unless the push has one that is up
  /// or waits: the system may ask twice.
  public func receive(_ decision: PresentationDecision) {
    let push = decision.push
    let isAgain = banners.values.contains { $0.push.isSame(as: push) }
    let others = decision.without { $0 == Self.own }.options
    if let refusal = isAgain ? .again : refusal(of: push) {
      log?(.refused(push.id, refusal))
    } else if !others.contains(.banner) {
      log?(.refused(push.id, .unwanted))
    } else {
      latestID += 1
      banners[latestID] = banner(for: push, decision.requestIdentifier)
      driver.handle(.offered(offer(push)))
    }
  }

  private func refusal(of push: Push) -> ForegroundBannerOutcome? {
    banner(for: push) == nil ? .textless : driver.core.refusal(of: offer(push))
  }

  private func banner(for push: Push, _ request: String? = nil) -> ForegroundBanner? {
    ForegroundBanner(
      id: latestID,
      push: push,
      requestIdentifier: request,
      driver: driver
    )
  }

  private func offer(_ push: Push) -> ForegroundBannerCore.Offer {
    ForegroundBannerCore.Offer(
      id: latestID,
      thread: push.aps.threadID,
      page: page(push)
    )
  }
}

// MARK: - Effects

extension ForegroundBanners {
  private func perform(_ effect: ForegroundBannerCore.Effect, in context: PluginContext) {
    switch effect {
    case .present(let id): present(id, on: context.scheduler)
    case .presented(let id, let failure):
      guard let banner = banners[id] else { return }
      if let failure {
        log?(.failed(banner.push.id, failure))
      } else {
        shown = banner
        context.records.send(ForegroundBannerTouch.shown)
        log?(.shown(banner.push.id))
      }
    case .touched(let id, let touch):
      context.records.send(touch)
      guard touch == .tapped, let banner = banners[id] else { return }
      context.push.open(
        banner.push.payload,
        requestIdentifier: banner.requestIdentifier,
        response: PushResponse()
      )
    case .end(let id, let outcome): end(id, outcome, on: context.scheduler)
    }
  }

  private func present(_ id: Int, on scheduler: any Scheduler) {
    guard let banner = banners[id] else { return }
    banner.presentation = scheduler.perform { [weak self, presenter] in
      guard !Task.isCancelled else { return }
      banner.isPresented = true
      do {
        try await presenter.present(banner)
        self?.driver.handle(.presented(id))
      } catch {
        self?.driver.handle(.presented(id, failure: error.logDescription))
      }
    }
  }

  private func end(
    _ id: Int,
    _ outcome: ForegroundBannerOutcome,
    on scheduler: any Scheduler
  ) {
    guard let banner = banners.removeValue(forKey: id) else { return }
    if shown === banner { shown = nil }
    log?(.ended(banner.push.id, outcome))
    guard let task = banner.presentation else { return }
    task.cancel()
    scheduler.perform { [weak self, presenter] in
      if banner.isPresented {
        await presenter.dismiss(banner, outcome: outcome)
      }
      self?.latestDismissedID = id
      self?.driver.handle(.dismissed(id))
    }
  }
}
