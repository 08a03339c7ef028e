public import PushHub
public import PushHubRecorder

/// A feature as a transcript plays it: the feature itself, with its outside world, such as its server
/// and its user's touches, played as the transcript tells.
///
/// It also says what is true of the feature, and how that looks on a timeline, in typed values. From these
/// and from what the feature says it does, the lines of a play, an explanation and a report are made; see
/// `FeatureEvent`, ``TimelineEvent`` and ``FeatureFact``. What is not said here has defaults that suit a
/// feature that does little: a script with a ``name``, a ``plugin(on:)`` and nothing more plays.
///
/// A script plays once: make new ones for another play.
@MainActor
public protocol FeatureScript: AnyObject {
  /// What the feature is called: in what is printed, among options, and among the plugins.
  ///
  /// It must differ from those of the other features, have no comma, and be none of `app`, `hub`,
  /// `phase`, `pages`, `account` and `pushes`.
  var name: String { get }

  /// What the timeline calls the feature's lane; by default its name.
  var title: String { get }

  /// What the feature brings to transcripts; by default nothing.
  var vocabulary: [any FeatureRecord.Type] { get }

  /// Makes the feature; called once, before anything happens.
  ///
  /// It is one object: a feature of several parts is attached by one that has them. What a
  /// `LoggingPlugin` does is told without a word of the script, after the log that the script gave it.
  ///
  /// - Parameter stage: The time, the transcript, and where the script tells what happens besides.
  func plugin(on stage: Stage) -> any PushPlugin

  /// Lets happen what a record of the feature's own kinds tells.
  func apply(_ record: any FeatureRecord)

  /// Whether the feature takes part when a transcript is played; by default it does.
  ///
  /// One that not every recording has to do with may do so if there are records that it owns.
  func takesPart(in transcript: Transcript) -> Bool

  /// What is true of the feature now, in the order in which people want to know it; by default what a
  /// `LoggingPlugin` says.
  func facts(on stage: Stage) -> [FeatureFact]

  /// How a record of the feature's own kinds stands on the timeline, such as the answer of a server, which
  /// came of a question.
  func mark(of record: any FeatureRecord) -> TimelineMark

  /// What a record of any kind, which becomes a mark on the timeline, means to the feature.
  ///
  /// Called before it happens. By default a record of the feature's own kinds is the latest mark of the
  /// topic that is named as the feature.
  func traces(of input: TranscriptInput) -> [Trace]

  /// Why nothing came of a record of the feature's own kinds, if nothing did.
  ///
  /// Why nothing came of anything else, such as a push, the feature says itself; see
  /// `FeatureEvent.isSkip`.
  var reasonForNothing: String? { get }
}

extension FeatureScript {
  /// The name.
  public var title: String { name }

  /// Nothing.
  public var vocabulary: [any FeatureRecord.Type] { [] }

  /// Does nothing.
  public func apply(_ record: any FeatureRecord) {}

  /// It does.
  public func takesPart(in transcript: Transcript) -> Bool { true }

  /// What the feature says.
  public func facts(on stage: Stage) -> [FeatureFact] { stage.facts() }

  /// The key and nothing more.
  public func mark(of record: any FeatureRecord) -> TimelineMark {
    TimelineMark(message: type(of: record).key)
  }

  /// What a feature's own records are.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Topic(stringLiteral: name))] : []
  }

  /// Not known.
  public var reasonForNothing: String? { nil }

  /// Whether a record is of one of the feature's own kinds.
  public func owns(_ input: TranscriptInput) -> Bool {
    guard let record = input.featureRecord else { return false }
    return vocabulary.contains { $0 == type(of: record) }
  }
}

/// Where a feature is played: what time it is, what the transcript is about, and who listens.
@MainActor
public final class Stage {
  /// What is played.
  public let transcript: Transcript

  private let speaker: Speaker
  private let playLog: PlayLog

  /// What a feature that was listened to says of itself.
  private(set) var facts: () -> [FeatureFact] = { [] }

  init(for speaker: Speaker, of transcript: Transcript, in playLog: PlayLog) {
    self.speaker = speaker
    self.transcript = transcript
    self.playLog = playLog
  }

  /// The clock of the play.
  public var scheduler: any Scheduler { playLog.scheduler }

  /// The time since the start of the play.
  public var time: Duration { time(of: scheduler.now) }

  /// An instant as the time since the start of the play.
  public func time(of instant: ContinuousClock.Instant) -> Duration { instant - playLog.start }

  /// Random numbers that are the same in every play, for the feature's delays.
  public var generator: any RandomNumberGenerator { SequenceGenerator() }

  func listen<Plugin: LoggingPlugin>(to plugin: Plugin) {
    let log = plugin.log
    plugin.log = { [self] event in
      log?(event)
      record(event)
    }
    facts = { [weak plugin] in
      (plugin?.facts ?? []).map { name, value in
        let text = if case .string(let text) = value { text } else { value.jsonText }
        return FeatureFact(
          name,
          value,
          "\(name): \(text)\(.since)",
          toldBy: { _ in true }
        )
      }
    }
  }

  /// Records what the feature does, when it does it.
  ///
  /// An event that is a reason for nothing is not listed; it tells the timeline what it means.
  public func record(_ event: some FeatureEvent) {
    playLog.record(event, by: speaker)
  }
}
