public import PushHub
public import PushHubRecorder

/// The outside world of any `PushFeature`, as its kernel has recorded it.
///
/// ```swift
/// let script = KernelScript { _ in Parcels(server: NoServer()) }
/// let replay = try Replay(contentsOf: recording, with: [script])
/// ```
///
/// Actions, answers and failures come from the recording, and so do the random delays; in a transcript that is written
/// by hand, those are the same in every replay. The server of the feature is not asked, and what its own code sends is
/// ignored.
@MainActor
open class KernelScript<Feature: PushFeature>: FeatureScript {
  /// An input of the feature's kernel.
  public typealias Record = KernelRecord<Feature.Core>

  /// The name of the feature.
  public let name: String

  /// The title of the feature's lane.
  public let title: String

  /// The feature in the present replay.
  public private(set) weak var feature: Feature?

  /// The replay that has created the feature.
  public private(set) weak var replay: Replay?

  private let onlyIfRecorded: Bool
  private let asksServer: Bool
  private let acceptance: Feature.Core.Answer?
  private let create: (Replay) -> Feature
  private let mark: (Feature.Core.Event) -> TimelineMark

  /// The server's answer to each request that begins, and the time that it takes; `nil` for none.
  public var standing: (result: Result<Feature.Core.Answer, SourceFailure>, latency: Duration)?

  /// The answers of this instant whose requests begin later in it.
  private var early: [(record: any FeatureRecord, time: Duration)] = []

  /// The time of the latest event of the core.
  private var logTime: Duration?

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - name: The name of the feature; by default that of its core.
  ///   - title: The title of the feature's lane; by default its name.
  ///   - onlyIfRecorded: Whether the feature takes part only if a transcript has records of it.
  ///   - asksServer: Whether the feature's server is asked, as for a screen that the script creates, and what the
  ///     feature's own code sends counts; by default they are recorded.
  ///   - acceptance: The answer of the server to requests that have not failed, in a transcript with a
  ///     ``StandingAnswer``.
  ///   - create: Creates the feature. Don't retain the replay.
  ///   - mark: Returns the appearance of an event on the timeline; by default a dot.
  public init(
    named name: String = Feature.Core.name,
    title: String? = nil,
    onlyIfRecorded: Bool = false,
    asksServer: Bool = false,
    acceptance: Feature.Core.Answer? = nil,
    _ create: @escaping (Replay) -> Feature,
    mark: @escaping (Feature.Core.Event) -> TimelineMark = { _ in TimelineMark() }
  ) {
    self.name = name
    self.title = title ?? name
    self.onlyIfRecorded = onlyIfRecorded
    self.asksServer = asksServer
    self.acceptance = acceptance
    self.create = create
    self.mark = mark
  }

  /// Whether the feature takes part in the replay of a transcript.
  public func takesPart(in transcript: Transcript) -> Bool {
    !onlyIfRecorded || hasRecords(in: transcript)
  }

  /// The records of the feature's kernel, the actions that are records of their own, and the standing answers of
  /// the server.
  ///
  /// Actions under the key of the kernel's records take their place.
  open var vocabulary: [any FeatureRecord.Type] {
    let action = Feature.Core.Action.self as? any FeatureRecord.Type
    return (action?.key == Record.key ? [] : [Record.self]) + [action].compactMap(\.self)
      + (acceptance == nil ? [] : [StandingAnswer<Feature.Core>.self])
  }

  /// Creates the feature, with the random delays of the recording.
  open func plugin(in replay: Replay) -> any PushPlugin {
    let feature = create(replay)
    feature.runtime.isReplaying = !asksServer
    let records = replay.transcript.records.lazy.compactMap { [self] in
      replay.owner(of: $0.input) === self
        ? $0.input.featureRecord as? Record : nil
    }
    let seed = records.first { if case .seed = $0.content { true } else { false } }
    feature.runtime.replay(seed ?? Record(.seed(0x5EED)))
    feature.runtime.hasRecordedAnswers = seed != nil
    feature.runtime.logAll = { [weak self] in self?.receive($0) }
    (self.feature, self.replay) = (feature, replay)
    return feature
  }

  /// Lets the feature's kernel handle the record, or the action.
  open func apply(_ record: any FeatureRecord) {
    guard let feature, let replay else { return }
    if let answer = record as? StandingAnswer<Feature.Core>, let acceptance {
      let result = answer.failure.map(Result.failure) ?? .success(acceptance)
      standing = (result, answer.latency ?? .zero)
      return
    }
    let action = (record as? Feature.Core.Action).map { Record(.action($0)) }
    let record = action ?? record
    reportUnasked()
    if !feature.runtime.replay(record) { early.append((record, replay.time)) }
  }

  /// Called with each event of the core and of its kernel, after it is logged.
  ///
  /// A failure of which the core itself logs nothing is an event of the play.
  open func receive(_ event: any FeatureEvent) {
    guard let event = event as? KernelEvent else {
      logTime = replay?.time
      return
    }
    guard case .asked = event else {
      if Feature.Core.event(for: event) == nil, logTime != replay?.time {
        replay?.record(event, of: self)
      }
      return
    }
    reportUnasked()
    // A request may begin at the same instant as its answer comes, and records come before timers.
    // What the request reports may have come, too; another answer is for the next request.
    while let index = early.firstIndex(where: { feature?.runtime.replay($0.record) == true }) {
      guard case .progress? = (early.remove(at: index).record as? Record)?.content else { break }
    }
    if let standing { answerRequests(with: standing.result, after: standing.latency) }
  }

  /// The facts about the feature; by default its own.
  open func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    feature?.facts ?? []
  }

  /// Answers the requests under way.
  ///
  /// - Parameters:
  ///   - result: The answer, or the reason why there is none.
  ///   - latency: The time that the server takes; without one, the answer comes at once.
  public func answerRequests(
    with result: Result<Feature.Core.Answer, SourceFailure>,
    after latency: Duration? = nil
  ) {
    let content: Record.Content =
      switch result {
      case .success(let answer): .answer(answer)
      case .failure(let failure): .failure(failure)
      }
    for (account, request) in feature?.runtime.kernel.requests ?? [:] {
      let respond = { @MainActor [weak self] in
        guard let self, feature?.runtime.kernel.requests[account] == request else { return }
        apply(Record(content, for: account))
      }
      if let latency {
        replay?.scheduler.schedule(after: latency, respond)
      } else {
        respond()
      }
    }
  }

  private func reportUnasked() {
    while let replay, let first = early.first, first.time < replay.time {
      early.removeFirst()
      replay.record(KernelReplayEvent.notAsked, of: self)
    }
  }

  /// The appearance of an event of the core; a problem, for a failure or an answer without a request.
  public func mark(of event: any FeatureEvent) -> TimelineMark {
    (event as? Feature.Core.Event).map(mark) ?? TimelineMark("?", isProblem: true)
  }
}

/// The answer of a feature's server to each request from now on, in a transcript that is written by hand.
///
///     {"t":0,"registrationServer":{"latency":0.2}}
///     {"t":60,"registrationServer":{"failure":{"error":"503","retryAfter":30}}}
public struct StandingAnswer<Core: FeatureCore>: FeatureRecord {
  /// The name of the core, and `Server`.
  public static var key: String { "\(Core.name)Server" }

  /// The failure of the requests; without one they are accepted.
  var failure: SourceFailure?

  /// The time that the server takes; by default none.
  var latency: Duration?
}

private enum KernelReplayEvent: FeatureEvent {
  case notAsked

  var message: String { "an answer was recorded to which no request belongs" }
}
