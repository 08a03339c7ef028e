public import PushHub

/// Changes to a list of countdowns, applied in the order of the properties.
///
///     {"t":1,"countdown":{"add":[{"id":"offer","seconds":90}],"show":["offer"]}}
public struct CountdownChange: FeatureRecord {
  /// The models that run, the cells that are shown, and how, are restated.
  public typealias Recap = CountdownRecap

  /// The key in a transcript.
  public static let key = "countdown"

  /// A model that counts down.
  public struct Model: Hashable, Sendable {
    /// Its name.
    public var id: String

    /// How long it counts.
    public var duration: Duration

    /// Makes a model.
    public init(id: String, duration: Duration) {
      self.id = id
      self.duration = duration
    }
  }

  /// What happens in the background from now on.
  public var background: CountdownHandler.BackgroundPolicy?

  /// Whether the countdowns run from now on.
  public var isRunning: Bool?

  /// Models that are removed.
  public var removed: [String] = []

  /// Models that are registered.
  public var added: [Model] = []

  /// Cells that are no longer shown.
  public var hidden: [String] = []

  /// Cells that are shown.
  public var shown: [String] = []

  /// Changes nothing.
  public init() {}
}

extension CountdownChange {
  /// Reads the object; each of its keys may be missing.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let fields = try fields.fields(
      Self.key,
      allowing: ["add", "remove", "show", "hide", "running", "background"]
    )
    if fields.has("background") {
      background = try fields.word("background", among: [.continues, .pauses])
    }
    isRunning = try fields.optionalBool("running")
    removed = try fields.optionalTexts("remove") ?? []
    hidden = try fields.optionalTexts("hide") ?? []
    shown = try fields.optionalTexts("show") ?? []
    if fields.has("add") {
      for item in try fields.list("add", allowing: ["id", "seconds"]) {
        let duration = try item.signedSeconds("seconds")
        added.append(Model(id: try item.text("id"), duration: duration))
      }
    }
  }

  /// What changes.
  public var fields: [TranscriptField] {
    var members: [String: JSONValue] = [:]
    members["background"] = background.map { .string($0.rawValue) }
    members["running"] = isRunning.map { .bool($0) }
    members["remove"] = list(removed) { .string($0) }
    members["add"] = list(added) {
      ["id": .string($0.id), "seconds": .number($0.duration.secondsNumber)]
    }
    members["hide"] = list(hidden) { .string($0) }
    members["show"] = list(shown) { .string($0) }
    return [TranscriptField(Self.key, .object(members))]
  }

  private func list<Element>(
    _ elements: [Element],
    _ json: (Element) -> JSONValue
  ) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements.map(json))
  }

  /// The change with other names.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    var change = self
    change.removed = removed.map(redactor.hash)
    change.added = added.map { Model(id: redactor.hash($0.id), duration: $0.duration) }
    change.hidden = hidden.map(redactor.hash)
    change.shown = shown.map(redactor.hash)
    return change
  }
}

extension TranscriptInput {
  /// What happens to the list of countdowns.
  public static func countdown(_ change: CountdownChange) -> Self { .feature(change) }
}

extension TranscriptVocabulary {
  /// What the countdown handler brings to transcripts.
  public static let countdown = TranscriptVocabulary(kinds: [CountdownChange.self])
}

// MARK: - Beginning anew

/// The countdowns where a recording has got to.
public struct CountdownRecap: RecordRecap {
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

  private var background = CountdownHandler.BackgroundPolicy.continues
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

  /// Begins with nothing recorded.
  public init(header: TranscriptHeader) {}
}

extension CountdownRecap {
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

  /// Follows whether the app is in the foreground.
  public mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    goOn(to: now)
    isForeground = lifecycle.isForeground
  }

  /// Takes a change.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {
    if let change = record as? CountdownChange {
      apply(change, at: now)
    }
  }

  private mutating func apply(
    _ change: CountdownChange,
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
  public func recordsBeforeLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] {
    let time = time(at: now)
    var change = CountdownChange()
    change.background = background == .continues ? nil : background
    change.isRunning = isRunning ? nil : false
    change.added =
      models
      .filter { !$0.value.hasEnded(before: time) }
      .sorted { $0.value.number < $1.value.number }
      .map { CountdownChange.Model(id: $0.key, duration: $0.value.end - time) }
    change.shown = shown.sorted { $0.value < $1.value }.map(\.key)
    return change == CountdownChange() ? [] : [change]
  }

  /// Notes where the recording begins.
  public mutating func noteBeginning(at now: ContinuousClock.Instant) {
    beginning = time(at: now)
  }

  /// A change without those models that it does not register, since they are there, although this
  /// recording does not tell of them: they had ended before it began.
  public func whatIsNew(of record: any FeatureRecord) -> any FeatureRecord {
    guard let change = record as? CountdownChange else { return record }
    var new = change
    new.added.removeAll { model in
      guard let known = models[model.id], !change.removed.contains(model.id) else { return false }
      return known.hasEnded(before: beginning)
    }
    return new
  }
}
