import PushHub

/// Decides which banner is up, which wait, and when and why each ends.
///
/// The pushes themselves are in the shell.
struct ForegroundBannerCore: ManualFeatureCore {
  typealias Event = ForegroundBannerEvent

  /// A push that needs a banner.
  struct Offer: Equatable {
    let id: Int

    /// The `id` of the push.
    let push: String
    var thread: String?
    var page: PageID?
  }

  /// The limits on the number and the duration of banners.
  struct Limits {
    var duration: Duration
    var maximumWaiting: Int

    /// The time that a finger or VoiceOver's focus stops a banner's time, since its end may never come.
    var maximumHold = Duration.seconds(60)

    /// The time limit for the presenter to present or to dismiss.
    var stepTimeout = Duration.seconds(5)
  }

  enum Input {
    /// Nothing prevents the banner, see ``refusal(about:)``.
    case offered(Offer)

    /// The presentation under way has ended; `nil` if the banner is on the screen.
    case presented(failure: String?)
    case dismissed(Int)
    case touched(Int, ForegroundBannerTouch)
  }

  enum Effect: Equatable {
    case present(Int)
    case open(Int)

    /// The presenter dismisses it.
    case dismiss(Int, ForegroundBannerOutcome)

    /// It ended before it was presented.
    case discard(Int)
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

  /// The banner that has the screen.
  struct Screen: Equatable {
    let offer: Offer
    var stage = Stage.presenting
  }

  private let limits: Limits
  private(set) var screen: Screen?

  /// The next first.
  private(set) var waiting: [Offer] = []

  /// The time when the stage of the screen ends by itself.
  private(set) var nextDeadline: ContinuousClock.Instant?
  private var lifecycle: LifecycleState?

  init(limits: Limits) {
    self.limits = limits
  }

  /// The banner that is up.
  var state: Int? {
    switch screen?.stage {
    case .shown, .held: screen?.offer.id
    case .presenting, .leaving, nil: nil
    }
  }

  /// Returns the reason why a push has no banner of the app's now.
  func refusal(about page: PageID?) -> ForegroundBannerOutcome? {
    guard let lifecycle, lifecycle.phase == .active else { return .inactive }
    return page.map(lifecycle.isFocused) == true ? .looking : nil
  }
}

// MARK: - Inputs

extension ForegroundBannerCore {
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    let former = screen
    switch input {
    case .lifecycle(let state, _): follow(state, in: &turn)
    case .detached: end(.detached, in: &turn)
    case .own(.offered(let offer)): accept(offer, in: &turn)
    case .own(.presented(let failure)): show(failure, in: &turn)
    case .own(.dismissed(let id)): finish(id)
    case .own(.touched(let id, let touch)): handle(touch, on: id, in: &turn)
    case .deadline: passDeadline(in: &turn)
    case .push, .work, .loaded, .saved: break
    }
    if screen == nil, !waiting.isEmpty {
      let next = waiting.removeFirst()
      screen = Screen(offer: next)
      turn.perform(.present(next.id))
    }
    if screen != former {
      nextDeadline = screen.map { turn.now + time(for: $0.stage) }
    }
  }

  private func time(for stage: Stage) -> Duration {
    switch stage {
    case .presenting, .leaving: limits.stepTimeout
    case .shown: limits.duration
    case .held: limits.maximumHold
    }
  }

  private mutating func follow(_ new: LifecycleState, in turn: inout ManualFeatureTurn<Self>) {
    let former = lifecycle ?? new
    lifecycle = new
    if former.accounts?.isSubset(of: new.accounts ?? []) == false {
      return end(.accountChanged, in: &turn)
    }
    guard new.phase == .active else { return end(.resigned, in: &turn) }
    end(.looking, in: &turn) { $0.page.map(new.isFocused) == true }
  }

  /// Puts a newer one of a thread where the older one is; others go to the end.
  private mutating func accept(_ offer: Offer, in turn: inout ManualFeatureTurn<Self>) {
    let isFormer = { (other: Offer) in offer.thread != nil && other.thread == offer.thread }
    let replacesScreen = screen.map { $0.stage != .leaving && isFormer($0.offer) } == true
    let place = waiting.firstIndex(where: isFormer) ?? (replacesScreen ? 0 : nil)
    end(.replaced, in: &turn, where: isFormer)
    waiting.insert(offer, at: place ?? waiting.count)
    guard waiting.count > limits.maximumWaiting else { return }
    let oldest = waiting.map(\.id).min()
    end(.overflowed, in: &turn) { $0.id == oldest }
  }

  private mutating func passDeadline(in turn: inout ManualFeatureTurn<Self>) {
    guard let screen else { return }
    switch screen.stage {
    case .presenting: show("no answer in time", in: &turn)
    case .shown, .held: leave(.timeout, in: &turn)
    case .leaving: finish(screen.offer.id)
    }
  }
}

// MARK: - The banner that has the screen

extension ForegroundBannerCore {
  private mutating func show(_ failure: String?, in turn: inout ManualFeatureTurn<Self>) {
    guard let push = screen?.offer.push else { return }
    screen?.stage = .shown
    if let failure {
      turn.log(.failed(push, error: failure))
      leave(.failed, in: &turn)
    } else {
      turn.record(ForegroundBannerTouch.shown)
      turn.log(.shown(push))
    }
  }

  private mutating func handle(
    _ touch: ForegroundBannerTouch,
    on id: Int,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard touch != .shown, state == id else { return }
    turn.record(touch)
    switch touch {
    case .tapped:
      turn.perform(.open(id))
      leave(.opened, in: &turn)
    case .swiped: leave(.swiped, in: &turn)
    case .held: screen?.stage = .held
    case .released, .shown: screen?.stage = .shown
    }
  }

  private mutating func finish(_ id: Int) {
    if screen?.offer.id == id, screen?.stage == .leaving { screen = nil }
  }

  /// Ends it, unless it has its outcome.
  private mutating func leave(
    _ outcome: ForegroundBannerOutcome,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard let screen, screen.stage != .leaving else { return }
    self.screen?.stage = .leaving
    turn.cancel("presentation")
    turn.perform(.dismiss(screen.offer.id, outcome))
    turn.log(.ended(screen.offer.push, outcome: outcome))
  }

  /// Ends banners, the one that has the screen first.
  private mutating func end(
    _ outcome: ForegroundBannerOutcome,
    in turn: inout ManualFeatureTurn<Self>,
    where isEnded: (Offer) -> Bool = { _ in true }
  ) {
    if let screen, isEnded(screen.offer) { leave(outcome, in: &turn) }
    for offer in waiting where isEnded(offer) {
      turn.perform(.discard(offer.id))
      turn.log(.ended(offer.push, outcome: outcome))
    }
    waiting.removeAll(where: isEnded)
  }
}
