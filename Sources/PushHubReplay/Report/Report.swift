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

  /// The instants at which timers were due.
  private(set) var timers = 0

  /// What was told at these instants.
  private(set) var toldByTimers = ReportSummary.Counted()

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
  ///   - features: The features' names and the titles of their lanes.
  ///   - facts: What is true of the app, and of each feature in turn.
  init(
    named name: String,
    start: Date,
    lines: [Int] = [],
    features: [(name: String, title: String)],
    facts: [[any FeatureFact]] = []
  ) {
    self.name = printable(name)
    self.start = start
    self.lines = lines
    lanes = (Lane.own + features).map { ReportLane(id: $0.name, title: $0.title) }
    truths = zip(["app"] + features.map(\.name), facts).map(FactHistory.init)
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
    let state = app.lifecycle.state
    let place = app.scripts.firstIndex { $0.owns(input) }
    let owner = place.map { app.scripts[$0] }
    let own = input.featureRecord
    let certainReason = input.certainReason(in: state, token: app.manager.deviceToken)
    let mark = ReportMark(
      of: record,
      line: line,
      in: input.lane ?? place.map { Lane.ofFeature($0) } ?? Lane.pages,
      appearance: input.appearance ?? own.flatMap { owner?.appearance(of: $0) }
        ?? RecordAppearance(words: input.key),
      cause: topics.mark(ofFirst: own.flatMap { owner?.origins(of: $0) } ?? []),
      why: certainReason ?? owner?.reasonForNothing ?? input.likelyReason,
      owner: owner?.name
    )
    self.record = append(
      mark,
      traces: input.traces(in: state) + app.scripts.flatMap { $0.traces(of: input) }
    )
    news = certainReason == nil ? self.record : nil
  }

  /// The marks that a step became, and those before it.
  struct Marks {
    /// That of the record, if there is one.
    var record: Int?

    /// What was told, in its order; several of one run may be one mark.
    var told: [(event: any FeatureEvent, mark: Int)] = []

    /// How many there are.
    var count = 0

    /// The latest of each topic.
    var topics: [Topic: Int] = [:]
  }

  /// Adds what came of a record, or of timers.
  ///
  /// - Parameter facts: What is true then of the app, and of each feature in turn.
  mutating func add(_ step: PlayedStep, facts: [[any FeatureFact]] = []) {
    end = max(end, step.time)
    var marks = Marks(record: record)
    if step.record == nil {
      timers += 1
    } else if let record, step.record?.input.isPush == true,
      !step.notes.contains(where: { $0.speaker == .hub })
    {
      self.marks[record].look.isProblem = true
    }
    for note in step.notes {
      switch note {
      case .told(let told) where told.event.isReasonForNothing:
        if let news {
          let reason = printable(told.event.words.sentence)
          self.marks[news].concerned.append(.init(feature: told.from, reason: reason))
        }
      case .told(let told):
        let mark = add(told)
        marks.told.append((told.event, mark))
        if (told.event as? HubEvent)?.isNews == true {
          news = mark
        }
        if step.record == nil {
          toldByTimers.add(mark)
        }
      case .traced(let traces, let speaker, let time):
        apply(traces, of: nil, at: time, in: speaker.lane)
      }
    }
    marks.count = self.marks.count
    marks.topics = topics
    for (index, facts) in facts.enumerated() {
      truths[index].update(to: facts, at: step.time, after: marks)
    }
    (record, news) = (nil, nil)
  }

  /// - Returns: The mark of what was told.
  private mutating func add(_ told: Told) -> Int {
    let event = told.event as? any TimelineEvent
    let origin = topics.mark(ofFirst: event?.origins ?? [])
    let cause = [origin, record].compactMap { $0 }.max()
    if let run = event?.run, let mark = runs[run], marks[mark].extend(with: told, of: cause) {
      return mark
    }
    let mark = append(ReportMark(of: told, cause: cause), traces: event?.traces ?? [])
    if let run = event?.run {
      runs[run] = mark
    }
    return mark
  }

  private mutating func append(_ mark: ReportMark, traces: [Trace]) -> Int {
    marks.append(mark)
    if let cause = mark.cause {
      marks[cause].hasEffect = true
    }
    apply(traces, of: marks.count - 1, at: mark.at, in: mark.lane)
    return marks.count - 1
  }

  /// Why nothing has led to what is true of each feature, from now on.
  mutating func addSilences(_ words: [String], at time: Duration) {
    for (index, words) in zip(1..., words) {
      truths[index].silences.append((time, words))
    }
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
