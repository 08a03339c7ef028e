#if canImport(os)
import os
#else
import Synchronization
#endif

/// State that several threads use, one at a time.
package final class Lock<State: Sendable>: Sendable {
  #if canImport(os)
  private let state: OSAllocatedUnfairLock<State>
  #else
  private let state: Mutex<State>
  #endif

  /// Creates a lock around a first state.
  package init(_ state: State) {
    #if canImport(os)
    self.state = OSAllocatedUnfairLock(initialState: state)
    #else
    self.state = Mutex(state)
    #endif
  }

  /// Reads or changes the state, while other threads wait.
  package func withLock<Result: Sendable>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result {
    #if canImport(os)
    // The values that enter and leave are sendable, as the other variant of this method would check.
    try state.withLockUnchecked(body)
    #else
    try state.withLock { try body(&$0) }
    #endif
  }
}
