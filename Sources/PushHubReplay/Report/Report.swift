import Foundation
import PushHub
import PushHubRecorder

/// Everything that happened in a replay, its causes and effects, and what was true meanwhile.
///
/// It grows with each step and can be read after any: by a page, an explanation or a comparison.
struct Report {
  /// The name of the transcript's file.
  let name: String

  /// The wall clock at time zero.
  let start: Date

  /// The time up to which was played, which ends what lasts.
  var end = Duration.zero {
    didSet {
      for lasting in lasting { marks[lasting.mark].until = end }
    }
  }

  /// The lanes of the timeline, from top to bottom; see ``Lane``.
  let lanes: [(id: String, title: String)]

  /// Everything that happened, in order, with references by place.
  var marks: [ReportMark] = []

  /// The facts that were true of the app and of each feature, with the times and the reasons.
  private(set) var facts: [FactHistory]

  private let scripts: [any FeatureScript]

  /// The latest mark of each name.
  private var latest: [MarkName: Int] = [:]

  /// The marks that last, with the names of those that end them.
  private var lasting: [(mark: Int, names: Set<MarkName>)] = []

  /// The latest mark of ticks, by lane and label.
  private var ticks: [MarkName: Int] = [:]

  /// The mark of the record that is being applied.
  private var record: Int?

  /// The mark of this step about which features may say why they do nothing.
  private var news: Int?

  /// Creates a report of a replay that has not begun.
  ///
  /// - Parameters:
  ///   - name: The name of the transcript's file.
  ///   - start: The wall clock at time zero.
  ///   - scripts: The features, each of which has a lane.
  ///   - facts: The facts about the app, then about each feature.
  @MainActor
  init(
    named name: String,
    start: Date,
    features scripts: [any FeatureScript],
    facts: [[Fact]] = []
  ) {
    self.name = printable(name)
    self.start = start
    self.scripts = scripts
    lanes = Lane.own + scripts.map { ($0.name, $0.title) }
    self.facts = zip(["app"] + scripts.map(\.name), facts).map(FactHistory.init)
  }
}

/// A name of a mark, by which others refer to it.
struct MarkName: Hashable {
  /// The feature's lane for its events; `nil` for records and the hub's events, which all can name.
  var lane: Int?
  let name: String
}

extension Replay {
  /// Plays, and reports what happens.
  ///
  /// - Parameters:
  ///   - name: The name of the transcript's file.
  ///   - limit: The time up to which to play; without one, to the end.
  ///   - hasFacts: Whether what is true is reported, too.
  func report(
    named name: String,
    until limit: Duration? = nil,
    hasFacts: Bool = true
  ) async -> Report {
    var report = Report(
      named: name,
      start: transcript.start,
      features: scripts,
      facts: hasFacts ? allFacts : []
    )
    willApply = { [unowned self] in report.begin($0, in: self) }
    playLog.receiveStep = { [unowned self] in
      report.add($0, at: time, facts: hasFacts ? allFacts : [])
    }
    await run(until: limit)
    // The report has the scripts, which have the features.
    (willApply, playLog.receiveStep) = (nil, { _ in })
    report.end = time
    return report
  }
}

// MARK: - Steps

extension Report {
  /// Adds a record that is about to be applied.
  @MainActor
  mutating func begin(_ record: TranscriptRecord, in replay: Replay) {
    let input = record.input
    guard !input.isEnd else { return }
    let owner = replay.owner(of: input)
    let lane = owner.map { replay.source(of: $0).lane } ?? input.lane
    var style = input.mark(in: replay.lifecycle.state)
    var cause: Int?
    if let owner, let own = input.featureRecord {
      style = TimelineMark(of: record, names: owner.names(of: own))
      // A record that isn't a state came of the work under way.
      if !own.isState {
        cause = lasting.last { marks[$0.mark].isWork && marks[$0.mark].lane == lane }?.mark
      }
    }
    let isCertain = style.reason != nil
    style.reason = style.reason ?? input.likelyReason
    self.record = append(
      ReportMark(
        style: style.printable,
        at: record.time,
        lane: lane,
        cause: cause,
        record: record,
        affected: owner.map { [($0.name, nil)] } ?? []
      )
    )
    news = isCertain ? nil : self.record
  }

  /// The marks of a step.
  struct Marks {
    /// The mark of the record, if there is one.
    var record: Int?

    /// The latest event of each feature.
    var events: [String: Int] = [:]

