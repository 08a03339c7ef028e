#if canImport(UserNotifications)
import Synchronization

/// What the system calls back with: its first call counts, from any thread, and none after it.
final class SystemAnswer<Value: Sendable>: Sendable {
  private enum State {
    case unasked
    case waiting(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let state = Mutex(State.unasked)

  private init() {}

  /// Asks the system, and waits for its answer.
  ///
  /// - Parameters:
  ///   - fallback: The answer of a system that has not answered when the task is cancelled.
  ///   - ask: Asks, and hands the answer on.
  @MainActor
  static func wait(
    orWhenCancelled fallback: Value,
    ask: (_ answer: @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    let answer = SystemAnswer()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.wait(continuation)
        ask { answer.give($0) }
      }
    } onCancel: {
      answer.give(fallback)
    }
  }

  private func wait(_ continuation: CheckedContinuation<Value, Never>) {
    let early: Value? = state.withLock { state in
      if case .given(let answer) = state {
        state = .taken
        return answer
      }
      state = .waiting(continuation)
      return nil
    }
    if let early {
      continuation.resume(returning: early)
    }
  }

  private func give(_ answer: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .unasked:
        state = .given(answer)
        return nil
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .given, .taken: return nil
      }
    }
    waiting?.resume(returning: answer)
  }
}
#endif
