public import PushHub

/// Decides which banner is up, which wait, and when and why each ends; see ``ForegroundBanners``.
public struct ForegroundBannerCore: FeatureCore {
  /// What the user does with the banner that is up.
  public typealias Action = ForegroundBannerTouch

  /// The events of the log.
  public typealias Event = ForegroundBannerEvent

  /// An effect that the feature carries out itself.
  public enum Effect: Equatable, Sendable {
    /// The banner was tapped.
    case open(ForegroundBanner)

    /// The banner that has the screen has its outcome.
    case dismiss(ForegroundBannerOutcome)
  }

  /// The banners that are up or wait.
  public struct State: Equatable, Sendable {
    /// Whether the feature is attached.
    var isAttached = false

    /// The banner that has the screen.
    var screen: Screen?

    /// The next first.
    var waiting: [ForegroundBanner] = []

    /// The banner that is up.
    var shown: ForegroundBanner? {
      screen?.stage == .shown || screen?.stage == .held ? screen?.banner : nil
    }

    /// The banners without an outcome.
    var banners: [ForegroundBanner] {
      (screen.flatMap { $0.stage == .leaving ? nil : [$0.banner] } ?? []) + waiting
    }
  }

  struct Screen: Equatable {
    let banner: ForegroundBanner
    var stage = Stage.presenting
  }

  enum Stage {
    /// The presenter has it, and has not finished.
    case presenting

    /// It is up, and its time runs.
    case shown

    /// It is up, and its time is stopped.
    case held

    /// It has its outcome, and is being dismissed.
    case leaving
  }

  /// The rules for banners.
  struct Configuration {
    var duration: Duration
    var maximumWaiting: Int

    /// The time that a finger or VoiceOver's focus stops a banner's time, since its end may never come.
    var maximumHold = Duration.seconds(60)

    /// The time limit for the presenter to present or to dismiss.
    var stepTimeout = Duration.seconds(5)

    /// Returns the page that a push is about.
    var page: @Sendable (Push) -> PageID?
  }

  /// The vote for the app's banner in place of the system's.
  static let vote = PresentationVote.limit(
    to: .all.subtracting(.banner),
    reason: "the app shows a banner of its own"
  )

  /// The key in a transcript.
  public static let name = "banner"

  /// The app, since it has one screen.
  public static let scope = FeatureScope.app

  /// Presentations.
  public static let interests: Set<PushEvent.Kind> = [.presented]

  /// The banners that are up or wait.
  public private(set) var state = State()

  /// The time when the stage of the screen ends by itself.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  private let configuration: Configuration
  private var lifecycle = LifecycleState()

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// The banner to present.
  public var request: ForegroundBanner? {
    state.screen?.stage == .presenting ? state.screen?.banner : nil
  }

  /// The time limit for the presenter.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: configuration.stepTimeout) }

  /// Follows the app, the user and the presenter.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    let former = state.screen
    switch input {
    case .begin, .lifecycle: follow(turn.lifecycle, in: &turn)
    case .push(.presented(let push, let decision)): offer(push, decision, in: &turn)
    case .action(let touch): handle(touch, in: &turn)
    case .answered(let banner, .success):
      state.screen?.stage = .shown
      turn.log(.shown(banner.push.id))
    case .answered(let banner, .failure(let failure)):
      turn.log(.failed(banner.push.id, error: failure.message))
      turn.retryNow()
      leave(.failed, in: &turn)
    case .deadline where former?.stage == .leaving: state.screen = nil
    case .deadline: leave(.timeout, in: &turn)
    default: break
    }
    if state.screen == nil, !state.waiting.isEmpty {
      state.screen = Screen(banner: state.waiting.removeFirst())
    }
    if state.screen != former {
      nextDeadline = state.screen.flatMap { time(for: $0.stage) }.map { turn.now + $0 }
    }
  }

  private func time(for stage: Stage) -> Duration? {
    switch stage {
    case .presenting: nil
    case .shown: configuration.duration
    case .held: configuration.maximumHold
    case .leaving: configuration.stepTimeout
    }
  }
}

// MARK: - Which pushes have a banner

