import Foundation
import PushHub
import PushHubRecorder

/// Everything that happened in a play, what came of it and why, and what was true meanwhile.
///
/// It grows with each step. What reads it, such as a page, an explanation or a comparison, may do so
/// after any.
struct Report {
  /// What was played, as its reader knows it.
  let name: String

  /// What the wall clock showed at time zero.
  let start: Date

  /// The line of each record in its file, from 1.
  let lines: [Int]

  /// How far was played; what goes on lasts until then.
  var end = Duration.zero {
    didSet {
      for mark in lasting.values { marks[mark].until = end }
      for bar in ongoingBars.values { featureBars[bar].until = end }
    }
  }

  /// The strips of the timeline, from top to bottom; see ``Lane``.
  private(set) var lanes: [ReportLane]

  /// Everything that happened, in order; marks refer to each other by their place in here.
  var marks: [ReportMark] = []

  /// What was true of the app and of each feature, from when to when.
  private(set) var truths: [FactHistory]

  private var featureBars: [ReportBar] = []
  private var ongoingBars: [Topic: Int] = [:]

  /// The latest mark of each topic, which is the cause of what comes of it.
  private var topics: [Topic: Int] = [:]

  private var lasting: [Topic: Int] = [:]

  /// The latest mark of each run.
  private var runs: [Topic: Int] = [:]

  /// The latest problem among the marks of each topic, while it is not over.
  private var problems: [Topic: Int] = [:]

  private var recordCount = 0

  /// The mark of the record whose step it is.
  private var record: Int?

  /// The mark of this step about which features may say why they do nothing.
  private var news: Int?

  /// Begins with nothing played.
  ///
  /// - Parameters:
  ///   - name: What the reader knows the transcript by.
  ///   - start: What the wall clock showed at time zero.
  ///   - lines: The line of each record.
  ///   - scripts: The features, each of which has a lane.
  ///   - facts: What is true of the app, and of each feature in turn.
  @MainActor
  init(
    named name: String,
    start: Date,
    lines: [Int] = [],
    features scripts: [any FeatureScript],
    facts: [[FeatureFact]] = []
  ) {
    self.name = printable(name)
    self.start = start
    self.lines = lines
    lanes =
      Lane.own.map { ReportLane(id: $0.name, title: $0.title) }
      + scripts.map { ReportLane(id: $0.name, title: $0.title) }
    truths = zip(["app"] + scripts.map(\.name), facts).map(FactHistory.init)
  }
}

extension Replay {
  /// Plays, and draws what happens.
  ///
  /// - Parameters:
  ///   - name: What the reader knows the transcript by.
  ///   - lines: The line of each record.
  ///   - limit: How far to play; without one, to the end.
  func draw(named name: String, lines: [Int], until limit: Duration? = nil) async -> Report {
    var report = Report(
      named: name,
      start: transcript.start,
      lines: lines,
      features: app.scripts,
      facts: app.facts
    )
    willApply = { [app] in report.begin($0, in: app) }
    app.playLog.output = { [unowned app] in report.add($0, facts: app.facts) }
    await run(until: limit)
    report.end = time
    return report
  }
}

extension Report {
  /// What lasted without a mark of its own: the phase in which a play begins, without a record that says
  /// so, and what features tell.
  var bars: [ReportBar] {
    let phase = marks.first { $0.lane == Lane.phase }?.at ?? end
    let first = ReportBar(lane: Lane.phase, from: .zero, until: phase, label: "background")
    return (phase > .zero ? [first] : []) + featureBars
  }
}

// MARK: - Steps

extension Report {
  /// Adds a record that is about to happen to an app.
  @MainActor
  mutating func begin(_ record: TranscriptRecord, in app: ReplayedApp) {
    let input = record.input
    let line = lines.dropFirst(recordCount).first
    recordCount += 1
    guard !input.isEnd else { return }
    let place = app.scripts.firstIndex { $0.owns(input) }
    let owner = place.map { app.scripts[$0] }
    var look = input.mark(in: app.lifecycle.state, token: app.manager.deviceToken)
    if let owner, let own = input.featureRecord {
      look = owner.mark(of: own)
    }
    let isCertain = look.reasonForNothing != nil
    look.reasonForNothing =
      look.reasonForNothing ?? owner?.reasonForNothing ?? input.likelyReason
    look.traces += app.scripts.flatMap { $0.traces(of: input) }
    self.record = append(
      ReportMark(
        look: printable(look),
        at: record.time,
        lane: place.map { Lane.own.count + $0 } ?? input.lane,
        cause: topics.mark(ofFirst: look.origins),
        record: record,
        line: line,
        concerned: owner.map { [($0.name, nil)] } ?? []
      )
    )
    news = isCertain ? nil : self.record
  }

  /// The marks that a step became, and those before it.
  struct Marks {
    /// That of the record, if there is one.
    var record: Int?

    /// What was told, in its order; several of one run may be one mark.
    var told: [(told: Told, mark: Int)] = []

