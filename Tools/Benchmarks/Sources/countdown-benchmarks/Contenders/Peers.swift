import Dispatch
import Synchronization

/// How many have ended of so many, and who waits for the last.
final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  init(from count: Int) {
    left = Atomic(count)
  }

  func countDown() {
    if left.subtract(1, ordering: .relaxed).newValue == 0 {
      continuation.finish()
    }
  }

  func wait() async {
    for await _ in stream {}
  }
}

/// A way to end models that has something of the system's for each of them.
protocol PeerOfEach {
  static var name: String { get }

  /// Registers so many models that end at one instant.
  init(count: Int, endingAt end: ContinuousClock.Instant, _ countdown: Countdown)

  func cancel()
}

/// A timer for each model.
struct TimerForEach: PeerOfEach {
  static let name = "a DispatchSourceTimer each"

  private let timers: [any DispatchSourceTimer]

  init(count: Int, endingAt end: ContinuousClock.Instant, _ countdown: Countdown) {
    let queue = DispatchQueue(label: "timers")
    let nanoseconds = Int((end - ContinuousClock.now) / .nanoseconds(1))
    let deadline = DispatchTime.now() + .nanoseconds(nanoseconds)
    timers = (0..<count).map { _ in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: deadline)
      timer.setEventHandler { countdown.countDown() }
      timer.activate()
      return timer
    }
  }

  func cancel() {
    for timer in timers {
      timer.cancel()
    }
  }
}

/// A sleeping task for each model.
struct TaskForEach: PeerOfEach {
  static let name = "a sleeping Task each"

  private let tasks: [Task<Void, Never>]

  init(count: Int, endingAt end: ContinuousClock.Instant, _ countdown: Countdown) {
    tasks = (0..<count).map { _ in
      Task.detached {
        try? await Task.sleep(until: end, clock: .continuous)
        countdown.countDown()
      }
    }
  }

  func cancel() {
    for task in tasks {
      task.cancel()
    }
  }
}
