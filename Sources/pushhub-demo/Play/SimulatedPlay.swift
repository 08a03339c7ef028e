import PushHub

/// Plays a transcript in no time, with the same result always.
///
/// At each instant the records apply in their order, then what is due there runs. After each of
/// these steps time stands still until the observers' asynchronous work has ended or sleeps.
@MainActor
struct SimulatedPlay {
  let transcript: Transcript
  let scheduler: ManualScheduler
  let app: PlayedApp
  let journal: Journal

  /// Plays the transcript.
  ///
  /// - Parameter limit: How far, counted from the start; all that is to happen at that very instant
  ///   still does. Without one, to the end.
  func run(until limit: Duration? = nil) async {
    let start = scheduler.now
    let records = transcript.recordsToPlay
    for (index, record) in records.enumerated() {
      if let limit, record.time > limit { break }
      await runTimers { $0 < start + record.time }
      scheduler.advance(upTo: start + record.time)
      app.apply(record.input)
      await scheduler.settle()
      journal.endStep(of: index)
    }
    let end = start + min(limit ?? transcript.end, transcript.end)
    await runTimers { $0 <= end }
    scheduler.advance(to: end)
  }

  private func runTimers(where isDue: (ContinuousClock.Instant) -> Bool) async {
    while let deadline = scheduler.nextDeadline, isDue(deadline) {
      repeat {
        scheduler.advance(to: deadline)
        await scheduler.settle()
      } while scheduler.nextDeadline.map { $0 <= scheduler.now } ?? false
      journal.endStep()
    }
  }
}

extension Transcript {
  /// The records up to the one that ends the play, which is there even if the file has none.
  var recordsToPlay: [TranscriptRecord] {
    let played = records.prefix { $0.input.kind != .end }
    let last = records.dropFirst(played.count).first ?? played.last
    return played + [TranscriptRecord(time: last?.time ?? .zero, input: .end)]
  }

  /// When the play ends.
  var end: Duration { recordsToPlay.last?.time ?? .zero }
}
