import PushHub

@testable import PushHubObservers

/// A core in an app that a test plays: it tells events, lets time pass, and notes effects.
struct ScreenshotPreviewDriver: Hashable {
  private(set) var core: ScreenshotPreviewCore
  private(set) var effects: [ScreenshotPreviewCore.Effect] = []
  private(set) var lifecycle = LifecycleState()
  private(set) var now: ContinuousClock.Instant

  /// The screenshot that began last.
  private(set) var latest = ScreenshotID(rawValue: 0)

  /// One start for all, so that drivers that did the same are equal.
  private static let start = ContinuousClock.now

  init(_ configuration: ScreenshotPreviewConfiguration = .reader) {
    core = ScreenshotPreviewCore(configuration: configuration)
    now = Self.start
  }

  var state: ScreenshotPreviewState { core.state }

  mutating func takeEffects() -> [ScreenshotPreviewCore.Effect] {
    defer { effects = [] }
    return effects
  }
}

extension ScreenshotPreviewConfiguration {
  /// The defaults, on the reading page.
  static var reader: Self { Self(page: "reader") }

  /// What differs from the defaults.
  static func reader(
    _ secondScreenshot: SecondScreenshot,
    pausesWhileTouched: Bool = false
  ) -> Self {
    var configuration = reader
    configuration.secondScreenshot = secondScreenshot
    configuration.pausesWhileTouched = pausesWhileTouched
    return configuration
  }

  /// Each combination of the policies.
  static var all: [Self] {
    [SecondScreenshot.drop, .replace].flatMap { second in
      [false, true].map { .reader(second, pausesWhileTouched: $0) }
    }
  }
}

// MARK: - What happens

extension ScreenshotPreviewDriver {
  mutating func tell(_ event: ScreenshotPreviewCore.Event) {
    for effect in core.handle(event, at: now) {
      switch effect {
      case .enter: continue
      case .capture(let id): latest = id
      default: break
      }
      effects.append(effect)
    }
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
    tell(.lifecycle(event, lifecycle))
  }

  mutating func attach() {
    tell(.attached(lifecycle))
  }

  mutating func wait(_ seconds: Double) {
    now += .seconds(seconds)
  }

  /// Lets time pass up to the deadline, if there is one, and tells it.
  mutating func reachDeadline() {
    now = core.nextDeadline ?? now
    tell(.deadline)
  }

  /// Lets the app be active on the reading page.
  mutating func start() {
    attach()
    hear(.phaseChanged(.active))
    hear(.pageAppeared("reader"))
  }

  /// Goes on to a state from the start; the waiting one needs no policy.
  mutating func go(to state: ScreenshotPreviewState) {
    start()
    if state == .idle { return }
    hear(.screenshotTaken)
    if state == .capturing { return }
    tell(.captured(latest))
    if state == .presenting { return }
    tell(.presented(latest))
    switch state {
    case .idle, .capturing, .presenting, .shown: break
    case .held: tell(.touched(latest, .began))
    case .editing: tell(.touched(latest, .tap))
    case .hiding: tell(.touched(latest, .outside))
    case .waiting:
      tell(.touched(latest, .outside))
      hear(.screenshotTaken)
    }
  }
}
