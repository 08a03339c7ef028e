import Foundation
import PushHub
import PushHubRecorder

/// The live clock, made to run faster or slower.
@MainActor
final class ScaledScheduler: Scheduler {
  private let live = LiveScheduler()
  private let start: ContinuousClock.Instant
  private let startDate: Date
  private let speed: Double
  private let work = WorkLedger()

  /// - Parameters:
  ///   - date: What the wall clock shows now.
  ///   - speed: How many seconds pass in one second.
  init(date: Date, speed: Double) {
    start = live.now
    startDate = date
    self.speed = speed
    work.idleTurnLimit = nil
  }

  var now: ContinuousClock.Instant { start + (live.now - start) * speed }

  var date: Date { startDate.addingTimeInterval((now - start) / .seconds(1)) }

  func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    live.schedule(at: start + (deadline - start) / speed, tolerance: tolerance / speed, action)
  }

  func cancel(_ action: ScheduledAction) {
    live.cancel(action)
  }

  func runDueActions() {
    live.runDueActions()
  }

  func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    self.work.perform(from: origin, work)
  }

  /// Sleeps as no work, so that settling waits for what a script does a moment later.
  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try await WorkLedger.$current.withValue(nil) {
      try await live.sleep(until: start + (deadline - start) / speed)
    }
  }

  /// Returns when no work is under way, but for what waits for a server.
  func settle() async {
    _ = await work.settle()
  }
}

extension ScaledScheduler {
  /// Plays a transcript as time passes here.
  ///
  /// - Parameters:
  ///   - transcript: What is played.
  ///   - app: The app to which it happens, whose clock this is.
  ///   - progress: Told what has been played so far.
  func play(
    _ transcript: Transcript,
    on app: ReplayedApp,
    progress: (String) -> Void
  ) async throws {
    let start = now
    let records = transcript.recordsToPlay
    for (number, record) in zip(1..., records) {
      try await sleep(until: start + record.time)
      app.apply(record.input)
      progress("\(number) of \(records.count), \(record.time.secondsText) s")
    }
    await settle()
  }
}
