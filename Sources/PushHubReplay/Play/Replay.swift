public import Foundation
public import PushHub
public import PushHubRecorder
import PushHubTesting

/// Plays a transcript on an app's own features, on a simulated clock, with the same result every time.
///
/// A test of what a recording does to the features takes three lines:
///
/// ```swift
/// let replay = try Replay(contentsOf: recording, with: [OrdersScript()])
/// await replay.run()
/// #expect(replay.events() == [OrderEvent.asked(order: "42"), .delivered(order: "42")])
/// ```
///
/// At each instant the records are applied in their order, then the timers fire that are due. After each of
/// these steps the clock stands still until the features' asynchronous work has ended or sleeps. If timers fire at
/// 50,000 instants without a record, as for a countdown of years, the replay ends there; see ``cutTime``.
@MainActor
public final class Replay {
  /// The transcript.
  public let transcript: Transcript

  package let manager: NotificationManager
  /// The app's lifecycle.
  public let lifecycle = AppLifecycle()

  let playLog: PlayLog

  /// The features that take part, in the order of their output.
  let scripts: [any FeatureScript]

  /// The names of the features that have recorded something, by the keys of the records.
  private(set) lazy var recordedNames: [String: Set<String>] = transcript.records
    .reduce(into: [:]) { names, record in
      record.input.featureName.map { _ = names[record.input.key, default: []].insert($0) }
    }

  private let host: PluginHost
  let recorder: TranscriptRecorder?

  /// The context by which the recorder receives the records of the transcript, and not what the features record.
  ///
  /// A script records there what its outside world has done and the transcript leaves out.
  public let world: PluginContext

  private let records: [TranscriptRecord]
  private var nextRecord = 0
  private var allOutputs: [Output] = []

  /// More instants than any recording of an app has between two records.
  private static let timerLimit = 50_000

  /// The time at which the replay has ended early; `nil` if it hasn't.
  public private(set) var cutTime: Duration?

  /// The refresh in the background that is under way.
  var refreshing: Task<Void, Never>?

  /// Called before each record is applied.
  var willApply: ((TranscriptRecord) -> Void)?

  private init(
    _ scripts: [any FeatureScript],
    of transcript: Transcript,
    on manager: NotificationManager,
    scheduler: any Scheduler,
    recorder: TranscriptRecorder?
  ) throws {
    self.transcript = transcript
    self.manager = manager
    self.scripts = scripts
    self.recorder = recorder
    records = transcript.recordsToPlay
    playLog = PlayLog(scheduler: scheduler)
    world = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    for record in transcript.records { try checkOwner(of: record) }
    if let recorder { world.attach(recorder) }
    lifecycle.add(manager, priority: .first)
    manager.add(playLog, priority: .high)
    for script in scripts {
      try Self.check(script.name)
      let plugin = script.plugin(in: self)
      if let plugin = plugin as? any LoggingPlugin {
        listen(to: plugin, of: script)
      }
      world.records.addSettings(of: plugin)
      try host.install(plugin, named: script.name)
    }
  }

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - transcript: The transcript.
  ///   - scripts: The features. Their order is that of their output in a step. Those that take no part in this
  ///     transcript are left out.
  ///   - recorder: Records the replay.
  ///   - makeManager: Creates the app's own notification manager with the simulated clock; by default one
  ///     that reads the accounts of payloads from the transcript.
  /// - Throws: `PluginError` or a description of what is wrong, for names of scripts that aren't allowed;
  ///   `TranscriptError` for a record of which it isn't clear which of several features it belongs to.
  public convenience init(
    of transcript: Transcript,
    with scripts: [any FeatureScript],
    recorder: TranscriptRecorder? = nil,
    on makeManager: ((any Scheduler) -> NotificationManager)? = nil
  ) throws {
    let clock = ManualScheduler(date: transcript.start)
    let accounts = transcript.accountsOfPayloads
    var configuration = NotificationManager.Configuration()
    configuration.identification.account = { accounts[$0] }
    try self.init(
      scripts.filter { $0.takesPart(in: transcript) },
      of: transcript,
      on: makeManager?(clock)
        ?? NotificationManager(configuration: configuration, scheduler: clock),
      scheduler: clock,
      recorder: recorder
    )
    playLog.receiveStep = { [weak self] in self?.allOutputs += $0 }
  }

  /// Prepares a replay of a file.
  ///
  /// - Throws: `TranscriptError` for a file that can't be read or is no transcript, also for a kind of record
  ///   that no script adds; `PluginError` or a description of what is wrong, for names of scripts that
  ///   aren't allowed.
  public convenience init(contentsOf url: URL, with scripts: [any FeatureScript]) throws {
    let transcript = try Transcript(contentsOf: url, vocabulary: Replay.records(of: scripts))
    try self.init(of: transcript, with: scripts)
  }

  /// Runs features in real time.
  package convenience init(
    live scripts: [any FeatureScript],
    scheduler: any Scheduler,
    recorder: TranscriptRecorder?
  ) throws {
    try self.init(
      scripts,
      of: Transcript(),
      on: NotificationManager(scheduler: scheduler),
      scheduler: scheduler,
      recorder: recorder
    )
  }

