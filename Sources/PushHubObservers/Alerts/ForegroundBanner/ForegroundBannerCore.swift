import PushHub

/// Decides which banner is up, which wait, and when and why each ends.
///
/// All state is in here, but no push: those are the shell's.
struct ForegroundBannerCore: DrivenCore {
  /// A push that is to have a banner, as far as it matters here.
  struct Offer: Equatable {
    let id: Int
    var thread: String?
    var page: PageID?
  }

  /// How many banners, and for how long.
  struct Limits {
    var duration: Duration
    var maximumWaiting: Int

    /// For how long a finger or VoiceOver's focus stops a banner's time, since its end may never come.
    var maximumHold = Duration.seconds(60)

    /// How long the presenter may take to present or to dismiss.
    var stepTimeout = Duration.seconds(5)
  }

  enum Event {
    case life(LifecycleState)
    case detached

    /// Nothing speaks against it, see ``refusal(of:)``.
    case offered(Offer)

    /// The presenter has it on the screen, or says why not.
    case presented(Int, failure: String? = nil)
    case dismissed(Int)
    case touched(Int, ForegroundBannerTouch)
    case deadline
  }

  enum Effect {
    case present(Int)

    /// It is up, or the presenter failed.
    case presented(Int, failure: String?)
    case touched(Int, ForegroundBannerTouch)

    /// It has its outcome, and is to be dismissed if the presenter has it.
    case end(Int, ForegroundBannerOutcome)
  }

  enum Stage {
    /// The presenter has it, and has not said yet that it is up.
    case presenting

    /// It is up, and its time runs.
    case shown

    /// It is up, and its time stands still.
    case held

    /// It has its outcome, and goes.
    case leaving
  }

  /// The banner that has the screen.
  struct Screen: Equatable {
    let offer: Offer
    var stage = Stage.presenting
  }

  static var deadline: Event { .deadline }

  let limits: Limits
  private(set) var screen: Screen?

  /// The next first.
  private(set) var waiting: [Offer] = []

  /// When the stage ends by itself that the screen is in.
  private var deadline: Duration?
  private var life: LifecycleState?

  init(limits: Limits) {
    self.limits = limits
  }

  /// Why a push would have no banner of the app's now.
  func refusal(of offer: Offer) -> ForegroundBannerOutcome? {
    guard let life, life.phase == .active else { return .inactive }
    return offer.page.map(life.isLooking) == true ? .looking : nil
  }
}

// MARK: - Events

extension ForegroundBannerCore {
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    let former = screen
    var effects =
      switch event {
      case .life(let life): follow(life)
      case .detached: end(offers, .detached)
      case .offered(let offer): accept(offer)
      case .presented(let id, let failure): show(id, failure)
      case .dismissed(let id): finish(id)
      case .touched(let id, let touch): handle(touch, on: id)
      case .deadline: passDeadline()
      }
    if screen == nil, !waiting.isEmpty {
      let next = waiting.removeFirst()
      screen = Screen(offer: next)
      effects.append(.present(next.id))
    }
    if screen != former {
      deadline = screen.map { now.referenceTime + time(for: $0.stage) }
    }
    return effects
  }

  var nextDeadline: ContinuousClock.Instant? { .init(referenceTime: deadline) }

  private func time(for stage: Stage) -> Duration {
    switch stage {
    case .presenting, .leaving: limits.stepTimeout
    case .shown: limits.duration
    case .held: limits.maximumHold
    }
  }

  private mutating func follow(_ life: LifecycleState) -> [Effect] {
    let former = self.life
    self.life = life
    if let former, former.account != life.account { return end(offers, .accountChanged) }
    guard life.phase == .active else { return end(offers, .resigned) }
    return end(offers.filter { $0.page.map(life.isLooking) == true }, .looking)
  }

  /// Puts a newer one of a thread where the older one is; others go to the end.
  private mutating func accept(_ offer: Offer) -> [Effect] {
    let isFormer = { (other: Offer) in offer.thread != nil && other.thread == offer.thread }
    let place = waiting.firstIndex(where: isFormer)
    let effects = end(offers.filter(isFormer), .replaced)
    let isNext = place == nil && !effects.isEmpty
    waiting.insert(offer, at: isNext ? 0 : place ?? waiting.count)
    guard waiting.count > limits.maximumWaiting else { return effects }
    let oldest = waiting.map(\.id).min()
    return effects + end(waiting.filter { $0.id == oldest }, .overflowed)
  }

  private mutating func passDeadline() -> [Effect] {
    guard let screen else { return [] }
    return switch screen.stage {
    case .presenting: show(screen.offer.id, "no answer in time")
    case .shown, .held: leave(.timeout)
    case .leaving: finish(screen.offer.id)
    }
  }
}

// MARK: - The banner that has the screen

extension ForegroundBannerCore {
  private mutating func show(_ id: Int, _ failure: String?) -> [Effect] {
    guard screen?.offer.id == id, screen?.stage == .presenting else { return [] }
    screen?.stage = .shown
    let effect = Effect.presented(id, failure: failure)
    return failure == nil ? [effect] : [effect] + leave(.failed)
  }

  private mutating func handle(_ touch: ForegroundBannerTouch, on id: Int) -> [Effect] {
    guard touch != .shown, let screen, screen.offer.id == id,
      [.shown, .held].contains(screen.stage)
    else { return [] }
    let effect = Effect.touched(id, touch)
    switch touch {
    case .tapped: return [effect] + leave(.opened)
    case .swiped: return [effect] + leave(.swiped)
    case .held: self.screen?.stage = .held
    case .released, .shown: self.screen?.stage = .shown
    }
    return [effect]
  }

  private mutating func finish(_ id: Int) -> [Effect] {
    if screen?.offer.id == id, screen?.stage == .leaving { screen = nil }
    return []
  }
}

// MARK: - Ends

extension ForegroundBannerCore {
  /// All, the one that has the screen first.
  private var offers: [Offer] { [screen?.offer].compactMap { $0 } + waiting }

  /// Ends banners, the one that has the screen first.
  private mutating func end(_ ended: [Offer], _ outcome: ForegroundBannerOutcome) -> [Effect] {
    var effects: [Effect] = []
    for offer in ended {
      if offer.id == screen?.offer.id {
        effects += leave(outcome)
      } else {
        waiting.removeAll { $0.id == offer.id }
        effects.append(.end(offer.id, outcome))
      }
    }
    return effects
  }

  /// Ends the one that has the screen, unless it has its outcome.
  private mutating func leave(_ outcome: ForegroundBannerOutcome) -> [Effect] {
    guard let screen, screen.stage != .leaving else { return [] }
    self.screen?.stage = .leaving
    return [.end(screen.offer.id, outcome)]
  }
}
