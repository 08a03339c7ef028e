import PushHub
import PushHubTesting

@testable import PushHubAlerts
@testable import TestSupport

/// A banner core with a user and a presenter, beside what the user expects.
struct ForegroundBannerWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// A push arrives: of a thread, or about the page, or neither.
    case push(thread: String?, page: PageID?)

    case touch(ForegroundBannerTouch)

    /// The presenter finishes its step, or fails.
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

  /// What the user knows of a push.
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

  private var simulation = CoreSimulation(ForegroundBannerCore(limits: limits))
  private var count = 0

  // What the user expects.
  private var screen: Screen?
  private var line: [Item] = []

  // What the core did.
  private var presented: Int?
  private var up: Int?
  private var opened: Set<Int> = []
  private var ended: Set<Int> = []
  private var found: String?

  init() {
    attach(LifecycleState(phase: .active, account: "x"))
  }

  private var core: ForegroundBannerCore { simulation.core }
  private var life: LifecycleState { simulation.lifecycle }

  private mutating func attach(_ state: LifecycleState) {
    play { $0.handle(.lifecycle(state, after: nil)) }
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
      play { $0.changeLifecycle { $0.visiblePages = $0.visiblePages.isEmpty ? [Self.page] : [] } }
      if life.isFocused(Self.page) { clear { $0.page == Self.page } }
    case .leaveOrReturn:
      play { $0.changeLifecycle { $0.phase = $0.phase == .active ? .inactive : .active } }
      if life.phase != .active { clear { _ in true } }
    case .account(let account):
      let former = life.account
      play { $0.changeLifecycle { $0.account = account } }
      if former != nil { clear { _ in true } }
    case .seconds(let seconds):
      for _ in 0..<seconds { passSecond() }
    case .reattach:
      play { $0.handle(.detached) }
      clear { _ in true }
      attach(life)
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
    let offer = ForegroundBannerCore.Offer(id: count, push: "\(count)", thread: thread, page: page)
    let isWanted = life.phase == .active && page.map(life.isFocused) != true
    expect((core.refusal(about: page) == nil) == isWanted, "A push is refused, or is not.")
    guard isWanted else { return }
    play { $0.send(.offered(offer)) }
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
    play { $0.send(.touched(screen.item.number, touch)) }
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
    if screen.stage == .going {
      play { $0.send(.dismissed(screen.item.number)) }
      self.screen = nil
    } else if isGood {
      play { $0.send(.presented(failure: nil)) }
      self.screen?.stage = .up
    } else {
      play { $0.send(.presented(failure: "no window")) }
      leaveScreen()
    }
  }

  private mutating func passSecond() {
    screen?.waited += 1
    if screen?.stage == .up { screen?.timeUp += 1 }
    switch screen?.stage {
    case .coming: leaveScreen()
    case .going: screen = line.isEmpty ? nil : Screen(item: line.removeFirst())
    case .up where screen?.timeUp == 2: leaveScreen()
    case .held where screen?.waited == 3: leaveScreen()
    default: break
    }
    play { $0.advance(by: .seconds(1)) }
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
  private mutating func play(_ step: (inout CoreSimulation<ForegroundBannerCore>) -> Void) {
    step(&simulation)
    let effects = simulation.takeEffects()
    func isRecorded(_ touch: ForegroundBannerTouch) -> Bool { effects.contains(.record(touch)) }
    for effect in effects {
      switch effect {
      case .own(.present(let id)):
        let isWanted = life.phase == .active && !ended.contains(id)
        expect(isWanted, "A banner is shown that the user must not see.")
        presented = id
      case .log(.shown(let push)):
        expect(presented.map { "\($0)" } == push, "A banner is up that was not presented.")
        expect(isRecorded(.shown), "A banner is up, and that is not recorded.")
        up = presented
      case .own(.open(let id)):
        expect(up == id, "A banner is opened that is not up.")
        expect(isRecorded(.tapped), "A tap is not recorded.")
        expect(opened.insert(id).inserted, "A banner is opened twice.")
      case .own(.dismiss(let id, _)), .own(.discard(let id)):
        expect(ended.insert(id).inserted, "A banner ends twice.")
        if up == id { up = nil }
      default: break
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
    guard up == core.state, (up != nil) == isUp else { return "A banner is up, or is not." }
    guard (core.nextDeadline == nil) == (screen == nil) else { return "A step has no deadline." }
    return nil
  }
}
