import PushHub
import PushHubTesting

/// Counts the operations that go through a feature's door to the outside, and lets some of them fail.
final class FaultPlan: Sendable {
  /// How long it lasts that operations fail.
  enum Extent: CaseIterable, Sendable {
    case once
    case untilHealed
  }

  /// Which operation fails first, counted from one, and how many do.
  struct Fault: Hashable, Sendable {
    let number: Int
    let extent: Extent
  }

  struct Failure: Error {}

  private struct State: Sendable {
    var fault: Fault?
    var isHealed = false
    var operationCount = 0
    var faultCount = 0
  }

  private let state: Lock<State>

  init(_ fault: Fault? = nil) {
    state = Lock(State(fault: fault))
  }

  var operationCount: Int { state.withLock { $0.operationCount } }
  var faultCount: Int { state.withLock { $0.faultCount } }

  /// Whether operations go on failing until the plan is healed.
  var isLasting: Bool { state.withLock { $0.fault?.extent == .untilHealed } }

  /// Counts an operation, and returns whether it fails.
  func fails() -> Bool {
    state.withLock { state in
      guard !state.isHealed else { return false }
      state.operationCount += 1
      guard let fault = state.fault else { return false }
      let isHit =
        switch fault.extent {
        case .once: state.operationCount == fault.number
        case .untilHealed: state.operationCount >= fault.number
        }
      state.faultCount += isHit ? 1 : 0
      return isHit
    }
  }

  /// Counts an operation, and throws if it fails.
  func pass(_ error: @autoclosure () -> any Error = Failure()) throws {
    if fails() { throw error() }
  }

  /// Lets nothing fail any more, and counts no more.
  func heal() {
    state.withLock { $0.isHealed = true }
  }
}

extension FailingStore {
  /// Creates a store whose calls fail as planned.
  convenience init(_ value: Value? = nil, plan: FaultPlan) {
    self.init(value)
    begin = { try plan.pass() }
  }
}
