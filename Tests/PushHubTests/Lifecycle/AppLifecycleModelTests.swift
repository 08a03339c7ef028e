import PushHub
import PushHubReplay
import Testing

/// Every sequence of five things that an application can tell, against plain sets and counters.
@MainActor
struct AppLifecycleModelTests {
  private enum Input: Hashable {
    case phase(AppPhase)
    case appear(page: Int)
    case disappear(page: Int)
    case overlay(isAdded: Bool)
    case account(Int?)
    case screenshot
  }

  private static let pages: [PageID] = ["home", "mail"]
  private static let accounts: [AccountID] = ["ann", "bob"]

  private static let alphabet: [Input] =
    AppPhase.allCases.map { .phase($0) } + [
      .appear(page: 0), .appear(page: 1), .disappear(page: 0), .disappear(page: 1),
      .overlay(isAdded: true), .overlay(isAdded: false),
      .account(nil), .account(0), .account(1), .screenshot,
    ]

  /// What is to be true after an input, and what is to be told: the difference of two states.
  private static func outcome(of input: Input, in state: LifecycleState) -> LifecycleState {
    switch input {
    case .phase(let phase):
      return state.with { $0.phase = phase }
    case .appear(let page):
      let others = state.visiblePages.filter { $0 != pages[page] }
      let isThere = others.count < state.visiblePages.count
      return isThere ? state : state.with { $0.visiblePages = others + [pages[page]] }
    case .disappear(let page):
      return state.with { $0.visiblePages = state.visiblePages.filter { $0 != pages[page] } }
    case .overlay(let isAdded):
      return state.with { $0.overlayCount = max(0, state.overlayCount + (isAdded ? 1 : -1)) }
    case .account(let account):
      return state.with { $0.account = account.map { accounts[$0] } }
    case .screenshot:
      return state
    }
  }

  private static func event(of input: Input) -> LifecycleEvent {
    switch input {
    case .phase(let phase): .phaseChanged(phase)
    case .appear(let page): .pageAppeared(pages[page])
    case .disappear(let page): .pageDisappeared(pages[page])
    case .overlay(let isAdded): isAdded ? .overlayAdded : .overlayRemoved
    case .account(let account): .accountChanged(account.map { accounts[$0] })
    case .screenshot: .screenshotTaken
    }
  }

  private static func tell(_ input: Input, to lifecycle: AppLifecycle) {
    switch input {
    case .phase(let phase): lifecycle.setPhase(phase)
    case .appear(let page): lifecycle.pageAppeared(pages[page])
    case .disappear(let page): lifecycle.pageDisappeared(pages[page])
    case .overlay(let isAdded): isAdded ? lifecycle.overlayAdded() : lifecycle.overlayRemoved()
    case .account(let account): lifecycle.setAccount(account.map { accounts[$0] })
    case .screenshot: lifecycle.screenshotTaken()
    }
  }

  /// Checks a sequence after each of its steps.
  private static func isRight(_ inputs: [Input]) -> Bool {
    let lifecycle = AppLifecycle()
    let probe = LifecycleProbe()
    lifecycle.setPhase(.background)
    lifecycle.add(probe)
    var state = LifecycleState(phase: .background)
    var calls: [LifecycleProbe.Call] = [.began(state)]
    for input in inputs {
      let next = outcome(of: input, in: state)
      if next != state || input == .screenshot {
        calls.append(.received(event(of: input), next))
      }
      state = next
      tell(input, to: lifecycle)
      guard lifecycle.state == state, probe.calls == calls else { return false }
    }
    let late = LifecycleProbe()
    lifecycle.add(late)
    return late.calls == [.began(state)]
  }

  /// Sequences that only swap the two pages' or the two accounts' names are left out.
  @MainActor
  private struct World: CheckedWorld {
    private var inputs: [Input] = []

    func allows(_ input: Input) -> Bool {
      switch input {
      case .appear(page: 1), .disappear(page: 1):
        inputs.contains { [.appear(page: 0), .disappear(page: 0)].contains($0) }
      case .account(1): inputs.contains(.account(0))
      default: true
      }
    }

    mutating func perform(_ input: Input) {
      inputs.append(input)
    }

    var mistake: String? {
      AppLifecycleModelTests.isRight(inputs)
        ? nil : "The state or the events are not those of the model."
    }
  }

  @Test func `every sequence of inputs gives the state and the events of the model`() throws {
    let sequences = EverySequence(of: Self.alphabet, upTo: Exhaustive.choose(3, thorough: 4))
    let count = try sequences.check(World())
    #expect(count == Exhaustive.choose(1_265, thorough: 14_306))
  }
}

extension LifecycleState {
  fileprivate func with(_ change: (inout LifecycleState) -> Void) -> LifecycleState {
    var copy = self
    change(&copy)
    return copy
  }
}
