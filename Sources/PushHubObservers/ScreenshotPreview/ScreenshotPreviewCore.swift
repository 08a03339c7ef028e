import PushHub

/// Decides which screenshot gets a preview, and when and why that ends.
///
/// All state is in here, but no image: those are the shell's.
struct ScreenshotPreviewCore: FeatureCore, Hashable {
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

  enum Effect: Hashable {
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

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  private(set) var nextDeadline: ContinuousClock.Instant?

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
  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    defer { effects = [] }
    react(to: event, at: now)
    return effects
  }

  /// Answers and touches of another screenshot, and those that nobody waits for, change nothing.
  private mutating func react(to event: Event, at now: ContinuousClock.Instant) {
    switch (event, state) {
    case (.lifecycle(let new), _):
      lifecycle = new
      if isUnderWay, new.phase != .active {
        end(.resigned, at: now)
      } else if isUnderWay, !new.visiblePages.contains(page) {
        end(.disappeared, at: now)
      }
    case (.screenshot, _):
      if let refusal { return effects.append(.log(.ignored(refusal))) }
      latest += 1
      effects.append(.capture(latest))
      go(to: .capturing, until: now + Self.stepTimeout)
    case (.captured(latest), .capturing):
      effects.append(.present(latest))
      go(to: .presenting, until: now + Self.stepTimeout)
    case (.presented(latest), .presenting):
      effects.append(.log(.preview))
      go(to: .shown, until: now + timeout)
    case (.failed(latest, let message), .capturing), (.failed(latest, let message), .presenting):
      fail(message, at: now)
    case (.touched(latest, .tap), .shown): end(.edit, at: now)
    case (.touched(latest, .outside), .shown): end(.cancel, at: now)
    case (.dismissed(latest), .editing), (.dismissed(latest), .hiding): go(to: .idle, until: nil)
    case (.detached, _):
      if isUnderWay {
        end(.disappeared, at: now)
      }
      go(to: .idle, until: nil)
    case (.deadline, _): meetDeadline(at: now)
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

  private mutating func meetDeadline(at now: ContinuousClock.Instant) {
    guard let nextDeadline, nextDeadline <= now else { return }
    switch state {
    case .capturing, .presenting: fail("no answer in time", at: now)
    case .shown: end(.timeout, at: now)
    case .idle, .editing, .hiding: go(to: .idle, until: nil)
    }
  }

  private mutating func fail(_ message: String, at now: ContinuousClock.Instant) {
    effects.append(.log(.failed(message)))
    end(state == .capturing ? .captureFailed : .presentationFailed, at: now)
  }

  /// Ends a screenshot; one that has a preview waits until that is gone.
  private mutating func end(_ outcome: ScreenshotOutcome, at now: ContinuousClock.Instant) {
    effects.append(.end(latest, outcome))
    if state == .capturing {
      go(to: .idle, until: nil)
    } else {
      go(to: outcome == .edit ? .editing : .hiding, until: now + Self.stepTimeout)
    }
  }

  private mutating func go(
    to next: ScreenshotPreviewState,
    until deadline: ContinuousClock.Instant?
  ) {
    state = next
    nextDeadline = deadline
  }
}
