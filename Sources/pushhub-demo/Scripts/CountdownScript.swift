public import PushHub
public import PushHubObservers
public import PushHubRecorder
public import PushHubReplay

/// The countdown handler, with a list whose cells are shown and hidden as the transcript says.
@MainActor
public final class CountdownScript: FeatureScript {
  /// A cell that says nothing itself: the handler's log tells in which order cells are told.
  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  /// The name.
  public let name = "countdown"
  /// The title of the lane.
  public let title = "Countdowns"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [CountdownChange.self]

  /// The handler, once it is played.
  public private(set) var handler: CountdownHandler?

  private var cells: [CountdownID: Cell] = [:]

  /// Makes a script.
  public init() {}

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let handler = CountdownHandler(scheduler: stage.scheduler)
    self.handler = handler
    return handler
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    guard let change = record as? CountdownChange, let handler else { return }
    if let background = change.background {
      handler.backgroundPolicy = background
    }
    if let isRunning = change.isRunning {
      isRunning ? handler.start() : handler.stop()
    }
    for id in change.removed {
      handler.remove(CountdownID(rawValue: id))
    }
    handler.add(
      contentsOf: change.added.map { model in
        CountdownItem(id: CountdownID(rawValue: model.id), total: model.duration)
      }
    )
    for id in change.hidden {
      hide(CountdownID(rawValue: id))
    }
    for id in change.shown {
      show(CountdownID(rawValue: id))
    }
  }

  private func hide(_ id: CountdownID) {
    if let cell = cells.removeValue(forKey: id) {
      handler?.unbind(cell)
    }
  }

  /// Shows a cell, unless it is shown; one that had to go for others can be shown again.
  private func show(_ id: CountdownID) {
    if let cell = cells[id], handler?.id(of: cell) == id { return }
    let cell = Cell()
    cells[id] = cell
    handler?.bind(cell, to: id)
  }
}

// MARK: - What it does

extension CountdownEvent: TimelineEvent {
  private enum Mark: Hashable {
    case added(String)
    case shown(String)
    case ticks(CountdownID)
  }

  fileprivate static func added(_ id: String) -> Topic { Topic(Mark.added(id)) }
  fileprivate static func shown(_ id: String) -> Topic { Topic(Mark.shown(id)) }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .tick(let id, _): MarkLook("◔", label: id.rawValue)
    case .expired: MarkLook("■")
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .tick(let id, _): [Self.shown(id.rawValue), Self.added(id.rawValue)]
    case .expired(let id): [Self.added(id.rawValue)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .tick: []
    case .expired(let id): [.endsBar(Self.added(id.rawValue))]
    }
  }

  /// Ticks of one countdown that follow each other are one mark.
  public var run: Topic? {
    if case .tick(let id, _) = self { Topic(Mark.ticks(id)) } else { nil }
  }

  /// How often another time was shown, and from which to which.
  public func words(forRunOf count: Int, to last: Self) -> String {
    guard case .tick(let id, let remaining) = self, case .tick(_, let end) = last else {
      return words
    }
    let (first, last) = (remaining.words, end.words)
    let times = first == last ? "with \(first)" : "from \(first) to \(last)"
    return "\(id.rawValue): shown \(count) times, \(times) left"
  }
}

// MARK: - What is true

/// What is true of the countdowns.
enum CountdownFact: FeatureFact {
  case pace(isRunning: Bool, isStandingStill: Bool, CountdownHandler.BackgroundPolicy)
  case models(count: Int, nextEnd: Duration?)
  case cell(CountdownID, Cell)

  /// What a cell that is shown shows.
  enum Cell: Hashable {
    /// No model of that name is registered.
    case waiting
    case counting(end: Duration)
    case still(remaining: Duration)
    case ended
  }

  var name: String {
    switch self {
    case .pace: "pace"
    case .models: "models"
    case .cell(let id, _): "cell \(id.rawValue)"
    }
  }

  var json: JSONValue {
    switch self {
    case .pace(let isRunning, let isStandingStill, let policy):
      [
        "running": .bool(isRunning),
        "standingStill": .bool(isStandingStill),
        "background": .string(policy.rawValue),
      ]
    case .models(let count, let end):
      object([
        "count": .number(JSONNumber(count)), "nextEnd": end.map { .number($0.secondsNumber) },
      ])
    case .cell(_, .waiting): ["state": "waiting"]
    case .cell(_, .counting(let end)): ["state": "counting", "end": .number(end.secondsNumber)]
    case .cell(_, .still(let remaining)):
      ["state": "still", "remaining": .number(remaining.secondsNumber)]
    case .cell(_, .ended): ["state": "ended"]
    }
  }

