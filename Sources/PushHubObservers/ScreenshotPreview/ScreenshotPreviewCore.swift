public import PushHub

/// The decisions of a ``ScreenshotPreview``: which screenshot gets a preview, and when and why that ends.
///
/// The images are kept by the feature itself.
public struct ScreenshotPreviewCore: FeatureCore {
  /// An event of the preview.
  public typealias Event = ScreenshotEvent

  /// An action of the user, or of the presenter.
  public enum Action: Codable, Equatable, Sendable {
    /// A touch of the preview, or beside it.
    case touch(ScreenshotTouch)

    /// The preview is gone.
    case dismissed
  }

  /// A step of the rendering or the presenter.
  public enum Request: Sendable {
    /// Render the page.
    case capture

    /// Put the preview on the screen.
    case present
  }

  /// The key of the records.
  public static let name = "screenshot"

  /// The app: an account has no effect on a preview.
  public static let scope = FeatureScope.app

  /// No events.
  public static let interests: Set<PushEvent.Kind> = []

  /// The time limit for each step of the rendering and the presenter.
  static let stepTimeout = Duration.seconds(10)

  let page: PageID
  private let timeout: Duration

  /// The progress with a screenshot.
  public private(set) var state = ScreenshotPreviewState.idle

  /// The end of a preview that is shown, or of waiting for its dismissal.
  public private(set) var nextDeadline: ContinuousClock.Instant?

  /// The outcome of the latest screenshot; when the feature is detached, there is another core with this one.
  private(set) var outcome = ScreenshotOutcome.disappeared
  private var lifecycle = LifecycleState()

  init(page: PageID, timeout: Duration) {
    self.page = page
    self.timeout = Bounds.interval.nearest(to: timeout)
  }
}

// MARK: - What ought to be true

extension ScreenshotPreviewCore {
  /// The step under way.
  public var request: Request? {
    switch state {
    case .capturing: .capture
    case .presenting: .present
    case .idle, .shown, .editing, .hiding: nil
    }
  }

  /// Ten seconds for a step.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: Self.stepTimeout) }

  /// Returns the event of a preview that is shown or that ends.
  public func event(since old: ScreenshotPreviewState) -> ScreenshotEvent? {
    state == .shown ? .preview : old.isOpen && !state.isOpen ? .hidden(outcome: outcome) : nil
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
}

// MARK: - Inputs

extension ScreenshotPreviewCore {
  /// Handles an input; every pair of an input and a state that is not listed changes nothing.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    lifecycle = turn.lifecycle
    switch (input, state) {
    case (.lifecycle(let event), _):
      if state.isOpen, lifecycle.phase != .active {
        end(.resigned, in: &turn)
      } else if state.isOpen, !lifecycle.visiblePages.contains(page) {
        end(.disappeared, in: &turn)
      }
      if event == .screenshotTaken { capture(in: &turn) }
    case (.answered(.capture, .success), _): state = .presenting
    case (.answered(.present, .success), _):
      (state, nextDeadline) = (.shown, turn.now + timeout)
    case (.answered(let step, .failure(let failure)), _):
      turn.log(.failed(error: failure.message))
      end(step == .capture ? .captureFailed : .presentationFailed, in: &turn)
    case (.action(.touch(let touch)), .shown): end(touch == .tap ? .edit : .cancel, in: &turn)
    case (.deadline, .shown): end(.timeout, in: &turn)
    case (.action(.dismissed), .editing), (.action(.dismissed), .hiding), (.deadline, _):
      (state, nextDeadline) = (.idle, nil)
    default: break
    }
  }

  private mutating func capture(in turn: inout FeatureTurn<Self>) {
    if let refusal { return turn.log(.ignored(reason: refusal)) }
    state = .capturing
    // A failure of the former screenshot delays nothing.
    turn.retryNow()
  }

  /// Ends a screenshot; the next one waits until its preview, if there is one, is dismissed.
  private mutating func end(_ outcome: ScreenshotOutcome, in turn: inout FeatureTurn<Self>) {
    self.outcome = outcome
    if outcome == .edit { turn.log(.edit) }
    nextDeadline = state == .capturing ? nil : turn.now + Self.stepTimeout
    state = state == .capturing ? .idle : outcome == .edit ? .editing : .hiding
  }
}
