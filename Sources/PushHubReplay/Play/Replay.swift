public import Foundation
public import PushHub
public import PushHubRecorder

/// Plays a transcript on an app's own features, in no time and with the same result always.
///
/// In a test, three lines tell what a recording from the field does to the features as they are now:
///
/// ```swift
/// let replay = try Replay(contentsOf: recording, with: [OrdersScript()])
/// await replay.run()
/// #expect(replay.events() == [OrderEvent.asked(order: "42"), .delivered(order: "42")])
/// ```
///
/// At each instant the records apply in their order, then what is due there runs. After each of
/// these steps time stands still until the features' asynchronous work has ended or sleeps.
@MainActor
public final class Replay {
  /// What is played.
  public let transcript: Transcript

  let app: ReplayedApp

  /// What was told so far, in order, without the reasons for which nothing was done.
  public var told: [Told] { notes.filter { !$0.event.isSkip } }

  private var notes: [Told] = []

  private let scheduler: ManualScheduler
  private let start: ContinuousClock.Instant
  private let records: [TranscriptRecord]
  private var nextRecord = 0

  /// Told of each record that is about to happen.
  var willApply: ((TranscriptRecord) -> Void)?

  /// Prepares a play.
  ///
  /// - Parameters:
  ///   - transcript: What is played.
  ///   - scripts: The features; their order is that of what they tell in a step. Those that take no part
  ///     in this transcript are left out.
  ///   - recorder: Who writes down what happens.
  ///   - makeManager: Makes the app's own notification manager, on the clock of the play.
  /// - Throws: ``ScriptError`` or `PluginError` for features that can't be told apart.
  public init(
    of transcript: Transcript,
    with scripts: [any FeatureScript],
    recorder: TranscriptRecorder? = nil,
    on makeManager: (any Scheduler) -> NotificationManager = { NotificationManager(scheduler: $0) }
  ) throws {
    self.transcript = transcript
    scheduler = ManualScheduler(date: transcript.start)
    start = scheduler.now
    records = transcript.recordsToPlay
    app = try ReplayedApp(
      scripts.filter { $0.takesPart(in: transcript) },
      of: transcript,
      on: makeManager(scheduler),
      scheduler: scheduler,
      recorder: recorder
    )
    app.playLog.output = { [weak self] in self?.notes += $0.notes }
  }

  /// Prepares a play of a file.
  ///
  /// - Throws: `TranscriptError` for what is no file or no transcript, also for a kind of record that
  ///   no script brings; ``ScriptError`` or `PluginError` for features that can't be told
  ///   apart.
  public convenience init(contentsOf url: URL, with scripts: [any FeatureScript]) throws {
    let transcript = try Transcript(contentsOf: url, vocabulary: Array(of: scripts))
    try self.init(of: transcript, with: scripts)
  }
}

extension [any FeatureRecord.Type] {
  /// All kinds of record that features bring.
  @MainActor
  public init(of scripts: [any FeatureScript]) {
    self = scripts.flatMap(\.vocabulary)
  }
}

// MARK: - Playing

extension Replay {
  /// How far it has played.
  public var time: Duration { scheduler.now - start }

  /// Plays on.
  ///
  /// - Parameter limit: How far, counted from the start; all that is to happen at that very instant
  ///   still does. Without one, to the end.
  public func run(until limit: Duration? = nil) async {
    let end = records.last?.time ?? .zero
    while nextRecord < records.count, records[nextRecord].time <= limit ?? end {
      let record = records[nextRecord]
      nextRecord += 1
      await runTimers { $0 < start + record.time }
      scheduler.advance(upTo: start + record.time)
      willApply?(record)
      app.apply(record.input)
      await scheduler.settle()
      app.playLog.endStep()
    }
    let goal = start + min(limit ?? end, end)
    guard goal >= scheduler.now else { return }
    await runTimers { $0 <= goal }
    scheduler.advance(to: goal)
  }

  private func runTimers(where isDue: (ContinuousClock.Instant) -> Bool) async {
    while let deadline = scheduler.nextDeadline, isDue(deadline) {
      repeat {
        scheduler.advance(to: deadline)
        await scheduler.settle()
      } while scheduler.nextDeadline.map { $0 <= scheduler.now } ?? false
      app.playLog.endStep()
    }
  }

  /// What features did of that kind, in order.
  ///
  /// ```swift
  /// #expect(replay.events(of: OrderEvent.self).count == 3)
  /// ```
  public func events<Event: FeatureEvent>(of kind: Event.Type = Event.self) -> [Event] {
    told.compactMap { $0.event as? Event }
  }

  /// Why features that tell events of that kind did nothing, in order.
  public func reasonsForNothing<Event: FeatureEvent>(of kind: Event.Type = Event.self) -> [Event] {
    notes.compactMap { $0.event as? Event }.filter(\.isSkip)
  }

  /// What each feature says is true now, in words: a way to look at a play that surprises.
  public var facts: [String] {
    app.facts.joined().map { $0.message.text(at: time, since: "") }
  }
}

extension Transcript {
  /// The records up to the one that ends the play, which is there even if the file has none.
  var recordsToPlay: [TranscriptRecord] {
    let played = records.prefix { !$0.input.isEnd }
    let last = records.dropFirst(played.count).first ?? played.last
    return played + [TranscriptRecord(time: last?.time ?? .zero, input: .end)]
  }
}
