import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Every sequence of four things that an app with two scenes can report, against plain lists.
@MainActor
struct AppLifecycleSceneModelTests {
  private enum Input: Hashable {
    case phase(AppPhase, scene: Int)
    case appear(page: Int, scene: Int)
    case disappear(page: Int, scene: Int)
    case overlay(isAdded: Bool, scene: Int)
    case disconnect(scene: Int)
  }

  private struct Place: Hashable {
    let page: Int
    let scene: Int
  }

  /// The state, and what an observer without knowledge of scenes sees.
  private struct Model {
    var phases: [Int: AppPhase] = [0: .background]
    var isMainTold = false
    var places: [Place] = []
    var overlays = [0, 0]

    var phase: AppPhase {
      let known = phases.values
      return known.contains(.active) ? .active : known.contains(.inactive) ? .inactive : .background
    }

    func phase(of scene: Int) -> AppPhase { phases[scene] ?? phase }

    func isShown(_ scene: Int) -> Bool { phase == .background || phase(of: scene) != .background }

    var pages: [Int] {
      let shown = places.filter { isShown($0.scene) }.map(\.page)
      return shown.enumerated().filter { !shown.prefix($0.offset).contains($0.element) }
        .map(\.element)
    }

    var overlayCount: Int { [0, 1].filter(isShown).map { overlays[$0] }.reduce(0, +) }

    func isFocused(_ page: Int) -> Bool {
      places.contains { place in
        let others = [0, 1].filter { phases[$0] == nil && $0 != place.scene }
        let covers =
          phases[place.scene] == nil
          ? overlayCount : overlays[place.scene] + others.map { overlays[$0] }.reduce(0, +)
        return place.page == page && phase(of: place.scene) == .active && covers == 0
      }
    }

    var looks: [Bool] { [isFocused(0), isFocused(1)] }

    mutating func apply(_ input: Input) {
      switch input {
      case .phase(let phase, let scene):
        phases[scene] = phase
        isMainTold = isMainTold || scene == 0
        if !isMainTold { phases[0] = nil }
      case .appear(let page, let scene):
        if !places.contains(Place(page: page, scene: scene)) {
          places.append(Place(page: page, scene: scene))
        }
      case .disappear(let page, let scene):
        places.removeAll { $0 == Place(page: page, scene: scene) }
      case .overlay(let isAdded, let scene):
        overlays[scene] = max(0, overlays[scene] + (isAdded ? 1 : -1))
      case .disconnect(let scene):
        phases[scene] = nil
        places.removeAll { $0.scene == scene }
        overlays[scene] = 0
      }
    }
  }

  /// Who follows the events alone.
  private struct Follower: Equatable {
    var phase = AppPhase.background
    var pages: Set<PageID> = []
    var overlayCount = 0

    mutating func apply(_ event: LifecycleEvent) {
      switch event {
      case .phaseChanged(let phase): self.phase = phase
      case .pageAppeared(let page): pages.insert(page)
      case .pageDisappeared(let page): pages.remove(page)
      case .overlayAdded: overlayCount += 1
      case .overlayRemoved: overlayCount -= 1
      case .accountsChanged, .accountChanged, .screenshotTaken, .networkAvailable: break
      }
    }
  }

  private static let pages: [PageID] = ["home", "mail"]
  private static let scenes: [SceneID] = [.main, "second"]

  private static let alphabet: [Input] = [0, 1].flatMap { scene in
    AppPhase.allCases.map { .phase($0, scene: scene) }
      + [0, 1].flatMap { page -> [Input] in
        [.appear(page: page, scene: scene), .disappear(page: page, scene: scene)]
      }
      + [
        .overlay(isAdded: true, scene: scene), .overlay(isAdded: false, scene: scene),
        .disconnect(scene: scene),
      ]
  }

  private static func report(_ input: Input, to lifecycle: AppLifecycle) {
    switch input {
    case .phase(let phase, let scene): lifecycle.setPhase(phase, scene: scenes[scene])
    case .appear(let page, let scene): lifecycle.pageAppeared(pages[page], scene: scenes[scene])
    case .disappear(let page, let scene):
      lifecycle.pageDisappeared(pages[page], scene: scenes[scene])
    case .overlay(true, let scene): lifecycle.overlayAdded(scene: scenes[scene])
    case .overlay(false, let scene): lifecycle.overlayRemoved(scene: scenes[scene])
    case .disconnect(let scene): lifecycle.sceneDisconnected(scenes[scene])
    }
  }

  /// Checks one sequence after each of its steps; a prefix that begins other sequences once.
  private static func mistake(in inputs: [Input]) -> String? {
    let lifecycle = AppLifecycle()
    let probe = LifecycleProbe()
    lifecycle.add(probe)
    _ = probe.takeCalls()
    var model = Model()
    var follower = Follower()
    for input in inputs {
      let (oldLooks, oldFollower) = (model.looks, follower)
      model.apply(input)
      report(input, to: lifecycle)
      let calls = probe.takeCalls()
      for call in calls {
        guard case .received(let event, let state) = call, state == lifecycle.state else {
          return "another state than the last"
        }
        follower.apply(event)
      }
      let state = lifecycle.state
      guard state.phase == model.phase, state.visiblePages == model.pages.map({ pages[$0] }),
        state.overlayCount == model.overlayCount,
        pages.map(state.isFocused) == model.looks
      else { return "wrong state" }
      let expected = Follower(
        phase: state.phase,
        pages: Set(state.visiblePages),
        overlayCount: state.overlayCount
      )
      guard follower == expected else { return "the events lead elsewhere" }
      let isNews = oldFollower != follower || oldLooks != model.looks
      guard calls.isEmpty != isNews else { return "called \(calls.count) times" }
    }
    return nil
  }

  @Test
  func `every sequence of inputs gives the state of the model, and events of each change`()
    async throws
  {
    let count = try await EverySequence(of: Self.alphabet, upTo: 2, thorough: 3)
      .check(byRunning: Self.mistake)
    #expect(count == Exhaustive.choose(400, thorough: 8_000))
  }

  @Test func `random sequences of a hundred inputs give the state of the model`() async throws {
    try await RandomSequences(
      of: Self.alphabet,
      length: 100,
      count: 100,
      thorough: 500
    )
    .check(byRunning: Self.mistake)
  }
}
