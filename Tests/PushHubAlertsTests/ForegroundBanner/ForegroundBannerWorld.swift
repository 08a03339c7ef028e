import PushHubTesting

@testable import PushHub
@testable import PushHubAlerts

/// A banner core with a user and a presenter, beside what the user expects.
struct ForegroundBannerWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// A push arrives: of a thread, or about the page, or neither; of the shown account or another.
    case push(thread: String?, page: PageID?, of: AccountID? = nil)

    case touch(ForegroundBannerTouch)

    /// The presenter finishes its step, or fails.
    case presenterIsDone, presenterFails

    /// The user comes to the page, or leaves it.
    case page

    /// The user leaves the app, or comes back.
    case leaveOrReturn

    /// One account or none is signed in.
    case account(AccountID?)

    /// Two are signed in, and one is shown.
    case both(shown: AccountID)

    case seconds(Int)

    /// The feature is detached, and attached again.
    case reattach
  }

  /// What the user knows of a push.
  private struct Item: Hashable {
    let number: Int
    let thread: String?
    let page: PageID?
    let account: AccountID?
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

  private static let configuration = ForegroundBannerCore.Configuration(
    duration: .seconds(2),
    maximumWaiting: 2,
    maximumHold: .seconds(3),
    stepTimeout: .seconds(1),
    page: { $0.aps.targetContentID.map(PageID.init(rawValue:)) }
  )
  static let page: PageID = "p"

  private var simulation = FeatureSimulation(ForegroundBannerCore(configuration))
  private var count = 0

  // What the user expects.
  private var screen: Screen?
  private var line: [Item] = []

  // What the core did.
  private var presented: String?
  private var up: String?
  private var opened: Set<String> = []
  private var ended: Set<String> = []
  private var found: String?

  init() {
    attach(LifecycleState(phase: .active, account: "x"))
  }

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
    case .account(let account): life.accounts != Set([account].compactMap(\.self))
    case .both(let account): life.accounts?.count != 2 || life.account != account
    case .push, .page, .leaveOrReturn, .seconds, .reattach: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .push(let thread, let page, let account): arrive(thread, page, account ?? life.account)
    case .touch(let touch): take(touch)
    case .presenterIsDone, .presenterFails: answer(isGood: operation == .presenterIsDone)
    case .page:
      play { $0.changeLifecycle { $0.visiblePages = $0.visiblePages.isEmpty ? [Self.page] : [] } }
      clearPage()
    case .leaveOrReturn:
      play { $0.changeLifecycle { $0.phase = $0.phase == .active ? .inactive : .active } }
      if life.phase != .active { clear { _ in true } }
    case .account(let account):
      play { $0.changeLifecycle { $0.account = account } }
      clearAccounts()
    case .both(let account):
      play { $0.changeLifecycle { $0.setAccounts(["x", "y"], shown: account) } }
      clearAccounts()
    case .seconds(let seconds):
      for _ in 0..<seconds { passSecond() }
    case .reattach:
      let state = life
      play { $0.handle(.detached) }
      (screen, line, presented, up) = (nil, [], nil, nil)
      attach(state)
    }
    if screen == nil, !line.isEmpty {
      screen = Screen(item: line.removeFirst())
    }
  }
}

// MARK: - What the user expects

extension ForegroundBannerWorld {
  private mutating func arrive(_ thread: String?, _ page: PageID?, _ account: AccountID?) {
    count += 1
    let item = Item(number: count, thread: thread, page: page, account: account)
    var aps = ["alert": "\(count)"]
    aps["thread-id"] = thread
    aps["target-content-id"] = page?.rawValue
    let payload = PushPayload(userInfo: ["aps": aps])
    let push = Push(id: "\(count)", payload: payload, account: account)
    let isWanted = life.phase == .active && account.map(life.isSignedOut) != true && !isSeen(item)
    let refusal = simulation.kernel.core.refusal(of: push)
    expect((refusal == nil) == isWanted, "A push is refused, or is not.")
    let decision = PresentationDecision(push: push, votes: [], default: .all)
    play { $0.handle(.push(.presented(push, decision))) }
    guard isWanted else { return }
    func isFormer(_ other: Item) -> Bool {
      thread != nil && other.thread == thread && other.account == account
    }
    if let place = line.firstIndex(where: isFormer) {
      line[place] = item
    } else if let screen, isFormer(screen.item), screen.stage != .going {
      leaveScreen()
      line.insert(item, at: 0)
    } else {
      line.append(item)
    }
    if screen != nil, line.count > 2 {
      let first = line.first { $0 != item }
      line.removeAll { $0 == first }
    }
  }

  private mutating func take(_ touch: ForegroundBannerTouch) {
    guard let screen else { return }
    play { $0.send(touch) }
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
      play { $0.send(.dismissed) }
      self.screen = nil
    } else if isGood {
      play { $0.answer(.success(Done())) }
      self.screen?.stage = .up
    } else {
      play { $0.answer(.failure(SourceFailure(message: "no window"))) }
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

  private func isSeen(_ item: Item) -> Bool {
    item.page.map(life.isFocused) == true && (item.account == nil || item.account == life.account)
  }

  private mutating func clearPage() {
    clear { [self] in isSeen($0) }
  }

  private mutating func clearAccounts() {
    let life = life
    clear { $0.account.map(life.isSignedOut) == true }
    clearPage()
  }

  private mutating func clear(_ isConcerned: (Item) -> Bool) {
    line.removeAll(where: isConcerned)
    guard let screen, screen.stage != .going, isConcerned(screen.item) else { return }
    leaveScreen()
  }
}

// MARK: - What the core does

extension ForegroundBannerWorld {
  private mutating func play(_ step: (inout FeatureSimulation<ForegroundBannerCore>) -> Void) {
    step(&simulation)
    let effects = simulation.takeEffects()
    func isRecorded(_ content: KernelRecord<ForegroundBannerCore>.Content) -> Bool {
      effects.contains(.record(KernelRecord(content)))
    }
    for effect in effects {
      switch effect {
      case .ask(let banner, _, _):
        let isWanted = life.phase == .active && !ended.contains(banner.push.id)
        expect(isWanted, "A banner is shown that the user must not see.")
        presented = banner.push.id
      case .log(.shown(let push)):
        expect(presented == push, "A banner is up that was not presented.")
        expect(isRecorded(.answer(Done())), "A banner is up, and that is not recorded.")
        up = presented
      case .perform(.open(let banner), _):
        expect(up == banner.push.id, "A banner is opened that is not up.")
        expect(isRecorded(.action(.tapped)), "A tap is not recorded.")
        expect(opened.insert(banner.push.id).inserted, "A banner is opened twice.")
      case .perform(.dismiss, _):
        expect(presented != nil, "No banner is dismissed.")
        (presented, up) = (nil, nil)
      case .log(.ended(let push, _)):
        expect(ended.insert(push).inserted, "A banner ends twice.")
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
    let state = simulation.state
    let banners = (state.screen.map { [$0.banner] } ?? []) + state.waiting
    let expected = (screen.map { [$0.item] } ?? []) + line
    let ids = banners.map(\.push.id)
    if ids != expected.map({ "\($0.number)" }) { return "There are \(ids), not \(expected)." }
    guard line.count <= 2 else { return "Too many wait." }
    let isUp = screen?.stage == .up || screen?.stage == .held
    if up != state.shown?.push.id || (up != nil) != isUp { return "A banner is up, or is not." }
    let hasDeadline = simulation.kernel.nextDeadline != nil
    return hasDeadline == (screen != nil) ? nil : "A step has no deadline."
  }
}
