import PushHub

/// Decides which screenshot gets a preview, and when and why that ends.
///
/// All state is in here, but no image: those are the shell's.
struct ScreenshotPreviewCore: DrivenCore {
  /// Names a screenshot: how many there have been that were not refused.
  typealias ID = Int

  enum Event {
    /// What is true of the app, at the beginning and after each change.
    case lifecycle(LifecycleState)
    case screenshot
    case detached
    case captured(ID)
    case presented(ID)

    /// The capture or the presentation failed.
    case failed(ID, String)
    case dismissed(ID)
    case touched(ID, ScreenshotTouch)
    case deadline
  }

  enum Effect: Equatable {
    case log(ScreenshotEvent)
    case capture(ID)
    case present(ID)

    /// The screenshot has its outcome; its preview goes if there is one.
    case end(ID, ScreenshotOutcome)
  }

  static var deadline: Event { .deadline }

  /// How long the rendering and the presenter may take for each of their steps.
  private static let stepTimeout = Duration.seconds(10)

  private let page: PageID
  private let timeout: Duration
  private(set) var state = ScreenshotPreviewState.idle

  /// When the state began.
  private var since = Duration.zero

  /// The latest screenshot that was not refused.
  private(set) var latest: ID = 0

  private var lifecycle = LifecycleState()
  private var effects: [Effect] = []

  init(page: PageID, timeout: Duration) {
    self.page = page
    self.timeout = timeout.clamped(to: ConfigurationBounds.interval)
  }
}

extension ScreenshotPreviewCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    guard state != .idle else { return nil }
    return .init(referenceTime: since + (state == .shown ? timeout : Self.stepTimeout))
  }

  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    defer { effects = [] }
    if case .deadline = event, nextDeadline.map({ $0 > now }) ?? true { return [] }
    let before = state
    react(to: event)
    if state != before { since = now.referenceTime }
    return effects
  }

  /// Answers and touches of another screenshot, and those that nobody waits for, change nothing.
  private mutating func react(to event: Event) {
    switch (event, state) {
    case (.lifecycle(let new), _):
      lifecycle = new
      if isUnderWay, new.phase != .active {
        end(.resigned)
      } else if isUnderWay, !new.visiblePages.contains(page) {
        end(.disappeared)
      }
    case (.screenshot, _):
      if let refusal { return effects.append(.log(.ignored(refusal))) }
      latest += 1
      effects.append(.capture(latest))
      state = .capturing
    case (.captured(latest), .capturing):
      effects.append(.present(latest))
      state = .presenting
    case (.presented(latest), .presenting):
      effects.append(.log(.preview))
      state = .shown
    case (.failed(latest, let message), .capturing), (.failed(latest, let message), .presenting):
      fail(message)
    case (.touched(latest, .tap), .shown): end(.edit)
    case (.touched(latest, .outside), .shown): end(.cancel)
    case (.detached, _):
      if isUnderWay { end(.disappeared) }
      state = .idle
    case (.deadline, .capturing), (.deadline, .presenting): fail("no answer in time")
    case (.deadline, .shown): end(.timeout)
    case (.dismissed(latest), .editing), (.dismissed(latest), .hiding), (.deadline, _):
      state = .idle
    default: break
    }
  }

  /// Why a screenshot gets no preview now.
  var refusal: ScreenshotRefusal? {
    switch lifecycle.phase {
    case .background: .background
    case .inactive: .inactive
    case .active where lifecycle.isLooking(at: page): state == .idle ? nil : .busy
    case .active: lifecycle.visiblePages.contains(page) ? .overlay : .page
    }
  }

  /// Whether a screenshot waits for its outcome.
  private var isUnderWay: Bool { [.capturing, .presenting, .shown].contains(state) }

  private mutating func fail(_ message: String) {
    effects.append(.log(.failed(message)))
    end(state == .capturing ? .captureFailed : .presentationFailed)
  }

  /// Ends a screenshot; one that has a preview waits until that is gone.
  private mutating func end(_ outcome: ScreenshotOutcome) {
    effects.append(.end(latest, outcome))
    state = state == .capturing ? .idle : outcome == .edit ? .editing : .hiding
  }
}
