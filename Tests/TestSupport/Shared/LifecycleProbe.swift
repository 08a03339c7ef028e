import PushHub

/// Records the first state and all events, and then performs the given action.
final class LifecycleProbe: LifecycleObserver {
  enum Call: Equatable {
    case began(LifecycleState)
    case received(LifecycleEvent, LifecycleState)
  }

  private(set) var calls: [Call] = []
  var onBegin: (() -> Void)?
  var onReceive: ((LifecycleEvent) -> Void)?

  var events: [LifecycleEvent] {
    calls.compactMap {
      if case .received(let event, _) = $0 { event } else { nil }
    }
  }

  func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    calls.append(event.map { .received($0, state) } ?? .began(state))
    if let event { onReceive?(event) } else { onBegin?() }
  }

  /// Gives what was noted since the last time.
  func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }
}
