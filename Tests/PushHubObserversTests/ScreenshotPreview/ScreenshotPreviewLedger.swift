import PushHub
import PushHubTesting

@testable import PushHubObservers

/// Notes what a kernel lets an app see, and reports what is wrong with it.
///
/// It has the rules of previews, but neither the table nor the states.
struct ScreenshotPreviewLedger: Hashable {
  typealias Operation = ScreenshotPreviewWorld.Operation
  typealias Effect = KernelEffect<ScreenshotPreviewCore>
  typealias Simulation = FeatureSimulation<ScreenshotPreviewCore>

  /// What has gone wrong.
  private(set) var mistakes: [String] = []

  /// Whether the dismissal of the latest preview may end.
  private(set) var isDismissalUnderWay = false

  /// Whether the latest screenshot has begun, and has no outcome.
  private var isOpen = false

  /// Whether its preview is on the screen, or about to come or to go.
  private var hasPreview = false

  /// For how long the preview has been shown; `nil` when it is not shown.
  private var shownFor: Duration?
}

// MARK: - Noting

extension ScreenshotPreviewLedger {
  mutating func note(
    _ operation: Operation,
    before: Simulation,
    after: Simulation,
    effects: [Effect]
  ) {
    let (wasOpen, wasShown) = (isOpen, shownFor != nil)
    shownFor = shownFor.map { $0 + (after.now - before.now) }
    let isLate = before.kernel.nextDeadline == after.now
    switch operation {
    case .succeed: hasPreview = true
    case .wait where !isLate: break
    case .dismissed, .reattach, .wait, .reachDeadline:
      if !isOpen { (hasPreview, isDismissalUnderWay) = (false, false) }
    default: break
    }
    for effect in effects {
      note(effect, of: operation, on: after)
    }
    check(after)
    let mustEnd =
      switch operation {
      case .touch: wasShown
      case .reattach, .reachDeadline: wasOpen
      default: false
      }
    expect(!mustEnd || !isOpen, "\(operation) has no outcome")
    let isAnswered = effects.contains { effect in
      switch effect {
      case .log(.ignored), .ask(.capture, _, _): true
      default: false
      }
    }
    expect(isAnswered == (operation == .screenshot), "\(effects) of \(operation)")
  }

  private mutating func note(
    _ effect: Effect,
    of operation: Operation,
    on simulation: Simulation
  ) {
    switch effect {
    case .log(.ignored(let reason)):
      let expected = Self.obstacle(in: simulation.lifecycle)
      expect(reason == expected ?? .busy, "refused as \(reason)")
    case .ask(.capture, _, _):
      expect(!isOpen && !hasPreview, "a second preview")
      expect(Self.obstacle(in: simulation.lifecycle) == nil, "captured in spite of an obstacle")
      isOpen = true
    case .log(.preview):
      expect(isOpen && hasPreview && operation == .succeed, "shown before it was presented")
      shownFor = .zero
    case .log(.hidden(let outcome)): end(outcome, of: operation, on: simulation)
    case .log: expect(isOpen, "a failure after the outcome")
    default: break
    }
  }

  private mutating func end(
    _ outcome: ScreenshotOutcome,
    of operation: Operation,
    on simulation: Simulation
  ) {
    expect(isOpen, "a second outcome")
    let isFailure = [.reachDeadline, .wait, .fail].contains(operation) && shownFor == nil
    let hasCause =
      switch outcome {
      case .edit: operation == .touch(.tap) && shownFor != nil
      case .cancel: operation == .touch(.outside) && shownFor != nil
      case .timeout: shownFor == .seconds(10)
      case .resigned: simulation.lifecycle.phase != .active
      case .disappeared: operation == .togglePage || operation == .reattach
      case .captureFailed: !hasPreview && isFailure
      case .presentationFailed: hasPreview && isFailure
      case .background, .inactive, .page, .overlay, .busy: false
      }
    expect(hasCause, "\(outcome) by \(operation)")
    isOpen = false
    shownFor = nil
    hasPreview = hasPreview && operation != .reattach
    isDismissalUnderWay = hasPreview
  }
}

// MARK: - Checking

extension ScreenshotPreviewLedger {
  private static func obstacle(in lifecycle: LifecycleState) -> ScreenshotOutcome? {
    let obstacles: [(Bool, ScreenshotOutcome)] = [
      (lifecycle.phase == .background, .background),
      (lifecycle.phase == .inactive, .inactive),
      (lifecycle.visiblePages.isEmpty, .page),
      (lifecycle.overlayCount > 0, .overlay),
    ]
    return obstacles.first { $0.0 }?.1
  }

  /// What holds after every input.
  private mutating func check(_ simulation: Simulation) {
    let isPresent =
      simulation.lifecycle.phase == .active && !simulation.lifecycle.visiblePages.isEmpty
    expect(isPresent || !isOpen, "goes on without its page")
    expect(shownFor ?? .zero <= .seconds(10), "shown for too long")
    expect((isOpen || hasPreview) == (simulation.state != .idle), "\(simulation.state)")
    expect((simulation.kernel.nextDeadline == nil) == (simulation.state == .idle), "a timer")
    expect((simulation.request != nil) == (isOpen && shownFor == nil), "the work")
  }

  private mutating func expect(_ condition: Bool, _ mistake: @autoclosure () -> String) {
    if !condition {
      mistakes.append(mistake())
    }
  }
}
