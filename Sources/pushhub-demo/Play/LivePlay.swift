import PushHub

/// Plays a transcript as time really passes, or faster, or slower.
@MainActor
struct LivePlay {
  let transcript: Transcript
  let scheduler: ScaledScheduler
  let app: PlayedApp

  /// Told what has been played so far.
  let progress: (String) -> Void

  func run() async throws {
    let start = scheduler.now
    let records = transcript.recordsToPlay
    for (number, record) in zip(1..., records) {
      try await scheduler.sleep(until: start + record.time)
      app.apply(record.input)
      progress("\(number) of \(records.count), \(record.time.secondsText) s")
    }
    await scheduler.settle()
  }
}
