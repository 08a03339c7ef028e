import PushHub

/// Decides which screenshot gets a preview, and when and why that ends.
///
/// The images are kept by the feature itself.
struct ScreenshotPreviewCore: ManualFeatureCore {
  typealias Event = ScreenshotEvent

  enum Input {
    case captured
    case presented

    /// The capture or the presentation failed.
    case failed(String)
    case touched(ScreenshotTouch)
    case dismissed
  }

  enum Effect: Equatable {
    /// Renders the page, and then presents the preview.
    case capture

    /// The screenshot has its outcome; its preview, if there is one, is dismissed.
    case end(ScreenshotOutcome)
  }

  /// The time limit for each step of the rendering and the presenter.
  private static let stepTimeout = Duration.seconds(10)

  let page: PageID
  private let timeout: Duration
  private(set) var state = ScreenshotPreviewState.idle
  private(set) var nextDeadline: ContinuousClock.Instant?
  private var lifecycle = LifecycleState()

  init(page: PageID, timeout: Duration) {
    self.page = page
    self.timeout = Bounds.interval.nearest(to: timeout)
  }
}

extension ScreenshotPreviewCore {
  /// Every pair of an input and a state that is not listed changes nothing.
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch (input, state) {
    case (.lifecycle(let lifecycle, let event), _):
      self.lifecycle = lifecycle
      if isUnderWay, lifecycle.phase != .active {
        end(.resigned, in: &turn)
      } else if isUnderWay, !lifecycle.visiblePages.contains(page) {
        end(.disappeared, in: &turn)
      }
      if event == .screenshotTaken { capture(in: &turn) }
    case (.own(.captured), .capturing): enter(.presenting, at: turn.now)
    case (.own(.presented), .presenting):
      turn.log(.preview)
      enter(.shown, at: turn.now)
    case (.own(.failed(let message)), .capturing), (.own(.failed(let message)), .presenting):
      fail(message, in: &turn)
    case (.own(.touched(let touch)), .shown):
      turn.record(touch)
      end(touch == .tap ? .edit : .cancel, in: &turn)
    case (.detached, _):
      if isUnderWay { end(.disappeared, in: &turn) }
      enter(.idle, at: turn.now)
    case (.deadline, .capturing), (.deadline, .presenting): fail("no answer in time", in: &turn)
    case (.deadline, .shown): end(.timeout, in: &turn)
    case (.own(.dismissed), .editing), (.own(.dismissed), .hiding), (.deadline, _):
      enter(.idle, at: turn.now)
    default: break
    }
  }

  /// The reason why a screenshot gets no preview now.
  var refusal: ScreenshotOutcome? {
    switch lifecycle.phase {
    case .background: .background
    case .inactive: .inactive
    case .active where lifecycle.isFocused(page): state == .idle ? nil : .busy
    case .active: lifecycle.visiblePages.contains(page) ? .overlay : .page
    }
  }

  /// Whether a screenshot has no outcome yet.
  private var isUnderWay: Bool { [.capturing, .presenting, .shown].contains(state) }

  private mutating func enter(_ state: ScreenshotPreviewState, at now: ContinuousClock.Instant) {
    self.state = state
    nextDeadline = state == .idle ? nil : now + (state == .shown ? timeout : Self.stepTimeout)
  }

  private mutating func capture(in turn: inout ManualFeatureTurn<Self>) {
    if let refusal { return turn.log(.ignored(reason: refusal)) }
    turn.perform(.capture)
    enter(.capturing, at: turn.now)
  }

  private mutating func fail(_ message: String, in turn: inout ManualFeatureTurn<Self>) {
    turn.log(.failed(error: message))
    end(state == .capturing ? .captureFailed : .presentationFailed, in: &turn)
  }

  /// Ends a screenshot; the next one waits until its preview, if there is one, is dismissed.
  private mutating func end(_ outcome: ScreenshotOutcome, in turn: inout ManualFeatureTurn<Self>) {
    turn.cancel()
    if outcome == .edit { turn.log(.edit) }
    turn.perform(.end(outcome))
    turn.log(.hidden(outcome: outcome))
    enter(state == .capturing ? .idle : outcome == .edit ? .editing : .hiding, at: turn.now)
  }
}
