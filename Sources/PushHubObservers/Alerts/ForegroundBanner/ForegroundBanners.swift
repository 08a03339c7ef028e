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
/// - Failures: What the presenter can't show has no banner at all, since the system was asked not to show
///   one. It stays in the list, and ``log`` says so. A presenter that does not return is waited for
///   five seconds: then a presentation has failed, and a dismissal is done.
///
/// The app keeps it alive; when it lets it go, a banner that is up is dismissed. Use one for an app.
@MainActor
@Observable
public final class ForegroundBanners {
  /// A push that the system has asked about, and may ask about again.
  private struct Question {
    let push: Push
    let refusal: ForegroundBannerRefusal?
    var isDecided = false
  }

  /// The banner that is up.
  public private(set) var shown: ForegroundBanner?

  /// Called with what happens, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((ForegroundBannerLogEntry) -> Void)?

  @ObservationIgnored private let presenter: any ForegroundBannerPresenting
  @ObservationIgnored private let configuration: Configuration
  @ObservationIgnored private let driver: CoreDriver<ForegroundBannerCore>
  @ObservationIgnored private var questions: [Question] = []
  @ObservationIgnored private var banners: [Int: ForegroundBanner] = [:]
  @ObservationIgnored private var latestID = 0

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
      if banner.isPresented {
        await presenter.dismiss(banner, outcome: .detached)
      }
    }
  }

  /// The banners that wait for the screen, the next first.
  package var waiting: [ForegroundBanner] {
    driver.core.banners.filter { $0.stage == .waiting }.compactMap { banners[$0.offer.id] }
  }

  /// When something ends by itself: the banner that is up with its time, or one that waits.
  package var deadline: ContinuousClock.Instant? { driver.core.nextDeadline }
}

// MARK: - Plugin and observer

extension ForegroundBanners: PushPlugin, LifecycleObserver {
  /// Follows the app's lifecycle, and takes taps to where the system's answers go.
  public func attach(to context: PluginContext) {
    detach()
    driver.start(on: context.scheduler, for: self) { $0.perform($1, in: context) }
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
    driver.handle(.life(state))
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
  ///
  /// Asked again about one push, it votes as it did first.
  public func presentation(of push: Push) -> PresentationVote {
    guard driver.isStarted else { return .noOpinion }
    return switch questions[indexOfQuestion(about: push)].refusal {
    case nil: Self.own
    case .looking: .limit(to: .badge, reason: "the user looks at the page that it is about")
    default: .noOpinion
    }
  }

  /// Shows a banner if there would have been one without this feature's vote, once for each push.
  public func receive(_ decision: PresentationDecision) {
    guard driver.isStarted else { return }
    let push = decision.push
    let index = indexOfQuestion(about: push)
    let question = questions[index]
    questions[index].isDecided = true
    let others = decision.without { $0 == Self.own }
    if question.isDecided {
      log?(.refused(push.id, .again))
    } else if let refusal = question.refusal {
      log?(.refused(push.id, refusal))
    } else if others.options.contains(.banner), let texts = texts(of: push) {
      offer(push, texts, decision.requestIdentifier)
    } else {
      log?(.refused(push.id, .unwanted))
    }
  }

  private func indexOfQuestion(about push: Push) -> Int {
    if let index = questions.lastIndex(where: { $0.push.isSame(as: push) }) { return index }
    if questions.count == 100 { questions.removeFirst() }
    let refusal = driver.core.refusal(of: core(push))
    let isTextless = (refusal ?? .looking) == .looking && texts(of: push) == nil
    questions.append(Question(push: push, refusal: isTextless ? .textless : refusal))
    return questions.count - 1
  }

  private func texts(of push: Push) -> ForegroundBanner.Texts? {
    ForegroundBanner.texts(of: push.aps, localize: configuration.localize)
  }

  private func core(_ push: Push) -> ForegroundBannerCore.Offer {
    ForegroundBannerCore.Offer(
      id: latestID,
      thread: push.aps.threadID,
      page: configuration.page(push),
      owner: configuration.owner(push.payload)
    )
  }

  private func offer(_ push: Push, _ texts: ForegroundBanner.Texts, _ request: String?) {
    latestID += 1
    let id = latestID
    banners[id] = ForegroundBanner(
      id: id,
      push: push,
      texts: texts,
      requestIdentifier: request
    ) { [weak self] touch in
      self?.driver.handle(.touched(id, touch))
    }
    driver.handle(.offered(core(push)))
  }
}

// MARK: - Effects

extension ForegroundBanners {
  private func perform(_ effect: ForegroundBannerCore.Effect, in context: PluginContext) {
    switch effect {
    case .refuse(let id, let reason):
      guard let banner = banners.removeValue(forKey: id) else { return }
      log?(.refused(banner.push.id, reason))
    case .present(let id): present(id, on: context.scheduler)
    case .shown(let id):
      shown = banners[id]
      context.records.send(ForegroundBannerMoment.shown)
      log?(.shown(id))
    case .failed(let id, let message): log?(.failed(id, message))
    case .touched(let id, let touch):
      context.records.send(ForegroundBannerMoment.touched(touch))
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
    let task = scheduler.perform { [weak self, presenter] in
      guard !Task.isCancelled else { return }
      banner.isPresented = true
      do {
        try await presenter.present(banner)
        self?.driver.handle(.presented(id))
      } catch {
        self?.driver.handle(.presented(id, failure: error.logDescription))
      }
    }
    presented = (banner, task)
  }

  private func end(
    _ id: Int,
    _ outcome: ForegroundBannerOutcome,
    on scheduler: any Scheduler
  ) {
    banners[id] = nil
    if shown?.id == id { shown = nil }
    log?(.ended(id, outcome))
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
