import PushHub
import PushHubReplay

@testable import PushHubAlerts

/// A banner core with a user and a presenter, beside what the user would expect.
struct ForegroundBannerWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// A push that is to have a banner arrives: of a thread, or about the page, or neither.
    case push(thread: String?, page: PageID?)

    case touch(ForegroundBannerTouch)

    /// The presenter does what it was asked, or says that it can't.
    case presenterIsDone, presenterFails

    /// The user comes to the page, or leaves it.
    case page

    /// The user leaves the app, or comes back.
    case leaveOrReturn

    case account(AccountID?)

    case seconds(Int)

    /// The feature is detached, and attached again.
    case reattach
  }

  /// What the user knows of a push that is to have a banner.
  private struct Item: Hashable {
    let number: Int
    let thread: String?
    let page: PageID?
  }

  private struct Screen: Hashable {
    enum Stage: Hashable {
      case coming, up, held, going
    }

    var item: Item
    var stage = Stage.coming
    var waited = 0
    var timeUp = 0
  }

  static let limits = ForegroundBannerCore.Limits(
    duration: .seconds(2),
    maximumWaiting: 2,
    maximumHold: .seconds(3),
    stepTimeout: .seconds(1)
  )
  static let page: PageID = "p"

  private var core = ForegroundBannerCore(limits: limits)
  private var life = LifecycleState(phase: .active, account: "x")
  private var now = ContinuousClock.now
  private var count = 0

  // What the user expects.
  private var screen: Screen?
  private var line: [Item] = []

  // What the core did.
  private var presented: Int?
  private var up: Int?
  private var answered: Set<Int> = []
  private var ended: Set<Int> = []
  private var found: String?

  init() {
    tell(.life(life))
  }
}

extension ForegroundBannerWorld {
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .presenterIsDone: screen?.stage == .coming || screen?.stage == .going
    case .presenterFails: screen?.stage == .coming
    case .touch: screen != nil
    case .account(let account): account != life.account
    case .push, .page, .leaveOrReturn, .seconds, .reattach: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .push(let thread, let page): arrive(thread, page)
    case .touch(let touch): take(touch)
    case .presenterIsDone, .presenterFails: answer(isGood: operation == .presenterIsDone)
    case .page:
      life.visiblePages = life.visiblePages.isEmpty ? [Self.page] : []
      tell(.life(life))
      if life.isLooking(at: Self.page) { clear { $0.page == Self.page } }
    case .leaveOrReturn:
      life.phase = life.phase == .active ? .inactive : .active
      tell(.life(life))
      if life.phase != .active { clear { _ in true } }
    case .account(let account):
      life.account = account
      tell(.life(life))
      clear { _ in true }
    case .seconds(let seconds):
      for _ in 0..<seconds { passSecond() }
    case .reattach:
      tell(.detached)
      clear { _ in true }
      tell(.life(life))
    }
    if screen == nil, !line.isEmpty {
      screen = Screen(item: line.removeFirst())
    }
  }
}

// MARK: - What the user expects

extension ForegroundBannerWorld {
  private mutating func arrive(_ thread: String?, _ page: PageID?) {
    count += 1
    let item = Item(number: count, thread: thread, page: page)
    let offer = ForegroundBannerCore.Offer(id: count, thread: thread, page: page)
    let isWanted = life.phase == .active && page.map(life.isLooking) != true
    expect((core.refusal(of: offer) == nil) == isWanted, "A push is refused, or is not.")
    guard isWanted else { return }
    tell(.offered(offer))
    if let thread, let place = line.firstIndex(where: { $0.thread == thread }) {
      line[place] = item
    } else if let thread, screen?.item.thread == thread, screen?.stage != .going {
      leaveScreen()
      line.insert(item, at: 0)
    } else {
      line.append(item)
    }
    if screen != nil, line.count > 2 {
      let oldest = line.map(\.number).min()
      line.removeAll { $0.number == oldest }
    }
  }

  private mutating func take(_ touch: ForegroundBannerTouch) {
    guard let screen else { return }
    tell(.touched(screen.item.number, touch))
    switch (screen.stage, touch) {
    case (.up, .held):
      self.screen?.stage = .held
      self.screen?.waited = 0
    case (.held, .released):
      self.screen?.stage = .up
      self.screen?.timeUp = 0
    case (.up, .tapped), (.held, .tapped), (.up, .swiped), (.held, .swiped): leaveScreen()
    default: break
    }
  }

  private mutating func answer(isGood: Bool) {
    guard let screen else { return }
    let id = screen.item.number
    if screen.stage == .going {
      tell(.dismissed(id))
      self.screen = nil
    } else if isGood {
      tell(.presented(id))
      self.screen?.stage = .up
    } else {
      tell(.presented(id, failure: "no window"))
      leaveScreen()
    }
  }

  private mutating func passSecond() {
    now += .seconds(1)
    screen?.waited += 1
    if screen?.stage == .up { screen?.timeUp += 1 }
    switch screen?.stage {
    case .coming: leaveScreen()
    case .going: screen = line.isEmpty ? nil : Screen(item: line.removeFirst())
    case .up where screen?.timeUp == 2: leaveScreen()
    case .held where screen?.waited == 3: leaveScreen()
    default: break
    }
    while let deadline = core.nextDeadline, deadline <= now, found == nil {
      tell(.deadline)
      expect(core.nextDeadline != deadline, "A deadline stays.")
    }
  }

  private mutating func leaveScreen() {
    screen?.stage = .going
    screen?.waited = 0
  }

  private mutating func clear(_ isConcerned: (Item) -> Bool) {
    line.removeAll(where: isConcerned)
    guard let screen, screen.stage != .going, isConcerned(screen.item) else { return }
    leaveScreen()
  }
}

// MARK: - What the core does

extension ForegroundBannerWorld {
  private mutating func tell(_ event: ForegroundBannerCore.Event) {
    for effect in core.handle(event, at: now) {
      switch effect {
      case .present(let id):
        let isWanted = life.phase == .active && !ended.contains(id)
        expect(isWanted, "A banner is shown that nobody is to see.")
        presented = id
      case .presented(let id, let failure):
        expect(presented == id, "A banner is up that was not presented.")
        if failure == nil { up = id }
      case .touched(let id, let touch):
        expect(up == id, "A banner is touched that is not up.")
        if touch == .tapped { expect(answered.insert(id).inserted, "One is answered twice.") }
      case .end(let id, _):
        expect(ended.insert(id).inserted, "A banner ends twice.")
        if up == id { up = nil }
      }
    }
  }

  private mutating func expect(_ isTrue: Bool, _ mistake: @autoclosure () -> String) {
    if !isTrue, found == nil {
      found = mistake()
    }
  }

  var mistake: String? {
    if let found { return found }
    let numbers = (core.screen.map { [$0.offer.id] } ?? []) + core.waiting.map(\.id)
    let expected = (screen.map { [$0.item] } ?? []) + line
    guard numbers == expected.map(\.number) else { return "There are \(numbers), not \(expected)." }
    guard line.count <= 2 else { return "Too many wait." }
    let isUp = screen?.stage == .up || screen?.stage == .held
    guard (up != nil) == isUp else { return "What is said to be up is not." }
    guard (core.nextDeadline == nil) == (screen == nil) else { return "It waits for ever." }
    return nil
  }
}
