/// The countdowns where a recording has got to.
struct RecordedCountdowns {
  private typealias Change = TranscriptInput.CountdownChange

  private struct Model {
    /// In the order of registration.
    let number: Int

    /// When it ends, in time that stands still while the countdowns do.
    let end: Duration

    /// Whether it had no time left from the start.
    let isStillborn: Bool

    /// Whether its end was told before a time; what ends at that very time is told after it.
    func hasEnded(before time: Duration) -> Bool { isStillborn || end < time }
  }

  private var background = TranscriptInput.CountdownChange.BackgroundPolicy.continues
  private var isRunning = true
  private var isForeground = false
  private var models: [String: Model] = [:]
  private var shown: [String: Int] = [:]
  private var lastNumber = 0

  /// The time that has passed while the countdowns ran, up to an instant.
  private var elapsed = Duration.zero
  private var instant: ContinuousClock.Instant?

  /// The time at which the recording began.
  private var beginning = Duration.zero
}

extension RecordedCountdowns {
  private func time(at now: ContinuousClock.Instant) -> Duration {
    let isGoing = isRunning && (isForeground || background == .continues)
    guard let instant, isGoing else { return elapsed }
    return elapsed + (now - instant)
  }

  private mutating func goOn(to now: ContinuousClock.Instant) {
    elapsed = time(at: now)
    instant = now
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func setForeground(_ isForeground: Bool, at now: ContinuousClock.Instant) {
    goOn(to: now)
    self.isForeground = isForeground
  }

  mutating func apply(
    _ change: TranscriptInput.CountdownChange,
    at now: ContinuousClock.Instant
  ) {
    goOn(to: now)
    background = change.background ?? background
    isRunning = change.isRunning ?? isRunning
    for id in change.removed {
      models[id] = nil
    }
    for model in change.added where models[model.id] == nil {
      models[model.id] = Model(
        number: nextNumber(),
        end: elapsed + model.duration,
        isStillborn: model.duration <= .zero
      )
    }
    for id in change.hidden {
      shown[id] = nil
    }
    for id in change.shown where shown[id] == nil {
      shown[id] = nextNumber()
    }
  }

  /// The change that brings new countdowns here, if there is anything to change.
  ///
  /// A model that has ended is not registered: its end would be told a second time.
  func inputs(at now: ContinuousClock.Instant) -> [TranscriptInput] {
    let time = time(at: now)
    var change = Change()
    change.background = background == .continues ? nil : background
    change.isRunning = isRunning ? nil : false
    change.added =
      models
      .filter { !$0.value.hasEnded(before: time) }
      .sorted { $0.value.number < $1.value.number }
      .map { Change.Model(id: $0.key, duration: $0.value.end - time) }
    change.shown = shown.sorted { $0.value < $1.value }.map(\.key)
    return change == Change() ? [] : [.countdown(change)]
  }

  mutating func noteBeginning(at now: ContinuousClock.Instant) {
    beginning = time(at: now)
  }

  /// A change without those models that it does not register, since they are there, although this
  /// recording does not tell of them: they had ended before it began.
  func whatIsNew(of change: TranscriptInput.CountdownChange) -> TranscriptInput.CountdownChange {
    var new = change
    new.added.removeAll { model in
      guard let known = models[model.id], !change.removed.contains(model.id) else { return false }
      return known.hasEnded(before: beginning)
    }
    return new
  }
}