extension ForegroundBannerCore {
  /// Returns the reason why a push has no banner of the app's now.
  func refusal(of push: Push) -> ForegroundBannerOutcome? {
    if ForegroundBanner(push) == nil { return .textless }
    if lifecycle.phase != .active { return .inactive }
    if push.account.map(lifecycle.isSignedOut) == true { return .accountChanged }
    return isLooking(at: push) ? .looking : nil
  }

  /// Whether the user views the page that the push is about, of the account that is shown.
  private func isLooking(at push: Push) -> Bool {
    let isShown = push.account == nil || push.account == lifecycle.account
    return isShown && configuration.page(push).map(lifecycle.isFocused) == true
  }

  /// Puts a newer one of a thread where the older one is; others go to the end.
  private mutating func offer(
    _ push: Push,
    _ decision: PresentationDecision,
    in turn: inout FeatureTurn<Self>
  ) {
    let isAgain = state.banners.contains { $0.push.isSame(as: push) }
    let isWanted = decision.without { $0 == Self.vote }.options.contains(.banner)
    let reason = isAgain ? .again : refusal(of: push) ?? (isWanted ? nil : .unwanted)
    guard reason == nil, let banner = ForegroundBanner(push) else {
      return turn.log(.refused(id: push.id, reason: reason ?? .textless))
    }
    let thread = push.aps.threadID
    let isFormer = { (other: ForegroundBanner) in
      thread != nil && other.push.aps.threadID == thread && other.push.account == push.account
    }
    let replacesScreen = state.screen.map { $0.stage != .leaving && isFormer($0.banner) } == true
    let place = state.waiting.firstIndex(where: isFormer) ?? (replacesScreen ? 0 : nil)
    end(.replaced, in: &turn, where: isFormer)
    state.waiting.insert(banner, at: place ?? state.waiting.count)
    guard state.waiting.count > configuration.maximumWaiting else { return }
    let first = state.waiting.first { $0 != banner }
    end(.overflowed, in: &turn) { $0 == first }
  }
}

// MARK: - How banners end

extension ForegroundBannerCore {
  private mutating func follow(_ new: LifecycleState, in turn: inout FeatureTurn<Self>) {
    (lifecycle, state.isAttached) = (new, true)
    end(.accountChanged, in: &turn) { $0.push.account.map(new.isSignedOut) == true }
    guard new.phase == .active else { return end(.resigned, in: &turn) }
    let looking = state.banners.filter { isLooking(at: $0.push) }
    end(.looking, in: &turn, where: looking.contains)
  }

  private mutating func handle(
    _ touch: ForegroundBannerTouch,
    in turn: inout FeatureTurn<Self>
  ) {
    if touch == .dismissed, state.screen?.stage == .leaving { state.screen = nil }
    guard let banner = state.shown else { return }
    switch touch {
    case .tapped:
      turn.perform(.open(banner))
      leave(.opened, in: &turn)
    case .swiped: leave(.swiped, in: &turn)
    case .held: state.screen?.stage = .held
    case .released: state.screen?.stage = .shown
    case .shown, .dismissed: break
    }
  }

  /// Ends the banner that has the screen, unless it has its outcome.
  private mutating func leave(
    _ outcome: ForegroundBannerOutcome,
    in turn: inout FeatureTurn<Self>
  ) {
    guard let screen = state.screen, screen.stage != .leaving else { return }
    state.screen?.stage = .leaving
    turn.perform(.dismiss(outcome))
    turn.log(.ended(screen.banner.push.id, outcome: outcome))
  }

  /// Ends banners, the one that has the screen first.
  private mutating func end(
    _ outcome: ForegroundBannerOutcome,
    in turn: inout FeatureTurn<Self>,
    where isEnded: (ForegroundBanner) -> Bool = { _ in true }
  ) {
    if let banner = state.screen?.banner, isEnded(banner) { leave(outcome, in: &turn) }
    for banner in state.waiting where isEnded(banner) {
      turn.log(.ended(banner.push.id, outcome: outcome))
    }
    state.waiting.removeAll(where: isEnded)
  }
}
