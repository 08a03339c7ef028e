import PushHub

/// Decides which screenshot gets a preview, and when and why that ends.
///
/// ``ScreenshotPreviewTable`` says what is done; here is how. All state is in here, but no image:
/// those are the shell's.
struct ScreenshotPreviewCore: FeatureCore, Hashable {
  enum Event {
    case attached(LifecycleState)
    case detached
    case lifecycle(LifecycleEvent, LifecycleState)
    case captured(ScreenshotID)
    case captureFailed(ScreenshotID, String)
    case presented(ScreenshotID)
    case presentationFailed(ScreenshotID, String)
    case dismissed(ScreenshotID)
    case touched(ScreenshotID, ScreenshotTouch)
    case deadline
  }

  enum Effect: Hashable {
    case enter(ScreenshotPreviewState)
    case refuse(ScreenshotRefusal)
    case capture(ScreenshotID)
    case present(ScreenshotID)
    case tellShown(ScreenshotID)
    case tellFailure(ScreenshotID, String)
    case edit(ScreenshotID)
    case end(ScreenshotID, ScreenshotOutcome)
    case dismiss(ScreenshotID, ScreenshotOutcome)
  }

  static var deadline: Event { .deadline }

  let configuration: ScreenshotPreviewConfiguration

  var state = ScreenshotPreviewState.idle

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant?

  private var lifecycle = LifecycleState()
  var current: ScreenshotID?
  var screenshotCount = 0
  var remaining = Duration.zero

  init(configuration: ScreenshotPreviewConfiguration) {
    self.configuration = configuration
  }
}

// MARK: - Events

extension ScreenshotPreviewCore {
  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    if let id = event.screenshot, id != current { return [] }
    if case .deadline = event, let nextDeadline, nextDeadline > now { return [] }
    lifecycle = event.lifecycle ?? lifecycle
    let move = ScreenshotPreviewTable.move(in: state, on: event.kind(on: configuration.page))
    let before = state
    let effects = make(move, at: now, because: event.failure)
    return state == before ? effects : [.enter(state)] + effects
  }

  /// Why a screenshot gets no preview now.
  var refusal: ScreenshotRefusal? {
    switch ScreenshotPreviewTable.move(in: state, on: .screenshot) {
    case .consider, .queue: obstacle
    case .recapture, .replace:
      obstacle ?? (configuration.secondScreenshot == .drop ? .busy : nil)
    default: obstacle ?? .busy
    }
  }

  /// Why a screenshot gets no preview now, whatever else is going on.
  var obstacle: ScreenshotRefusal? {
    switch lifecycle.phase {
    case .background: .background
    case .inactive: .inactive
    case .active where lifecycle.isLooking(at: configuration.page): nil
    case .active: lifecycle.isVisibleInActiveScene(configuration.page) ? .overlay : .page
    }
  }
}

extension LifecycleState {
  fileprivate func isVisibleInActiveScene(_ page: PageID) -> Bool {
    (scenes.union([.main])).contains {
      phase(of: $0) == .active && visiblePages(in: $0).contains(page)
    }
  }
}
