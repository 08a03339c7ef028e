import PushHub

/// Decides which banner is up, which wait, and when and why each ends.
///
/// All state is in here, but no push: those are the shell's.
struct ForegroundBannerCore: FeatureCore, Hashable {
  /// A push that is to have a banner, as far as it matters here.
  struct Offer: Hashable {
    let id: Int
    var thread: String?
    var page: PageID?
    var owner: AccountID?
  }

  /// How many banners, and for how long.
  struct Limits: Hashable {
    var duration: Duration
    var maximumWaiting: Int
    var maximumAge: Duration

    /// For how long a finger or VoiceOver's focus stops a banner's time, since its end may never come.
    var maximumHold = Duration.seconds(60)

    /// How long the presenter may take to present or to dismiss.
    var stepTimeout = Duration.seconds(5)
  }

  enum Event {
    case life(LifecycleState)
    case detached
    case offered(Offer)

    /// The presenter has it on the screen, or says why not.
    case presented(Int, failure: String? = nil)
    case dismissed(Int)
    case touched(Int, ForegroundBannerTouch)
    case deadline
  }

  enum Effect: Hashable {
    case refuse(Int, ForegroundBannerRefusal)
    case present(Int)
    case shown(Int)
    case failed(Int, String)
    case touched(Int, ForegroundBannerTouch)

    /// It has its outcome, and is to be dismissed if the presenter has it.
    case end(Int, ForegroundBannerOutcome)
  }

  enum Stage: Hashable {
    case waiting

    /// The presenter has it, and has not said yet that it is up.
    case presenting

    /// It is up, and its time is running.
    case shown

    /// It is up, and its time stands still, with so much of it left.
    case held(Duration)

    /// It has its outcome, and goes.
    case leaving
  }

  struct Banner: Hashable {
    let offer: Offer
    var stage = Stage.waiting
    var deadline: ContinuousClock.Instant
  }

  static var deadline: Event { .deadline }

  let limits: Limits

  /// The first has the screen; the others wait.
  private(set) var banners: [Banner] = []
  private var life: LifecycleState?

  /// Whether somebody has signed out, and nobody in since.
  private var isSignedOut = false

  init(limits: Limits) {
    self.limits = limits
  }

  var nextDeadline: ContinuousClock.Instant? { banners.map(\.deadline).min() }

  /// Why a push would have no banner of the app's now.
  func refusal(of offer: Offer) -> ForegroundBannerRefusal? {
    guard let life, life.phase == .active else { return .inactive }
    if isSignedOut { return .signedOut }
    if let owner = offer.owner, owner != life.account { return .foreign }
    return offer.page.map(life.isLooking) == true ? .looking : nil
  }
}

// MARK: - Events

extension ForegroundBannerCore {
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    let effects =
      switch event {
      case .life(let life): follow(life, at: now)
      case .detached: detach(at: now)
      case .offered(let offer): accept(offer, at: now)
      case .presented(let id, let failure): show(id, failure, at: now)
      case .dismissed(let id): finish(id)
      case .touched(let id, let touch): handle(touch, on: id, at: now)
      case .deadline: passDeadline(at: now)
      }
    guard let next = banners.first, next.stage == .waiting else { return effects }
    enter(.presenting, until: now + limits.stepTimeout)
    return effects + [.present(next.offer.id)]
  }

  private mutating func follow(
    _ life: LifecycleState,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let former = self.life
    self.life = life
    if let former, former.account != life.account {
      isSignedOut = life.account == nil
      return end(.accountChanged, at: now)
    }
    guard life.phase == .active else { return end(.resigned, at: now) }
    return end(.looking, at: now) { $0.offer.page.map(life.isLooking) == true }
  }

  private mutating func detach(at now: ContinuousClock.Instant) -> [Effect] {
    let effects = end(.detached, at: now)
    self = Self(limits: limits)
    return effects
  }

  private mutating func passDeadline(at now: ContinuousClock.Instant) -> [Effect] {
    let effects = end(.expired, at: now) { $0.stage == .waiting && $0.deadline <= now }
    guard let first = banners.first, first.deadline <= now else { return effects }
    let id = first.offer.id
    return switch first.stage {
    case .presenting: effects + show(id, "no answer in time", at: now)
    case .shown, .held: effects + end(.timeout, at: now) { $0.offer.id == id }
    case .waiting, .leaving: effects + finish(id)
    }
  }
}

