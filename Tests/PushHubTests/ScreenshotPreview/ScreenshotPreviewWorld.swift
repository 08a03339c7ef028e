import PushHub
import PushHubReplay

@testable import PushHubObservers

/// A core in an app that does anything, and a ledger of what the app got to see.
///
/// Two worlds are equal when everything that follows is the same in both: times count from now, and
/// screenshots from the latest.
struct ScreenshotPreviewWorld: CheckedWorld {
  enum Operation: Hashable {
    case screenshot
    case phase(AppPhase)
    case togglePage
    case addOverlay
    case removeOverlay
    case changeAccount
    case captured
    case captureFailed
    case presented
    case presentationFailed
    case dismissed
    case touch(ScreenshotTouch)
    case lateCapture
    case latePresentation
    case lateDismissal
    case lateTap
    case wait
    case reachDeadline
    case reattach
  }

  private(set) var driver: ScreenshotPreviewDriver
  private(set) var ledger = ScreenshotPreviewLedger()

  init() {
    driver = ScreenshotPreviewDriver()
    driver.attach()
  }

  static let operations: [Operation] =
    AppPhase.allCases.map(Operation.phase) + ScreenshotTouch.allCases.map(Operation.touch) + [
      .screenshot, .togglePage, .addOverlay, .removeOverlay, .changeAccount, .captured,
      .captureFailed, .presented, .presentationFailed, .dismissed, .lateCapture,
      .latePresentation, .lateDismissal, .lateTap, .wait, .reachDeadline, .reattach,
    ]

  var mistake: String? {
    ledger.mistakes.isEmpty ? nil : ledger.mistakes.joined(separator: " ")
  }

  private var isOnPage: Bool { driver.lifecycle.visiblePages.contains("reader") }

  /// Whether an app can do that now: what changes nothing is never told, and who was not asked does
  /// not answer.
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .phase(let phase): phase != driver.lifecycle.phase
    case .addOverlay: driver.lifecycle.overlayCount < 2
    case .removeOverlay: driver.lifecycle.overlayCount > 0
    case .captured, .captureFailed: ledger.isCaptureUnderWay
    case .presented, .presentationFailed: ledger.isPresentationUnderWay
    case .dismissed: ledger.isDismissalUnderWay
    case .touch: driver.latest > 0
    case .lateCapture, .latePresentation, .lateDismissal, .lateTap: driver.latest > 1
    case .reachDeadline: driver.core.nextDeadline != nil
    case .screenshot, .togglePage, .changeAccount, .wait, .reattach: true
    }
  }

  /// Lets something happen, and takes down what comes of it.
  mutating func perform(_ operation: Operation) {
    let before = driver
    switch operation {
    case .screenshot: driver.hear(.screenshotTaken)
    case .phase(let phase): driver.hear(.phaseChanged(phase))
    case .togglePage: driver.hear(isOnPage ? .pageDisappeared("reader") : .pageAppeared("reader"))
    case .addOverlay: driver.hear(.overlayAdded)
    case .removeOverlay: driver.hear(.overlayRemoved)
    case .changeAccount: driver.hear(.accountChanged(nil))
    case .captured: driver.tell(.captured(driver.latest))
    case .captureFailed: driver.tell(.failed(driver.latest, "no window"))
    case .presented: driver.tell(.presented(driver.latest))
    case .presentationFailed: driver.tell(.failed(driver.latest, "no window"))
    case .dismissed: driver.tell(.dismissed(driver.latest))
    case .touch(let touch): driver.tell(.touched(driver.latest, touch))
    case .lateCapture: driver.tell(.captured(previous))
    case .latePresentation: driver.tell(.presented(previous))
    case .lateDismissal: driver.tell(.dismissed(previous))
    case .lateTap: driver.tell(.touched(previous, .tap))
    case .wait: wait(4)
    case .reachDeadline: driver.reachDeadline()
    case .reattach:
      driver.tell(.detached)
      driver.attach()
    }
    ledger.note(operation, before: before, after: driver, effects: driver.takeEffects())
  }

  private var previous: Int { driver.latest - 1 }

  /// Lets time pass, up to the deadline at most.
  private mutating func wait(_ seconds: Double) {
    let delay = driver.core.nextDeadline.map { $0 - driver.now } ?? .seconds(seconds)
    driver.wait(min(delay, .seconds(seconds)) / .seconds(1))
    driver.tell(.deadline)
  }
}

// MARK: - Equality

extension ScreenshotPreviewWorld: Hashable {
  private struct Key: Hashable {
    let state: ScreenshotPreviewState
    let delay: Duration?
    let hadPrevious: Int
    let lifecycle: LifecycleState
    let ledger: ScreenshotPreviewLedger

    func hash(into hasher: inout Hasher) {
      hasher.combine(state)
      hasher.combine(delay)
      hasher.combine(hadPrevious)
      hasher.combine(lifecycle.phase)
      hasher.combine(lifecycle.visiblePages)
      hasher.combine(lifecycle.overlayCount)
      hasher.combine(ledger)
    }
  }

  private var key: Key {
    Key(
      state: driver.state,
      delay: driver.core.nextDeadline.map { $0 - driver.now },
      hadPrevious: min(driver.latest, 2),
      lifecycle: driver.lifecycle,
      ledger: ledger
    )
  }

  static func == (one: Self, other: Self) -> Bool { one.key == other.key }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