    /// The reasons why features did nothing, by their names.
    var reasons: [String: String] = [:]

    /// The number of these marks and those before.
    var count = 0
  }

  /// Adds what came of a record, or of timers.
  ///
  /// - Parameters:
  ///   - outputs: The events, also those that only say why nothing was done.
  ///   - time: The time of the step.
  ///   - facts: The facts about the app after it, then about each feature.
  @MainActor
  mutating func add(_ outputs: [Output], at time: Duration, facts: [[Fact]] = []) {
    end = max(end, time)
    if let record, marks[record].record?.input.occurrence != nil,
      !outputs.contains(where: { $0.source == .hub })
    {
      marks[record].style.isProblem = true
    }
    var found = Marks(record: record)
    var deliveries: [Int] = []
    for output in outputs {
      let style = style(of: output)
      let isHub = output.source == .hub
      let delivery = isHub ? nil : deliveries.prefix(output.deliveryCount).last
      guard output.event.isSkip else {
        let mark = add(output, style, of: delivery)
        found.events[output.from] = mark
        if (output.event as? HubEvent)?.isDelivery == true {
          news = mark
          deliveries.append(mark)
        }
        continue
      }
      if isHub {
        latest[MarkName(name: "opened")].map { marks[$0].style.reason = style.message }
        continue
      }
      found.reasons[output.from] = style.message
      endMarks(of: names(of: style, output.event.name, in: output.source.lane), at: time)
      let reason = printable(LogText.sentence(style.message))
      if let news = delivery ?? news,
        !marks[news].affected.contains(where: { $0 == (output.from, reason) })
      {
        marks[news].affected.append((output.from, reason))
      }
    }
    found.count = marks.count
    for (index, facts) in facts.enumerated() {
      self.facts[index].update(to: facts, at: time, after: found)
    }
    (record, news) = (nil, nil)
  }

  @MainActor
  private func style(of output: Output) -> TimelineMark {
    var style =
      (output.event as? HubEvent)?.mark ?? scripts[output.source.rank - 1].mark(of: output.event)
    style.message = output.event.message
    return style
  }

  /// - Parameter delivery: The hub's event that was being delivered.
  private mutating func add(_ output: Output, _ style: TimelineMark, of delivery: Int?) -> Int {
    let lane = output.source.lane
    var cause = style.from.isEmpty ? delivery : latest(of: style.from, in: lane)
    cause = [cause, record].compactMap(\.self).max()
    if style.from.isEmpty, output.source != .hub {
      cause = cause ?? marks.lastIndex { $0.lane == lane }
    }
    let tick = style.isTick ? MarkName(lane: lane, name: style.label) : nil
    if let mark = tick.flatMap({ ticks[$0] }), marks[mark].extend(with: output, of: cause) {
      return mark
    }
    let place = append(
      ReportMark(
        style: style.printable,
        at: output.time,
        lane: lane,
        cause: cause,
        outputs: [output]
      )
    )
    if let tick { ticks[tick] = place }
    return place
  }
}

// MARK: - Names

extension Report {
  private mutating func append(_ mark: ReportMark) -> Int {
    let place = marks.count
    let names = names(of: mark.style, mark.kind, in: mark.isOfFeature ? mark.lane : nil)
    endMarks(of: names, at: mark.at)
    marks.append(mark)
    if let cause = mark.cause {
      marks[cause].hasEffect = true
    }
    for name in names { latest[name] = place }
    if !mark.style.until.isEmpty {
      marks[place].until = mark.at
      let until = mark.style.until.flatMap {
        [MarkName(lane: mark.lane, name: $0), .init(name: $0)]
      }
      lasting.append((place, Set(until)))
    }
    return place
  }

  private func names(of style: TimelineMark, _ kind: String, in lane: Int?) -> [MarkName] {
    ([kind] + style.names).map { MarkName(lane: lane, name: $0) }
  }

  /// The latest mark that has one of these names.
  private func latest(of names: [String], in lane: Int) -> Int? {
    names.flatMap { [latest[MarkName(lane: lane, name: $0)], latest[MarkName(name: $0)]] }
      .compactMap(\.self).max()
  }

  private mutating func endMarks(of names: [MarkName], at time: Duration) {
    for index in lasting.indices.reversed() where !lasting[index].names.isDisjoint(with: names) {
      let mark = lasting.remove(at: index).mark
      marks[mark].until = time
      marks[mark].endPlace = marks.count
    }
  }
}
