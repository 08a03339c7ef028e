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

  func run() async {
    let start = scheduler.now
    for (index, record) in transcript.recordsToPlay.enumerated() {
      await runTimers { $0 < start + record.time }
      scheduler.advance(upTo: start + record.time)
      app.apply(record.input)
      await scheduler.settle()
      journal.endStep(of: index)
    }
    let end = scheduler.now
    await runTimers { $0 <= end }
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
}
