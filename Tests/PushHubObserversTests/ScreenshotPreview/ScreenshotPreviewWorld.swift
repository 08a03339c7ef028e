import PushHub
import PushHubTesting

@testable import PushHubObservers

/// The kernel of the preview in an app that does anything, and a ledger of what the app sees.
///
/// Two worlds are equal when everything that follows is the same in both: times count from now.
struct ScreenshotPreviewWorld: CheckedWorld {
  enum Operation: Hashable {
    case screenshot
    case phase(AppPhase)
    case togglePage
    case addOverlay
    case removeOverlay
    case changeAccount

    /// The step under way, which is a capture or a presentation, ends well or fails.
    case succeed
    case fail
    case dismissed
    case touch(ScreenshotTouch)
    case wait
    case reachDeadline
    case reattach
  }

  private(set) var simulation: FeatureSimulation<ScreenshotPreviewCore>
  private(set) var ledger = ScreenshotPreviewLedger()

  init() {
    simulation = FeatureSimulation(
      ScreenshotPreviewCore(page: "reader", timeout: .seconds(10))
    )
    simulation.handle(.lifecycle(LifecycleState(), after: nil))
  }

  static let operations: [Operation] =
    AppPhase.allCases.map(Operation.phase) + ScreenshotTouch.allCases.map(Operation.touch) + [
      .screenshot, .togglePage, .addOverlay, .removeOverlay, .changeAccount, .succeed,
      .fail, .dismissed, .wait, .reachDeadline, .reattach,
    ]

  var mistake: String? {
    ledger.mistakes.isEmpty ? nil : ledger.mistakes.joined(separator: " ")
  }

  /// Whether an app can do that now: only what changes something, and only answers to requests.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .phase(let phase): phase != simulation.lifecycle.phase
    case .addOverlay: simulation.lifecycle.overlayCount < 2
    case .removeOverlay: simulation.lifecycle.overlayCount > 0
    case .succeed, .fail: simulation.request != nil
    case .dismissed: ledger.isDismissalUnderWay
    case .reachDeadline: simulation.kernel.nextDeadline != nil
    case .touch, .screenshot, .togglePage, .changeAccount, .wait, .reattach: true
    }
  }

  /// Lets something happen, and notes what comes of it.
  mutating func perform(_ operation: Operation) {
    let before = simulation
    switch operation {
    case .screenshot:
      simulation.handle(.lifecycle(simulation.lifecycle, after: .screenshotTaken))
    case .phase(let phase): simulation.changeLifecycle { $0.phase = phase }
    case .togglePage:
      simulation.changeLifecycle { $0.visiblePages = $0.visiblePages.isEmpty ? ["reader"] : [] }
    case .addOverlay: simulation.changeLifecycle { $0.overlayCount += 1 }
    case .removeOverlay: simulation.changeLifecycle { $0.overlayCount -= 1 }
    case .changeAccount:
      simulation.changeLifecycle { $0.account = $0.account == nil ? "ann" : nil }
    case .succeed: simulation.answer(.success(Done()))
    case .fail: simulation.answer(.failure(SourceFailure(message: "no window")))
    case .dismissed: simulation.send(.dismissed)
    case .touch(let touch): simulation.send(.touch(touch))
    case .wait: simulation.advance(by: min(delay ?? .seconds(4), .seconds(4)))
    case .reachDeadline: simulation.advance(by: delay ?? .zero)
    case .reattach:
      simulation.handle(.detached)
      simulation.handle(.lifecycle(simulation.lifecycle, after: nil))
    }
    let effects = simulation.takeEffects()
    ledger.note(operation, before: before, after: simulation, effects: effects)
  }

  private var delay: Duration? { simulation.kernel.nextDeadline.map { $0 - simulation.now } }
}

// MARK: - Equality

extension ScreenshotPreviewWorld: Hashable {
  private struct Key: Hashable {
    let state: ScreenshotPreviewState
    let delay: Duration?
    let lifecycle: LifecycleState
    let ledger: ScreenshotPreviewLedger

    func hash(into hasher: inout Hasher) {
      hasher.combine(state)
      hasher.combine(delay)
      hasher.combine(lifecycle.phase)
      hasher.combine(lifecycle.visiblePages)
      hasher.combine(lifecycle.overlayCount)
      hasher.combine(ledger)
    }
  }

  private var key: Key {
    Key(
      state: simulation.state,
      delay: delay,
      lifecycle: simulation.lifecycle,
      ledger: ledger
    )
  }

  static func == (one: Self, other: Self) -> Bool { one.key == other.key }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
