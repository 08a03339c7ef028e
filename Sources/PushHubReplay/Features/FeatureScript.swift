public import PushHub
public import PushHubRecorder

/// A feature as a transcript plays it: the feature itself, with its outside world, such as its server
/// and its user's touches, played as the transcript tells.
///
/// It also says what the feature does, what is true of it, and how that looks on a timeline, in typed
/// values. From these, and from nothing else, the lines of a play, an explanation and a report are
/// made; see `FeatureEvent`, ``TimelineEvent`` and ``FeatureFact``. What is not said here has defaults that suit a
/// feature that does little: a script with a ``name``, a ``plugin(on:)`` and nothing more plays.
///
/// A script plays once: make new ones for another play. One for recordings that may not have to do with
/// its feature is given as ``IfRecorded``.
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

  /// What is true of the feature now, in the order in which people want to know it; by default what a
  /// `LoggingPlugin` says.
  func facts(on stage: Stage) -> [any FeatureFact]

  /// What a record of the feature's own kinds looks like.
  func appearance(of record: any FeatureRecord) -> RecordAppearance

  /// What a record of any kind means on the timeline, which becomes a mark there.
  ///
  /// Called before it happens.
  func traces(of input: TranscriptInput) -> [Trace]

  /// What a record of the feature's own kinds came of, such as the question that a server answers: the
  /// latest mark of the first of these topics that has one.
  func origins(of record: any FeatureRecord) -> [Topic]

  /// Why nothing came of a record of the feature's own kinds, if nothing did.
  ///
  /// Why nothing came of anything else, such as a push, the feature says itself; see
  /// `FeatureEvent.isReasonForNothing`.
  var reasonForNothing: String? { get }

  /// Why nothing has led to what is true of the feature.
  ///
  /// - Parameter signedOut: Words that say since when nobody is signed in, if that is so.
  func reasonForNoHistory(signedOut: String?) -> String
}

extension FeatureScript {
  /// The name.
  public var title: String { name }

  /// Nothing.
  public var vocabulary: [any FeatureRecord.Type] { [] }

  /// Does nothing.
  public func apply(_ record: any FeatureRecord) {}

  /// What the feature says.
  public func facts(on stage: Stage) -> [any FeatureFact] { stage.facts() }

  /// The key and nothing more.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    RecordAppearance(words: type(of: record).key)
  }

  /// None.
  public func traces(of input: TranscriptInput) -> [Trace] { [] }

  /// Nothing.
  public func origins(of record: any FeatureRecord) -> [Topic] { [] }

  /// Not known.
  public var reasonForNothing: String? { nil }

  /// That no record is about the feature.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "nothing has happened to it so far."
  }

  /// Whether a record is of one of the feature's own kinds.
  public func owns(_ input: TranscriptInput) -> Bool {
    guard let record = input.featureRecord else { return false }
    let kind = ObjectIdentifier(type(of: record))
    return vocabulary.contains { ObjectIdentifier($0) == kind }
  }
}

/// Where a feature is played: what time it is, what the transcript is about, and who listens.
@MainActor
public final class Stage {
  /// What is played.
  public let transcript: Transcript

  /// The clock of the play.
  public let scheduler: any Scheduler

  private let lifecycleSubject: any LifecycleSubject
  private let speaker: Speaker
  private let journal: Journal

  /// What a feature that was listened to says of itself.
  private(set) var facts: () -> [any FeatureFact] = { [] }

  init(
    transcript: Transcript,
    scheduler: any Scheduler,
    lifecycle: any LifecycleSubject,
    speaker: Speaker,
    journal: Journal
  ) {
    self.transcript = transcript
    self.scheduler = scheduler
    self.speaker = speaker
    self.journal = journal
    lifecycleSubject = lifecycle
  }

  /// What is true of the app.
  public var lifecycle: LifecycleState { lifecycleSubject.state }

  /// The time since the start of the play.
  public var time: Duration { time(of: scheduler.now) }

  /// An instant as the time since the start of the play.
  public func time(of instant: ContinuousClock.Instant) -> Duration { instant - journal.start }

  func listen<Plugin: LoggingPlugin>(to plugin: Plugin) {
    let log = plugin.log
    plugin.log = { [self] event in
      log?(event)
      tell(event)
    }
    facts = { [weak plugin] in
      (plugin?.facts ?? []).map { name, value in
        let text = if case .string(let text) = value { text } else { value.jsonText }
        return PlainFact(
          name,
          value,
          words: "\(name): \(text)\(.since)",
          toldBy: { $0 is Plugin.Event }
        )
      }
    }
  }

  /// Tells what the feature does, when it does it.
  public func tell(_ event: some FeatureEvent) {
    journal.note(event, by: speaker)
  }

  /// Tells what the feature does without a word that is printed.
  public func trace(_ traces: Trace...) {
    journal.note(traces, by: speaker)
  }
}