  /// Cancels work that would otherwise wait for ever, and retain what it uses.
  isolated deinit {
    (scheduler as? ManualScheduler)?.work.cancelAll()
  }
}

// MARK: - Playing

extension Replay {
  /// The clock of the replay.
  public var scheduler: any Scheduler { playLog.scheduler }

  /// The time since the start.
  public var time: Duration { time(of: scheduler.now) }

  /// An instant as the time since the start.
  public func time(of instant: ContinuousClock.Instant) -> Duration { instant - playLog.start }

  /// Random numbers that are the same in every replay, for a feature's delays.
  public var generator: any RandomNumberGenerator { SequenceGenerator() }

  /// Plays on.
  ///
  /// - Parameter limit: The time since the start up to which to play, included. Without one, the end.
  public func run(until limit: Duration? = nil) async {
    guard let clock = scheduler as? ManualScheduler else { return }
    let end = records.last?.time ?? .zero
    while nextRecord < records.count, records[nextRecord].time <= limit ?? end {
      let record = records[nextRecord]
      nextRecord += 1
      await runTimers(of: clock) { $0 < playLog.start + record.time }
      guard cutTime == nil else { return }
      clock.advance(upTo: playLog.start + record.time)
      willApply?(record)
      apply(record.input)
      await clock.settle()
      playLog.endStep()
    }
    let goal = playLog.start + min(limit ?? end, end)
    guard goal >= clock.now else { return }
    await runTimers(of: clock) { $0 <= goal }
    guard cutTime == nil else { return }
    clock.advance(to: goal)
  }

  /// The reason why the replay has ended early; `nil` if it hasn't.
  var cutProblem: String? {
    cutTime.map {
      "the replay ends at \($0.secondsText) s, since timers fire at \(Self.timerLimit) instants without a record"
    }
  }

  private func runTimers(
    of clock: ManualScheduler,
    where isDue: (ContinuousClock.Instant) -> Bool
  ) async {
    var count = 0
    while cutTime == nil, let deadline = clock.nextDeadline, isDue(deadline) {
      count += 1
      if count == Self.timerLimit { cutTime = time(of: deadline) }
      repeat {
        clock.advance(to: deadline)
        await clock.settle()
      } while clock.nextDeadline.map { $0 <= clock.now } ?? false
      playLog.endStep()
    }
  }
}

extension Transcript {
  /// The records up to the one that ends the replay, which is added if the file has none.
  var recordsToPlay: [TranscriptRecord] {
    let played = records.prefix { !$0.input.isEnd }
    let last = records.dropFirst(played.count).first ?? played.last
    return played + [TranscriptRecord(time: last?.time ?? .zero, input: .end)]
  }
}

// MARK: - Results

extension Replay {
  /// The events so far, without those that only say why nothing was done.
  package var outputs: [Output] { allOutputs.filter { !$0.event.isSkip } }

  /// Calls back with each event instead of collecting them.
  package func onOutput(_ receive: @escaping (Output) -> Void) {
    playLog.receiveOutput = { if !$0.event.isSkip { receive($0) } }
  }

  /// The events of a kind, in order.
  ///
  /// ```swift
  /// #expect(replay.events(of: OrderEvent.self).count == 3)
  /// ```
  ///
  /// - Parameter kind: The type of a feature's events.
  public func events<Event: FeatureEvent>(of kind: Event.Type = Event.self) -> [Event] {
    outputs.compactMap { $0.event as? Event }
  }

  /// The events of a kind that say why the feature did nothing, in order.
  ///
  /// - Parameter kind: The type of a feature's events.
  public func skips<Event: FeatureEvent>(of kind: Event.Type = Event.self) -> [Event] {
    allOutputs.compactMap { $0.event as? Event }.filter(\.isSkip)
  }

  /// The facts about the app and its features now, such as `count: 3`.
  public var facts: [String] { allFacts.joined().map(\.text) }

  func plugin(named name: String) -> (any PushPlugin)? { host[name] }
}

// MARK: - Features

extension Replay {
  /// Adds an event of a feature to the output, to which the log of a `LoggingPlugin` is added anyway.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - script: The script of the feature.
  public func record(_ event: some FeatureEvent, of script: any FeatureScript) {
    playLog.record(event, of: source(of: script))
  }

  func source(of script: any FeatureScript) -> Source {
    Source(name: script.name, rank: (scripts.firstIndex { $0 === script } ?? 0) + 1)
  }

  private func listen<Plugin: LoggingPlugin>(to plugin: Plugin, of script: any FeatureScript) {
    let (log, source) = (plugin.log, source(of: script))
    plugin.log = { [playLog] event in
      log?(event)
      playLog.record(event, of: source)
    }
  }

  private static func check(_ name: String) throws {
    let ownNames = ["app", "hub"] + Lane.own.map(\.id)
    guard !name.allSatisfy(\.isWhitespace), !name.contains(","), !ownNames.contains(name) else {
      throw ScriptError(
        description: """
          A feature can't be named \"\(name)\". Give its script a name that is not blank, has no \
          comma, and is none of the replay's own: \(ownNames.joined(separator: ", ")).
          """
      )
    }
  }
}

/// The reason why features can't be played.
struct ScriptError: Error, CustomStringConvertible {
  let description: String
}
