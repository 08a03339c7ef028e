import PushHub

/// Decides which banner is up, which wait, and when and why each ends.
///
/// All state is in here, but no push: those are the shell's.
struct ForegroundBannerCore: FeatureCore, Hashable {
  typealias ID = ForegroundBannerID

  /// A push that is to have a banner, as far as it matters here.
  struct Offer: Hashable {
    let id: ID
    var thread: String?
    var page: PageID?
    var owner: AccountID?
  }

  /// How many banners, and for how long.
  struct Limits: Hashable {
    let duration: Duration
    let maximumHold: Duration
    let maximumWaiting: Int
    let maximumAge: Duration
    let stepTimeout: Duration
  }

  /// What is true of the app.
  struct Life: Hashable {
    var isActive: Bool
    var account: AccountID?
    var looking: Set<PageID> = []
  }

  enum Event {
    case began(Life)
    case detached
    case life(Life)
    case offered(Offer)
    case presented(ID)
    case presentationFailed(ID, String)
    case dismissed(ID)
    case touched(ID, ForegroundBannerTouch)
    case deadline
  }

  enum Effect: Hashable {
    case refuse(ID, ForegroundBannerRefusal)
    case tellAccepted(ID)
    case present(ID)
    case tellShown(ID)
    case tellFailure(ID, String)
    case note(ForegroundBannerTouch)
    case answer(ID)
    case end(ID, ForegroundBannerOutcome)
    case dismiss(ID, ForegroundBannerOutcome)
    case show(ID?)
  }

  /// How far the banner is that has the screen.
  enum Stage: Hashable {
    /// The presenter has it, and has not said yet that it is up.
    case presenting

    /// It is up, and its time is running.
    case shown

    /// It is up, and its time stands still, with so much of it left.
    case held(Duration)

    /// It has its outcome, and goes.
    case leaving
  }

  struct Current: Hashable {
    let offer: Offer
    var stage: Stage
    var deadline: ContinuousClock.Instant

    var isUp: Bool {
      switch stage {
      case .shown, .held: true
      case .presenting, .leaving: false
      }
    }
  }

  private struct Entry: Hashable {
    let offer: Offer
    let expiry: ContinuousClock.Instant
  }

  /// What is true while the feature is attached.
  private struct Attachment: Hashable {
    var life: Life

    /// Whether somebody has signed out, and nobody in since.
    var isSignedOut = false
  }

  static var deadline: Event { .deadline }

  let limits: Limits
  private(set) var statistics = ForegroundBannerStatistics()
  private(set) var current: Current?
  private var waiting: [Entry] = []
  private var attachment: Attachment?

  init(limits: Limits) {
    self.limits = limits
  }

  var nextDeadline: ContinuousClock.Instant? {
    let expiry = waiting.map(\.expiry).min()
    return [current?.deadline, expiry].compactMap { $0 }.min()
  }

  /// The banners that wait for the screen, the next first.
  var queue: [ID] { waiting.map(\.offer.id) }

  /// Why a push would have no banner of the app's now.
  func refusal(page: PageID?, owner: AccountID?) -> ForegroundBannerRefusal? {
    guard let attachment, attachment.life.isActive else { return .inactive }
    if attachment.isSignedOut { return .signedOut }
    if let owner, owner != attachment.life.account { return .foreign }
    return page.map { attachment.life.looking.contains($0) } ?? false ? .looking : nil
  }
}

// MARK: - Events

extension ForegroundBannerCore {
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    let formerlyUp = idOfUp
    var effects = expire(at: now)
    switch event {
    case .began(let life): attachment = Attachment(life: life)
    case .detached: effects += detach()
    case .life(let life): effects += follow(life, at: now)
    case .offered(let offer): effects += take(offer, at: now)
    case .presented(let id): effects += show(id, at: now)
    case .presentationFailed(let id, let message): effects += fail(id, message, at: now)
    case .dismissed(let id): finish(id)
    case .touched(let id, let touch): effects += take(touch, on: id, at: now)
    case .deadline: effects += passDeadline(at: now)
    }
    effects += advance(at: now)
    statistics.waiting = waiting.count + (current?.stage == .presenting ? 1 : 0)
    return effects + (idOfUp == formerlyUp ? [] : [.show(idOfUp)])
  }

  private var idOfUp: ID? { current.flatMap { $0.isUp ? $0.offer.id : nil } }

  private mutating func follow(_ life: Life, at now: ContinuousClock.Instant) -> [Effect] {
    guard let former = attachment?.life else { return [] }
    attachment?.life = life
    if life.account != former.account {
      attachment?.isSignedOut = life.account == nil
      return endAll(.accountChanged, at: now)
    }
    guard life.isActive else { return endAll(.resigned, at: now) }
    return endAll(.looking, at: now) { $0.page.map(life.looking.contains) ?? false }
  }

  private mutating func detach() -> [Effect] {
    let effects = endAll(.detached, at: nil)
    attachment = nil
    current = nil
    return effects
  }

  private mutating func passDeadline(at now: ContinuousClock.Instant) -> [Effect] {
    guard let current, current.deadline <= now else { return [] }
    switch current.stage {
    case .presenting: return fail(current.offer.id, "no answer in time", at: now)
    case .shown, .held: return endCurrent(.timeout, at: now)
    case .leaving:
      self.current = nil
      return []
    }
  }
}

