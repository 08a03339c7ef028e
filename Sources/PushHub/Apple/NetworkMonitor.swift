#if canImport(Network)
import Network

/// Reports when a network path becomes available.
@MainActor
public protocol NetworkMonitor: AnyObject {
  /// Calls a closure each time that a path is available after there was none, until the monitor is deallocated.
  func start(_ becameAvailable: @escaping @MainActor () -> Void)
}

/// Reports when the system has a network path again.
@MainActor
public final class SystemNetworkMonitor: NetworkMonitor {
  private var following: Task<Void, Never>?

  /// Creates a monitor that isn't started yet.
  public init() {}

  deinit { following?.cancel() }

  /// Follows the system's paths from now on; the first one is no change.
  public func start(_ becameAvailable: @escaping @MainActor () -> Void) {
    following?.cancel()
    following = Task {
      var wasAvailable = true
      for await path in NWPathMonitor() where !Task.isCancelled {
        let isAvailable = path.status == .satisfied
        if isAvailable, !wasAvailable { becameAvailable() }
        wasAvailable = isAvailable
      }
    }
  }
}
#endif
