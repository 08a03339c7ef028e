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
/// - Queue: One banner is up at a time; others wait, in order, bounded by number and by age. A newer push
///   of a thread takes the place of an older one.
/// - Pages: There is no banner for the page that the user looks at, neither the app's nor the system's;
///   one that is up or waits goes when the user comes to that page.
/// - Answers: A tap goes to the push subject as a tap on the system's notification does. A swipe is no
///   answer, as swiping the system's banner away is none: the notification is still in the list.
/// - Leaving: Banners go at once, those that wait too, when the app is interrupted or left, when the
///   account changes, and on detaching. After a sign-out there are none until somebody signs in.
/// - Failures: What the presenter can't show has no banner at all, since the system has been told not to
///   show one. It stays in the list, and ``log`` is told. A presenter that does not return is waited for
///   as long as ``Configuration/stepTimeout`` says.
///
/// The app keeps it alive; when it lets it go, a banner that is up is dismissed. Use one for an app.
@MainActor
@Observable
public final class ForegroundBanners {
  /// The banner that is up.
  public private(set) var shown: ForegroundBanner?

  /// Told of what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((ForegroundBannerLogEntry) -> Void)?

  @ObservationIgnored private let presenter: any ForegroundBannerPresenting
  @ObservationIgnored private let configuration: Configuration
  @ObservationIgnored private let driver: CoreDriver<ForegroundBannerCore>
  @ObservationIgnored private var decided = DecidedPushes()
  @ObservationIgnored private var banners: [ForegroundBannerID: ForegroundBanner] = [:]
  @ObservationIgnored private var count = 0

  /// The banner that the presenter has, and its task.
  @ObservationIgnored private var presented: (banner: ForegroundBanner, task: Task<Void, Never>)?

  /// Makes a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - presenter: Who shows banners; it is kept alive, and needs no reference to the plugin, since
  ///     touches go through the ``ForegroundBanner``.
  ///   - configuration: What is about what, how many banners, and for how long.
  public init(
    presenter: any ForegroundBannerPresenting,
    configuration: Configuration = Configuration()
  ) {
    self.presenter = presenter
    self.configuration = configuration
    driver = CoreDriver(ForegroundBannerCore(limits: configuration.limits))
  }

  deinit {
    guard let (banner, task) = presented else { return }
    task.cancel()
    Task { @MainActor [presenter] in
      banner.end()
      if banner.isPresented {
        await presenter.dismiss(banner, outcome: .detached)
      }
    }
  }
}

// MARK: - What is true

extension ForegroundBanners {
  /// What became of the pushes that were to have a banner.
  public var statistics: ForegroundBannerStatistics { driver.core.statistics }

  /// The banners that wait for the screen, the next first.
  public var waiting: [ForegroundBanner] { driver.core.queue.compactMap { banners[$0] } }

  /// When something ends by itself: the banner that is up with its time, or one that waits.
  public var deadline: ContinuousClock.Instant? { driver.core.nextDeadline }
}

// MARK: - Plugin and observer

extension ForegroundBanners: PushPlugin, LifecycleObserver {
  /// Follows the app's lifecycle, and takes taps to where the system's answers go.
  public func attach(to context: PluginContext) {
    detach()
    let world = World(
      answers: context.push,
      records: context.records,
      scheduler: context.scheduler
    )
    driver.start(on: context.scheduler, for: self) { $0.perform($1, in: world) }
  }

  /// Ends all banners, with the outcome ``ForegroundBannerOutcome/detached``.
  ///
  /// One that is up is dismissed; that it is gone is not waited for.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    driver.handle(.began(ForegroundBannerCore.Life(state)))
  }

  /// Follows phases, accounts and what the user looks at.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    driver.handle(.life(ForegroundBannerCore.Life(state)))
  }
}

extension ForegroundBannerCore.Life {
  fileprivate init(_ state: LifecycleState) {
    self.init(
      isActive: state.phase == .active,
      account: state.account,
      looking: Set(state.pagesLookedAt)
    )
  }
}

// MARK: - Voter, and observer of what is decided

extension ForegroundBanners: PresentationVoter, PushDiagnosticsObserver {
  private static let own = PresentationVote.limit(
    to: .all.subtracting(.banner),
    reason: "the app shows a banner of its own"
  )

  private static let looking = PresentationVote.limit(
    to: .badge,
    reason: "the user looks at the page that it is about"
  )

  /// Leaves everything to the system but the banner, if the app will show its own; all but the badge
  /// goes if the user looks at the page that the push is about.
  ///
  /// Asked again about one push, it votes as it did first.
  public func presentation(of push: Push) -> PresentationVote {
    if let vote = decided.vote(on: push) { return vote }
    return switch refusal(of: push) {
    case nil: Self.own
    case .looking: Self.looking
    case .again, .textless, .inactive, .signedOut, .foreign, .unwanted: .noOpinion
    }
  }