// MARK: - The queue

extension ForegroundBannerCore {
  /// Puts a newer one of a thread where the older one is; others go to the end.
  private mutating func accept(_ offer: Offer, at now: ContinuousClock.Instant) -> [Effect] {
    if let refusal = refusal(of: offer) { return [.refuse(offer.id, refusal)] }
    let isFormer = { (banner: Banner) in
      banner.stage != .leaving && offer.thread != nil && banner.offer.thread == offer.thread
    }
    let former = banners.firstIndex(where: isFormer)
    let effects = end(.replaced, at: now, where: isFormer)
    // One that is up stays first until it is gone.
    let isGoing = former == 0 && banners.first?.stage == .leaving
    banners.insert(
      Banner(offer: offer, deadline: now + limits.maximumAge),
      at: isGoing ? 1 : former ?? banners.count
    )
    return effects + makeRoom(at: now)
  }

  /// Lets the oldest go for which there is no room.
  private mutating func makeRoom(at now: ContinuousClock.Instant) -> [Effect] {
    let waiting = banners.filter { $0.stage == .waiting }.map(\.offer.id)
    guard waiting.count > limits.maximumWaiting, let oldest = waiting.min() else { return [] }
    return end(.overflowed, at: now) { $0.offer.id == oldest }
  }

  /// Ends banners: those that wait are gone, and the one on the screen leaves.
  private mutating func end(
    _ outcome: ForegroundBannerOutcome,
    at now: ContinuousClock.Instant,
    where isConcerned: (Banner) -> Bool = { _ in true }
  ) -> [Effect] {
    let ended = banners.filter { $0.stage != .leaving && isConcerned($0) }
    banners.removeAll { $0.stage == .waiting && ended.contains($0) }
    if let first = banners.first, ended.contains(first) {
      enter(.leaving, until: now + limits.stepTimeout)
    }
    return ended.map { .end($0.offer.id, outcome) }
  }
}

// MARK: - The banner that has the screen

extension ForegroundBannerCore {
  private mutating func enter(_ stage: Stage, until deadline: ContinuousClock.Instant) {
    banners[0].stage = stage
    banners[0].deadline = deadline
  }

  private func isFirst(_ id: Int, _ stage: Stage) -> Bool {
    banners.first?.offer.id == id && banners.first?.stage == stage
  }

  private mutating func show(
    _ id: Int,
    _ failure: String?,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard isFirst(id, .presenting) else { return [] }
    if let failure {
      return [.failed(id, failure)] + end(.failed, at: now) { $0.offer.id == id }
    }
    enter(.shown, until: now + limits.duration)
    return [.shown(id)]
  }

  private mutating func finish(_ id: Int) -> [Effect] {
    if isFirst(id, .leaving) { banners.removeFirst() }
    return []
  }

  private mutating func handle(
    _ touch: ForegroundBannerTouch,
    on id: Int,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard let first = banners.first, first.offer.id == id else { return [] }
    var effects = [Effect.touched(id, touch)]
    switch (first.stage, touch) {
    case (.shown, .held):
      enter(.held(first.deadline - now), until: now + limits.maximumHold)
    case (.held(let remaining), .released): enter(.shown, until: now + remaining)
    case (.shown, .tapped), (.held, .tapped):
      effects += end(.opened, at: now) { $0.offer.id == id }
    case (.shown, .swiped), (.held, .swiped):
      effects += end(.swiped, at: now) { $0.offer.id == id }
    default: effects = []
    }
    return effects
  }
}
