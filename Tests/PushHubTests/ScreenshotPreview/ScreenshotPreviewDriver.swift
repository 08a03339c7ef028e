import PushHub

@testable import PushHubObservers

/// A core in an app that a test plays: it tells events, lets time pass, and notes effects.
struct ScreenshotPreviewDriver {
  private(set) var core: ScreenshotPreviewCore
  private(set) var effects: [ScreenshotPreviewCore.Effect] = []
  private(set) var lifecycle = LifecycleState()
  private(set) var now: ContinuousClock.Instant

  /// One start for all, so that drivers that did the same are equal.
  private static let start = ContinuousClock.now

  init() {
    core = ScreenshotPreviewCore(page: "reader", timeout: .seconds(10))
    now = Self.start
  }

  var state: ScreenshotPreviewState { core.state }

  /// The screenshot that began last.
  var latest: Int { core.latest }

  mutating func takeEffects() -> [ScreenshotPreviewCore.Effect] {
    defer { effects = [] }
    return effects
  }
}

// MARK: - What happens

extension ScreenshotPreviewDriver {
  mutating func tell(_ event: ScreenshotPreviewCore.Event) {
    effects += core.handle(event, at: now)
  }

  mutating func hear(_ event: LifecycleEvent) {
    switch event {
    case .phaseChanged(let phase): lifecycle.phase = phase
    case .pageAppeared(let page): lifecycle.visiblePages.append(page)
    case .pageDisappeared(let page): lifecycle.visiblePages.removeAll { $0 == page }
    case .overlayAdded: lifecycle.overlayCount += 1
    case .overlayRemoved: lifecycle.overlayCount -= 1
    case .accountChanged(let account): lifecycle.account = account
    case .screenshotTaken: break
    }
    tell(.lifecycle(lifecycle))
    if event == .screenshotTaken {
      tell(.screenshot)
    }
  }

  mutating func attach() {
    tell(.lifecycle(lifecycle))
  }

  mutating func wait(_ seconds: Double) {
    now += .seconds(seconds)
  }

  /// Lets time pass up to the deadline, if there is one, and tells it.
  mutating func reachDeadline() {
    now = core.nextDeadline ?? now
    tell(.deadline)
  }
}