    /// Why features did nothing, by their names.
    var reasons: [String: String] = [:]

    /// How many there are.
    var count = 0

    /// The latest of each topic.
    var topics: [Topic: Int] = [:]
  }

  /// Adds what came of a record, or of timers.
  ///
  /// - Parameter facts: What is true then of the app, and of each feature in turn.
  mutating func add(_ step: PlayedStep, facts: [[FeatureFact]] = []) {
    end = max(end, step.time)
    if let record, marks[record].record?.input.isPush == true,
      !step.notes.contains(where: { $0.speaker == .hub })
    {
      marks[record].look.isProblem = true
    }
    var found = Marks(record: record)
    var deliveries: [Int] = []
    for told in step.notes {
      let look = told.event.timelineMark
      guard told.event.isSkip else {
        let mark = add(
          told,
          look,
          of: told.speaker == .hub ? nil : deliveries.prefix(told.deliveryCount).last
        )
        found.told.append((told, mark))
        if told.speaker == .hub, !look.traces.isEmpty {
          news = mark
          deliveries.append(mark)
        }
        continue
      }
      if told.speaker == .hub {
        topics[.latestAnswer].map { marks[$0].look.reasonForNothing = look.message.sentence }
        continue
      }
      found.reasons[told.from] = look.message
      apply(look.traces, of: nil, at: told.time, in: told.speaker.lane)
      if let news {
        marks[news].concerned.append((told.from, printable(look.message.sentence)))
      }
    }
    found.count = marks.count
    found.topics = topics
    for (index, facts) in facts.enumerated() {
      truths[index].update(to: facts, at: step.time, after: found)
    }
    (record, news) = (nil, nil)
  }

  /// - Parameter delivery: What the hub was delivering, of which comes what names no origin.
  /// - Returns: The mark of what was told.
  private mutating func add(_ told: Told, _ look: TimelineMark, of delivery: Int?) -> Int {
    let origin = look.origins.isEmpty ? delivery : topics.mark(ofFirst: look.origins)
    let cause = [origin, record].compactMap(\.self).max()
    if let run = look.run, let mark = runs[run], marks[mark].extend(with: told, of: cause) {
      return mark
    }
    let place = append(
      ReportMark(
        look: printable(look),
        at: told.time,
        lane: told.speaker.lane,
        cause: cause,
        told: [told]
      )
    )
    if let run = look.run {
      runs[run] = place
    }
    return place
  }

  private mutating func append(_ mark: ReportMark) -> Int {
    marks.append(mark)
    if let cause = mark.cause {
      marks[cause].hasEffect = true
    }
    apply(mark.look.traces, of: marks.count - 1, at: mark.at, in: mark.lane)
    return marks.count - 1
  }
}

// MARK: - What it means

extension Report {
  private mutating func apply(_ traces: [Trace], of mark: Int?, at time: Duration, in lane: Int) {
    for trace in traces {
      switch trace {
      case .marks(let topic):
        topics[topic] = mark
        recordRecovery(of: topic, by: mark)
      case .marksFirst(let topic): topics[topic] = topics[topic] ?? mark
      case .forgets(let topic): topics[topic] = nil
      case .begins(let topic): begin(topic, as: mark, at: time)
      case .beginsWork(let topic):
        begin(topic, as: mark, at: time)
        mark.map { marks[$0].isWork = true }
      case .ends(let topic): end(topic, at: time)
      case .beginsBar(let topic, let label):
        guard ongoingBars[topic] == nil else { continue }
        ongoingBars[topic] = featureBars.count
        featureBars.append(ReportBar(lane: lane, from: time, until: time, label: printable(label)))
      case .endsBar(let topic):
        if let bar = ongoingBars.removeValue(forKey: topic) {
          featureBars[bar].until = time
        }
      case .shows(let number):
        lanes[lane].values.append(ReportLane.Value(at: time, number: number))
      }
    }
  }

  private mutating func recordRecovery(of topic: Topic, by mark: Int?) {
    guard let mark else { return }
    if marks[mark].look.isProblem {
      problems[topic] = mark
    } else if marks[mark].speaker != nil, let problem = problems.removeValue(forKey: topic) {
      marks[mark].recoversFrom = problem
    }
  }

  private mutating func begin(_ topic: Topic, as mark: Int?, at time: Duration) {
    guard let mark else { return }
    end(topic, at: time)
    topics[topic] = mark
    lasting[topic] = mark
    marks[mark].until = time
  }

  private mutating func end(_ topic: Topic, at time: Duration) {
    if let mark = lasting.removeValue(forKey: topic) {
      marks[mark].until = time
      marks[mark].endPlace = marks.count
    }
  }
}

extension [Topic: Int] {
  /// The latest mark of the first of some topics that has one.
  func mark(ofFirst origins: [Topic]) -> Int? {
    origins.lazy.compactMap { self[$0] }.first
  }
}
