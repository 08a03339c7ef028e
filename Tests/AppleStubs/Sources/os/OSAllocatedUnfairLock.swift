import Foundation

/// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock).
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let lock = NSLock()
    var state: State

    init(_ state: State) {
      self.state = state
    }
  }

  private let storage: Storage

  /// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock/withlockunchecked(_:)).
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  /// [Apple](https://developer.apple.com/documentation/os/osallocatedunfairlock/init(initialstate:)).
  public init(initialState: State) {
    storage = Storage(initialState)
  }
}
