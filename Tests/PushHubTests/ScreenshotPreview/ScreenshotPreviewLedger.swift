import PushHub

@testable import PushHubObservers

/// Takes down what a core lets an app see, and says what is wrong with it.
///
/// It knows the rules of previews, but neither the table nor the states.
struct ScreenshotPreviewLedger: Hashable {
  typealias Operation = ScreenshotPreviewWorld.Operation
  typealias Effect = ScreenshotPreviewCore.Effect

  /// What has gone wrong.
  private(set) var mistakes: [String] = []

  /// Who was asked for the latest screenshot, and has not answered.
  private(set) var isCaptureUnderWay = false
  private(set) var isPresentationUnderWay = false
  private(set) var isDismissalUnderWay = false

  /// Whether the latest screenshot has begun, and has no outcome.
  private var isOpen = false

  /// Whether its image is kept.
  private var hasImage = false

  /// Whether its preview is on the screen, or about to come or to go.
  private var hasPreview = false

  /// For how long the preview has been shown; `nil` when it is not shown.
  private var shownFor: Duration?

  /// How many screenshots have had no answer.
  private var unanswered = 0
}

// MARK: - Taking down

extension ScreenshotPreviewLedger {
  mutating func note(
    _ operation: Operation,
    before: ScreenshotPreviewDriver,
    after: ScreenshotPreviewDriver,
    effects: [Effect]
  ) {
    let wasShown = shownFor != nil
    let wasOpen = isOpen
    noteCause(operation, elapsed: after.now - before.now)
    let isLate =
      operation == .reachDeadline || (operation == .wait && before.core.nextDeadline == after.now)
    if isLate, isDismissalUnderWay, !isOpen {
      hasPreview = false
    }
    for effect in effects {
      note(effect, of: operation, on: after)
    }
    check(after)
    let mustEnd =
      switch operation {
      case .touch(.tap), .touch(.outside): wasShown
      case .reattach: wasOpen
      case .reachDeadline: wasOpen
      default: false
      }
    let hasEnded = effects.contains { if case .end = $0 { true } else { false } }
    expect(hasEnded || !mustEnd, "\(operation) has no outcome")
  }

  private mutating func noteCause(_ operation: Operation, elapsed: Duration) {
    shownFor = shownFor.map { $0 + elapsed }
    switch operation {
    case .screenshot: unanswered += 1
    case .captured, .captureFailed: isCaptureUnderWay = false
    case .presented, .presentationFailed: isPresentationUnderWay = false
    case .dismissed:
      isDismissalUnderWay = false
      hasPreview = false
    case .reattach where !isOpen: hasPreview = false
    default: break
    }
  }

  private mutating func note(
    _ effect: Effect,
    of operation: Operation,
    on driver: ScreenshotPreviewDriver
  ) {
    switch effect {
    case .log(.ignored(let reason)):
      unanswered -= 1
      let expected = Self.obstacle(in: driver.lifecycle)
      expect(reason == expected ?? .busy, "refused as \(reason)")
    case .capture:
      expect(!isOpen && !hasPreview, "a second preview")
      expect(Self.obstacle(in: driver.lifecycle) == nil, "captured in spite of an obstacle")
      unanswered -= 1
      isOpen = true
      isCaptureUnderWay = true
      isPresentationUnderWay = false
      isDismissalUnderWay = false
    case .present:
      expect(isOpen && !hasPreview && operation == .captured, "presented what was not captured")
      hasImage = true
      hasPreview = true
      isPresentationUnderWay = true
    case .log(.preview):
      expect(isOpen && hasPreview && operation == .presented, "shown before it was presented")
      shownFor = .zero
    case .log: expect(isOpen, "a failure after the outcome")
    case .end(let id, let outcome):
      expect(id == driver.latest, "the outcome of another screenshot")
      end(outcome, of: operation, on: driver)
      isDismissalUnderWay = hasPreview
      hasPreview = hasPreview && operation != .reattach
    }
  }

  private mutating func end(
    _ outcome: ScreenshotOutcome,
    of operation: Operation,
    on driver: ScreenshotPreviewDriver
  ) {
    expect(isOpen, "a second outcome")
    let hasCause =
      switch outcome {
      case .edit: operation == .touch(.tap) && shownFor != nil && hasImage
      case .cancel: operation == .touch(.outside) && shownFor != nil
      case .timeout: shownFor == .seconds(10)
      case .resigned: driver.lifecycle.phase != .active
      case .disappeared: operation == .togglePage || operation == .reattach
      case .captureFailed:
        !hasPreview && [.captureFailed, .reachDeadline, .wait].contains(operation)
      case .presentationFailed:
        shownFor == nil && [.presentationFailed, .reachDeadline, .wait].contains(operation)
      }
    expect(hasCause, "\(outcome) by \(operation)")
    isOpen = false
    hasImage = false
    shownFor = nil
  }
}

// MARK: - Checking

extension ScreenshotPreviewLedger {
  private static func obstacle(in lifecycle: LifecycleState) -> ScreenshotRefusal? {
    let obstacles: [(Bool, ScreenshotRefusal)] = [
      (lifecycle.phase == .background, .background),
      (lifecycle.phase == .inactive, .inactive),
      (lifecycle.visiblePages.isEmpty, .page),
      (lifecycle.overlayCount > 0, .overlay),
    ]
    return obstacles.first { $0.0 }?.1
  }

  /// What holds after every event.
  private mutating func check(_ driver: ScreenshotPreviewDriver) {
    let isPresent = driver.lifecycle.phase == .active && !driver.lifecycle.visiblePages.isEmpty
    expect(isPresent || !isOpen, "goes on without its page")
    expect(isOpen || !hasImage, "an image after the outcome")
    expect(shownFor ?? .zero <= .seconds(10), "shown for too long")
    expect(isOpen || hasPreview || driver.state == .idle, "not idle, with nothing going on")
    expect((isOpen || hasPreview) == (driver.state != .idle), "idle, with something going on")
    expect((driver.core.nextDeadline == nil) == (driver.state == .idle), "a timer")
    expect(unanswered == 0, "not answered")
  }

  private mutating func expect(_ condition: Bool, _ mistake: @autoclosure () -> String) {
    if !condition {
      mistakes.append(mistake())
    }
  }
}
