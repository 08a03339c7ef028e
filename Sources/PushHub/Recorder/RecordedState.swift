/// What is true where a recording has got to, so that another one can begin there.
///
/// It follows what was recorded and not the subjects, which may be further on: what they tell next is
/// then in the new recording once, as an event. Of the features it has in mind what
/// whoever plays the recording would.
struct RecordedState {
  /// Of an app of one scene, at the event recorded last.
  private(set) var lifecycle = LifecycleState()

  private let header: TranscriptHeader
  private var token: DeviceToken?

  /// What the features' records have told, in the order in which the first of them came.
  private var recaps: [any RecordRecap] = []

  init(token: DeviceToken? = nil, header: TranscriptHeader) {
    self.token = token
    self.header = header
  }
}

extension RecordedState {
  /// Takes what was recorded; what the app's life is like comes with ``follow(_:at:)``.
  mutating func apply(_ input: TranscriptInput, at now: ContinuousClock.Instant) {
    switch input {
    case .token(let newToken): token = newToken
    case .feature(let feature): take(feature.record, at: now)
    default: break
    }
  }

  private mutating func take(_ record: some FeatureRecord, at now: ContinuousClock.Instant) {
    if let index = index(ofRecapOf: record) {
      recaps[index].take(record, at: now)
    } else {
      var recap = type(of: record).Recap.init(header: header)
      recap.follow(lifecycle, at: now)
      recap.noteBeginning(at: now)
      recap.take(record, at: now)
      recaps.append(recap)
    }
  }

  private func index<Record: FeatureRecord>(ofRecapOf record: Record) -> Int? {
    recaps.firstIndex { $0 is Record.Recap }
  }

  /// Takes what is true of the app's life.
  mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    self.lifecycle = lifecycle
    for index in recaps.indices {
      recaps[index].follow(lifecycle, at: now)
    }
  }

  /// What must happen to an app that was just started to bring it here.
  ///
  /// What servers answer comes before the account and the pages, which make features ask.
  func inputs(at now: ContinuousClock.Instant) -> [TranscriptInput] {
    var inputs = token.map { [TranscriptInput.token($0)] } ?? []
    inputs += recaps.flatMap { $0.recordsBeforeLifecycle(at: now) }.map(TranscriptInput.feature)
    inputs += lifecycle.inputs
    inputs += recaps.flatMap { $0.recordsAfterLifecycle(at: now) }.map(TranscriptInput.feature)
    return inputs
  }

  /// Notes that a recording has begun with the inputs.
  mutating func noteBeginning(at now: ContinuousClock.Instant) {
    for index in recaps.indices {
      recaps[index].noteBeginning(at: now)
    }
  }

  /// What must be told now that was true before the recording began, since it is of account now.
  mutating func takeUntold() -> [TranscriptInput] {
    recaps.indices.flatMap { recaps[$0].takeUntold() }.map { .feature($0) }
  }

  /// An input without what this recording does not know to be nothing new.
  func whatIsNew(of input: TranscriptInput) -> TranscriptInput {
    guard let record = input.featureRecord, let index = index(ofRecapOf: record) else {
      return input
    }
    return .feature(recaps[index].whatIsNew(of: record))
  }
}
