import PushHub

/// Decides which screenshot gets a preview, and when and why that ends.
///
/// ``move(on:)`` says what is done; here is how. All state is in here, but no image: those are the
/// shell's.
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

  private(set) var state = ScreenshotPreviewState.idle

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  private(set) var nextDeadline: ContinuousClock.Instant?

  private var lifecycle = LifecycleState()
  private(set) var current: ScreenshotID?
  private var screenshotCount = 0

  /// How much of a preview's time was left when a finger stopped it.
  private(set) var remaining = Duration.zero
  private var effects: [Effect] = []

  init(configuration: ScreenshotPreviewConfiguration) {
    self.configuration = configuration
  }
}

// MARK: - Events

extension ScreenshotPreviewCore {
  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    defer { effects = [] }
    var failure = "no answer in time"
    switch event {
    case .captured(let id), .presented(let id), .dismissed(let id), .touched(let id, _):
      // Others' answers and touches come too late.
      guard id == current else { return [] }
    case .captureFailed(let id, let message), .presentationFailed(let id, let message):
      guard id == current else { return [] }
      failure = message
    case .attached(let state), .lifecycle(_, let state): lifecycle = state
    case .detached: break
    case .deadline:
      guard nextDeadline.map({ $0 <= now }) ?? true else { return [] }
    }
    let before = state
    make(move(on: event), at: now, because: failure)
    return state == before ? effects : [.enter(state)] + effects
  }

  /// Why a screenshot gets no preview now.
  var refusal: ScreenshotRefusal? {
    switch state {
    case .idle, .hiding: obstacle
    case .capturing, .presenting, .shown, .held:
      obstacle ?? (configuration.secondScreenshot == .drop ? .busy : nil)
    case .editing, .waiting: obstacle ?? .busy
    }
  }

  /// Why a screenshot gets no preview now, whatever else is going on.
  private var obstacle: ScreenshotRefusal? {
    switch lifecycle.phase {
    case .background: .background
    case .inactive: .inactive
    case .active where lifecycle.isLooking(at: configuration.page): nil
    case .active:
      lifecycle.scenes.union([.main]).contains {
        lifecycle.phase(of: $0) == .active
          && lifecycle.visiblePages(in: $0).contains(configuration.page)
      } ? .overlay : .page
    }
  }
}

// MARK: - Moves

extension ScreenshotPreviewCore {
  private mutating func make(
    _ move: Move,
    at now: ContinuousClock.Instant,
    because failure: String = ""
  ) {
    switch move {
    case .note, .ignore: break
    case .consider: consider(at: now)
    case .present:
      go(to: .presenting, until: now + configuration.stepTimeout)
      emit(Effect.present)
    case .show:
      go(to: .shown, until: now + configuration.timeout)
      emit(Effect.tellShown)
    case .hold:
      guard configuration.pausesWhileTouched, let nextDeadline else { return }
      remaining = nextDeadline - now
      go(to: .held, until: now + configuration.timeout)
    case .release:
      go(to: .shown, until: now + remaining)
      remaining = .zero
    case .end(let outcome): end(outcome, at: now, because: failure)
    case .unqueue:
      effects.append(.refuse(refusal ?? .busy))
      state = .hiding
    case .finish:
      let isAwaited = state == .waiting
      rest()
      if isAwaited {
        consider(at: now)
      }
    case .leave:
      switch state {
      case .idle, .editing, .hiding: break
      case .waiting: effects.append(.refuse(.page))
      case .capturing, .presenting, .shown, .held: end(.disappeared, at: now)
      }
      rest()
    }
  }

  private mutating func consider(at now: ContinuousClock.Instant) {
    if let refusal { return effects.append(.refuse(refusal)) }
    switch state {
    case .idle, .capturing:
      if state == .capturing {
        end(.replaced, at: now)
      }
      screenshotCount += 1
      current = ScreenshotID(rawValue: screenshotCount)
      go(to: .capturing, until: now + configuration.stepTimeout)
      emit(Effect.capture)
    case .presenting, .shown, .held: end(.replaced, at: now)
    case .hiding: state = .waiting
    case .editing, .waiting: break
    }
  }

  /// Ends a screenshot; one that has a preview waits until that is gone.
  private mutating func end(
    _ outcome: ScreenshotOutcome,
    at now: ContinuousClock.Instant,
    because failure: String = ""
  ) {
    let hasPreview = state != .capturing
    remaining = .zero
    switch outcome {
    case .captureFailed, .presentationFailed: emit { .tellFailure($0, failure) }
    case .edit: emit(Effect.edit)
    case .cancel, .timeout, .resigned, .disappeared, .replaced: break
    }
    emit { .end($0, outcome) }
    guard hasPreview else { return rest() }
    emit { .dismiss($0, outcome) }
    let next: ScreenshotPreviewState =
      outcome == .edit ? .editing : outcome == .replaced ? .waiting : .hiding
    go(to: next, until: now + configuration.stepTimeout)
  }

  /// Has nothing to do and nothing to wait for.
  private mutating func rest() {
    current = nil
    go(to: .idle, until: nil)
  }

  private mutating func go(
    to next: ScreenshotPreviewState,
    until deadline: ContinuousClock.Instant?
  ) {
    state = next
    nextDeadline = deadline
  }

  private mutating func emit(_ effect: (ScreenshotID) -> Effect) {
    if let current {
      effects.append(effect(current))
    }
  }
}
