// For the check of the platforms alone: where this module can be imported, Foundation is taken for Apple's, so
// that no target is made of it.

/// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock).
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  /// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock/withlockunchecked(_:)).
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    fatalError("stub")
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  /// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock/init(initialstate:)).
  public init(initialState: State) {}
}