// MARK: - The queue

extension ForegroundBannerCore {
  private mutating func take(_ offer: Offer, at now: ContinuousClock.Instant) -> [Effect] {
    if let refusal = refusal(page: offer.page, owner: offer.owner) {
      return [.refuse(offer.id, refusal)]
    }
    statistics.accepted += 1
    let entry = Entry(offer: offer, expiry: now + limits.maximumAge)
    return [.tellAccepted(offer.id)] + place(entry, at: now) + makeRoom()
  }

  /// Puts a newer one of a thread where the older one is; others go to the end.
  private mutating func place(_ entry: Entry, at now: ContinuousClock.Instant) -> [Effect] {
    guard let thread = entry.offer.thread else {
      waiting.append(entry)
      return []
    }
    if let place = waiting.firstIndex(where: { $0.offer.thread == thread }) {
      let former = waiting[place].offer.id
      waiting[place] = entry
      return endUnshown(former, .replaced)
    }
    guard let current, current.stage != .leaving, current.offer.thread == thread else {
      waiting.append(entry)
      return []
    }
    waiting.insert(entry, at: 0)
    return endCurrent(.replaced, at: now)
  }

  /// Lets the oldest go for which there is no room; there is room for one at least, so that whoever finds
  /// the screen free stays.
  private mutating func makeRoom() -> [Effect] {
    guard
      waiting.count > limits.maximumWaiting,
      let oldest = queue.min(by: { $0.rawValue < $1.rawValue })
    else { return [] }
    waiting.removeAll { $0.offer.id == oldest }
    return endUnshown(oldest, .overflowed)
  }

  private mutating func expire(at now: ContinuousClock.Instant) -> [Effect] {
    let expired = waiting.filter { $0.expiry <= now }
    waiting.removeAll { $0.expiry <= now }
    return expired.flatMap { endUnshown($0.offer.id, .expired) }
  }

  private mutating func advance(at now: ContinuousClock.Instant) -> [Effect] {
    guard current == nil, !waiting.isEmpty else { return [] }
    let offer = waiting.removeFirst().offer
    current = Current(offer: offer, stage: .presenting, deadline: now + limits.stepTimeout)
    return [.present(offer.id)]
  }
}

// MARK: - The banner that has the screen

extension ForegroundBannerCore {
  private mutating func show(_ id: ID, at now: ContinuousClock.Instant) -> [Effect] {
    guard current?.offer.id == id, current?.stage == .presenting else { return [] }
    go(to: .shown, until: now + limits.duration)
    statistics.shown += 1
    return [.tellShown(id)]
  }

  private mutating func fail(
    _ id: ID,
    _ message: String,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard current?.offer.id == id, current?.stage == .presenting else { return [] }
    return [.tellFailure(id, message)] + endCurrent(.failed, at: now)
  }

  private mutating func finish(_ id: ID) {
    guard current?.offer.id == id, current?.stage == .leaving else { return }
    current = nil
  }

  private mutating func take(
    _ touch: ForegroundBannerTouch,
    on id: ID,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard let current, current.offer.id == id else { return [] }
    switch (current.stage, touch) {
    case (.shown, .tapped), (.held, .tapped):
      statistics.opened += 1
      return [.note(touch), .answer(id)] + endCurrent(.opened, at: now)
    case (.shown, .swiped), (.held, .swiped):
      return [.note(touch)] + endCurrent(.swiped, at: now)
    case (.shown, .held):
      go(to: .held(current.deadline - now), until: now + limits.maximumHold)
      return [.note(touch)]
    case (.held(let remaining), .released):
      go(to: .shown, until: now + remaining)
      return [.note(touch)]
    case (.shown, .released), (.held, .held), (.presenting, _), (.leaving, _): return []
    }
  }
}

// MARK: - Ends

extension ForegroundBannerCore {
  private mutating func go(to stage: Stage, until deadline: ContinuousClock.Instant) {
    guard let offer = current?.offer else { return }
    current = Current(offer: offer, stage: stage, deadline: deadline)
  }

  /// Ends banners; without a time, that of the one that is up is not waited for.
  private mutating func endAll(
    _ outcome: ForegroundBannerOutcome,
    at now: ContinuousClock.Instant?,
    where isConcerned: (Offer) -> Bool = { _ in true }
  ) -> [Effect] {
    var effects: [Effect] = []
    if let current, current.stage != .leaving, isConcerned(current.offer) {
      effects += endCurrent(outcome, at: now ?? current.deadline)
    }
    let concerned = waiting.filter { isConcerned($0.offer) }
    waiting.removeAll { isConcerned($0.offer) }
    return effects + concerned.flatMap { endUnshown($0.offer.id, outcome) }
  }

  private mutating func endCurrent(
    _ outcome: ForegroundBannerOutcome,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard let current else { return [] }
    let id = current.offer.id
    go(to: .leaving, until: now + limits.stepTimeout)
    let end = current.isUp ? [Effect.end(id, outcome)] : endUnshown(id, outcome)
    return end + [.dismiss(id, outcome)]
  }

  private mutating func endUnshown(_ id: ID, _ outcome: ForegroundBannerOutcome) -> [Effect] {
    statistics.noteUnshown(outcome)
    return [.end(id, outcome)]
  }
}