  /// Shows a banner if there would have been one without this feature's vote, once for each push.
  public func receive(_ decision: PresentationDecision) {
    guard driver.isStarted else { return }
    let push = decision.push
    guard decided.vote(on: push) == nil else { return refuse(push, .again) }
    let isOwn = decision.ballots.contains { $0.vote == Self.own }
    let isLooking = decision.ballots.contains { $0.vote == Self.looking }
    decided.note(push, vote: isOwn ? Self.own : isLooking ? Self.looking : .noOpinion)
    guard isOwn, let content = content(of: push) else {
      return refuse(push, refusal(of: push) ?? .inactive)
    }
    let others = decision.without { $0 == Self.own }
    guard others.options.contains(.banner) else { return refuse(push, .unwanted) }
    offer(push, content, requestIdentifier: decision.requestIdentifier)
  }

  private func content(of push: Push) -> ForegroundBannerContent? {
    ForegroundBannerContent(push, localize: configuration.localize)
  }

  private func refusal(of push: Push) -> ForegroundBannerRefusal? {
    let page = configuration.page(push)
    let refusal = driver.core.refusal(page: page, owner: configuration.owner(push.payload))
    guard refusal == nil || refusal == .looking else { return refusal }
    return content(of: push) == nil ? .textless : refusal
  }

  private func refuse(_ push: Push, _ reason: ForegroundBannerRefusal) {
    log?(.refused(push.id, reason))
  }

  private func offer(
    _ push: Push,
    _ content: ForegroundBannerContent,
    requestIdentifier: String?
  ) {
    count += 1
    let id = ForegroundBannerID(rawValue: count)
    banners[id] = ForegroundBanner(
      id: id,
      push: push,
      content: content,
      requestIdentifier: requestIdentifier
    ) { [weak self] touch in
      self?.driver.handle(.touched(id, touch))
    }
    driver.handle(
      .offered(
        ForegroundBannerCore.Offer(
          id: id,
          thread: content.thread,
          page: configuration.page(push),
          owner: configuration.owner(push.payload)
        )
      )
    )
  }
}

// MARK: - Effects

extension ForegroundBanners {
  private struct World {
    let answers: any PushSubject
    let records: FeatureRecords
    let scheduler: any Scheduler
  }

  private func perform(_ effect: ForegroundBannerCore.Effect, in world: World) {
    switch effect {
    case .refuse(let id, let reason):
      if let banner = banners.removeValue(forKey: id) {
        refuse(banner.push, reason)
      }
    case .tellAccepted(let id):
      if let banner = banners[id] {
        log?(.accepted(id, banner.push.id))
      }
    case .present(let id): present(id, on: world.scheduler)
    case .tellShown(let id):
      world.records.send(ForegroundBannerMoment.shown)
      log?(.shown(id))
    case .tellFailure(let id, let message): log?(.failed(id, message))
    case .note(let touch): world.records.send(ForegroundBannerMoment.touched(touch))
    case .answer(let id): answer(id, to: world.answers)
    case .end(let id, let outcome): end(id, outcome)
    case .dismiss(let id, let outcome): dismiss(id, outcome, on: world.scheduler)
    case .show(let id): shown = id.flatMap { banners[$0] }
    }
  }

  private func present(_ id: ForegroundBannerID, on scheduler: any Scheduler) {
    guard let banner = banners[id] else { return }
    let task = scheduler.perform { [weak self, presenter] in
      guard banner.beginPresentation() else { return }
      do {
        try await presenter.present(banner)
        self?.driver.handle(.presented(id))
      } catch {
        self?.driver.handle(.presentationFailed(id, error.logDescription))
      }
    }
    presented = (banner, task)
  }

  private func answer(_ id: ForegroundBannerID, to answers: any PushSubject) {
    guard let banner = banners[id] else { return }
    answers.open(
      banner.push.payload,
      requestIdentifier: banner.requestIdentifier,
      response: PushResponse()
    )
  }

  private func end(_ id: ForegroundBannerID, _ outcome: ForegroundBannerOutcome) {
    banners.removeValue(forKey: id)?.end()
    log?(.ended(id, outcome))
  }

  private func dismiss(
    _ id: ForegroundBannerID,
    _ outcome: ForegroundBannerOutcome,
    on scheduler: any Scheduler
  ) {
    guard let (banner, task) = presented, banner.id == id else { return }
    presented = nil
    task.cancel()
    scheduler.perform { [weak self, presenter] in
      if banner.isPresented {
        await presenter.dismiss(banner, outcome: outcome)
      }
      self?.driver.handle(.dismissed(id))
    }
  }
}
