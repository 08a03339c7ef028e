public import PushHub
public import PushHubRecorder

/// The outside world of any `PushFeature`, as its kernel has recorded it.
///
/// ```swift
/// let script = KernelScript { _ in Parcels(server: NoServer()) }
/// let replay = try Replay(contentsOf: recording, with: [script])
/// ```
///
/// Actions, answers and failures come from the recording, and so do the random delays. The server of the
/// feature is not asked, and what its own code sends is ignored.
@MainActor
open class KernelScript<Feature: PushFeature>: FeatureScript {
  /// The name of the feature.
  public let name: String

  /// The title of the feature's lane.
  public let title: String

  /// The feature in the present replay.
  public private(set) weak var feature: Feature?

  /// The replay that has created the feature.
  public private(set) weak var replay: Replay?

  private let onlyIfRecorded: Bool
  private let create: (Replay) -> Feature
  private let mark: (Feature.Core.Event) -> TimelineMark

  /// The answers of this instant whose requests begin later in it.
  private var early: [(record: any FeatureRecord, time: Duration)] = []

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - name: The name of the feature; by default that of its core.
  ///   - title: The title of the feature's lane; by default its name.
  ///   - onlyIfRecorded: Whether the feature takes part only if a transcript has records of it.
  ///   - create: Creates the feature. Don't retain the replay.
  ///   - mark: Returns the appearance of an event on the timeline; by default a dot.
  public init(
    named name: String = Feature.Core.name,
    title: String? = nil,
    onlyIfRecorded: Bool = false,
    _ create: @escaping (Replay) -> Feature,
    mark: @escaping (Feature.Core.Event) -> TimelineMark = { _ in TimelineMark() }
  ) {
    self.name = name
    self.title = title ?? name
    self.onlyIfRecorded = onlyIfRecorded
    self.create = create
    self.mark = mark
  }

  /// Whether the feature takes part in the replay of a transcript.
  public func takesPart(in transcript: Transcript) -> Bool {
    !onlyIfRecorded || hasRecords(in: transcript)
  }

  /// The records of the feature's kernel.
  open var vocabulary: [any FeatureRecord.Type] { [KernelRecord<Feature.Core>.self] }

  /// Creates the feature, with the random delays of the recording.
  open func plugin(in replay: Replay) -> any PushPlugin {
    let feature = create(replay)
    feature.runtime.isReplaying = true
    let records = replay.transcript.records.lazy.compactMap { [self] in
      replay.owner(of: $0.input) === self
        ? $0.input.featureRecord as? KernelRecord<Feature.Core> : nil
    }
    let seed = records.first { if case .seed = $0.content { true } else { false } }
    if let seed { feature.runtime.replay(seed) }
    feature.runtime.logAll = { [weak self] event in
      if case .asked? = event as? KernelEvent { self?.answerEarly() }
    }
    (self.feature, self.replay) = (feature, replay)
    return feature
  }

  /// Lets the feature's kernel handle the record.
  open func apply(_ record: any FeatureRecord) {
    guard let feature, let replay else { return }
    reportUnasked(at: replay.time)
    if !feature.runtime.replay(record) { early.append((record, replay.time)) }
  }

  /// A request may begin at the same instant as its answer comes, and records come before timers.
  private func answerEarly() {
    guard let feature, let replay else { return }
    reportUnasked(at: replay.time)
    let index = early.firstIndex { feature.runtime.replay($0.record) }
    if let index { early.remove(at: index) }
  }

  private func reportUnasked(at time: Duration) {
    let unasked = early.prefix { $0.time < time }.count
    early.removeFirst(unasked)
    for _ in 0..<unasked { replay?.record(KernelReplayEvent.notAsked, of: self) }
  }

  /// The appearance of an event of the core; a problem, for an answer without a request.
  public func mark(of event: any FeatureEvent) -> TimelineMark {
    (event as? Feature.Core.Event).map(mark) ?? TimelineMark("?", isProblem: true)
  }
}

private enum KernelReplayEvent: FeatureEvent {
  case notAsked

  var message: String { "an answer was recorded to which no request belongs" }
}