  var words: FactWords {
    switch self {
    case .pace(isRunning: false, _, _): "the countdowns are stopped\(.since)"
    case .pace(_, isStandingStill: true, _): "the countdowns pause in the background\(.since)"
    case .pace(_, _, .pauses): "the countdowns run, and pause in the background"
    case .pace(_, _, .continues): "the countdowns run, also in the background"
    case .models(0, _): "no countdown"
    case .models(1, let end): "1 countdown\(Self.words(ofNextEnd: end))"
    case .models(let count, let end): "\(count) countdowns\(Self.words(ofNextEnd: end))"
    case .cell(let id, .waiting): "\(id.rawValue): shown, but there is no such countdown"
    case .cell(let id, .counting(let end)):
      "\(id.rawValue): \(.left(until: end)) left, ends \(end.clockText)"
    case .cell(let id, .still(let remaining)):
      "\(id.rawValue): \(remaining.words) left, standing still"
    case .cell(let id, .ended): "\(id.rawValue): over\(.since)"
    }
  }

  private static func words(ofNextEnd end: Duration?) -> FactWords {
    end.map { "; the next ends \(.ahead($0))" } ?? ""
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? CountdownEvent) {
    case (.cell(let id, .ended), .expired(let other)): id == other
    case (.models, .expired): true
    default: false
    }
  }

  var origins: [[Topic]] {
    switch self {
    case .cell(let id, .counting), .cell(let id, .still):
      [
        CountdownEvent.expired(id).origins, CountdownEvent.tick(id, remaining: .zero).origins,
      ]
    default: []
    }
  }
}

extension CountdownScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let handler else { return [] }
    let pace = CountdownFact.pace(
      isRunning: handler.isRunning,
      isStandingStill: handler.isStandingStill,
      handler.backgroundPolicy
    )
    let models = CountdownFact.models(
      count: handler.count,
      nextEnd: handler.nextEnd.map(stage.time(of:))
    )
    let cells = handler.targets.map {
      CountdownFact.cell($0.id, cell($0.id, of: handler, on: stage))
    }
    return [pace, models] + cells
  }

  private func cell(
    _ id: CountdownID,
    of handler: CountdownHandler,
    on stage: Stage
  ) -> CountdownFact.Cell {
    guard let state = handler.state(of: id) else { return .waiting }
    if state.isExpired { return .ended }
    return handler.isStandingStill
      ? .still(remaining: state.remaining) : .counting(end: stage.time + state.remaining)
  }
}

// MARK: - On the timeline

extension CountdownScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    RecordAppearance(
      words: "the app \((record as? CountdownChange)?.words ?? "")",
      look: MarkLook("◔")
    )
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    guard let change = input.record(as: CountdownChange.self) else { return [] }
    var traces = change.removed.map(CountdownEvent.added).flatMap { topic -> [Trace] in
      [.forgets(topic), .endsBar(topic)]
    }
    for model in change.added {
      let topic = CountdownEvent.added(model.id)
      traces += [.marksFirst(topic), .beginsBar(topic, label: model.id)]
    }
    traces += change.hidden.map { .forgets(CountdownEvent.shown($0)) }
    traces += change.shown.map { .marksFirst(CountdownEvent.shown($0)) }
    return traces
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "No cell that is shown shows another time because of it, and no countdown ends."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no countdown was added or shown so far."
  }
}

extension CountdownChange {
  fileprivate var words: String {
    let items = added.map { "\($0.id) of \($0.duration.words)" }
    let parts = [
      background.map { "lets countdowns \($0 == .pauses ? "pause" : "go on") in the background" },
      isRunning.map { "\($0 ? "starts" : "stops") the countdowns" },
      removed.isEmpty ? nil : "removes the \(Self.plural("countdown", removed))",
      added.isEmpty ? nil : "adds the \(Self.plural("countdown", items))",
      hidden.isEmpty ? nil : "hides the \(Self.plural("cell", hidden))",
      shown.isEmpty ? nil : "shows the \(Self.plural("cell", shown))",
    ]
    .compactMap { $0 }
    return parts.isEmpty ? "changes no countdown" : parts.joined(separator: "; ")
  }

  private static func plural(_ noun: String, _ names: [String]) -> String {
    "\(noun)\(names.count == 1 ? "" : "s") \(names.listed)"
  }
}
