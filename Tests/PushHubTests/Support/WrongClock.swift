import Foundation
import PushHub

/// A scheduler whose wall clock shows what a test wants, and all else is a manual scheduler's.
@MainActor
final class WrongClock: Scheduler {
  /// What no clock shows in whose time anything has a place.
  nonisolated static let timeless: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300]

  /// The same, and what is a time but for which nothing was made.
  nonisolated static let bad: [Double] =
    timeless + [
      Date.distantPast.timeIntervalSince1970, Date.distantFuture.timeIntervalSince1970,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1_000, -1e12,
      1e12,
    ]

  /// What is shown, in seconds since 1970; `nil` for the right time.
  var shown: Double?

  let base: ManualScheduler

  init(_ base: ManualScheduler = ManualScheduler(), showing shown: Double? = nil) {
    self.base = base
    self.shown = shown
  }

  var now: ContinuousClock.Instant { base.now }

  var date: Date { shown.map(Date.init(timeIntervalSince1970:)) ?? base.date }

  func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    base.schedule(at: deadline, tolerance: tolerance, action)
  }

  func cancel(_ action: ScheduledAction) {
    base.cancel(action)
  }

  func runDueActions() {
    base.runDueActions()
  }

  func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    base.perform(from: origin, work)
  }

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try await base.sleep(until: deadline)
  }
}

extension WrongClock {
  /// Lets time pass as it does for real, in which whatever looks too often is caught.
  ///
  /// - Returns: How many actions have run, at most a hundred.
  func advance(by duration: Duration) async -> Int {
    let end = now + duration
    var count = 0
    await base.settle()
    while count < 100, let deadline = base.nextDeadline, deadline <= end {
      base.advance(to: deadline)
      await base.settle()
      count += 1
    }
    base.advance(to: max(now, end))
    await base.settle()
    return count
  }
}
