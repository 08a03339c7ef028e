import Observation
import Synchronization

/// Whether something observable was changed since it was read.
@MainActor
final class ObservedChange {
  private final class Flag: Sendable {
    let isSet = Mutex(false)
  }

  private let flag = Flag()

  init<Value>(of read: () -> Value) {
    _ = withObservationTracking(read) { [flag] in
      flag.isSet.withLock { $0 = true }
    }
  }

  var happened: Bool { flag.isSet.withLock { $0 } }
}
