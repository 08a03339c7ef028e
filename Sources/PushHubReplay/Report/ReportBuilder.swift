import Foundation
import PushHub
import PushHubRecorder

/// Makes a report of a play: from what happened and what was told about it, step by step.
struct ReportBuilder {
  /// Events of one run that follow each other, which are one mark.
  private struct Run {
    let mark: Int
    let cause: Int?
    let first: any TimelineEvent
    var count = 1

    /// The latest of several, which is put into words once no more are to come.
    var last: Told?
  }

  /// After so long without an event, the next one of a run is a mark of its own.
  private static let longestPause = Duration.seconds(30)

  private var report: Report

  /// The latest mark of each topic, which is the cause of what comes of it.
  private var topics: [Topic: Int] = [:]

  private var lasting: [Topic: Int] = [:]
  private var bars: [Topic: Int] = [:]
  private var runs: [Topic: Run] = [:]

  /// The latest problem among the marks of each topic, while it is not over.
  private var problems: [Topic: Int] = [:]

  /// The marks that say that a problem is over, with that problem.
  private var recoveries: [Int: Int] = [:]

  /// How many marks there were when work ended.
  private var workEnds: [Int: Int] = [:]

  /// Begins with nothing played.
  ///
  /// - Parameters:
  ///   - name: What the reader knows the transcript by.
  ///   - start: What the wall clock showed at time zero.
  ///   - lines: The line of each record.
  ///   - features: The features' names and the titles of their lanes.
  init(
    named name: String,
    start: Date,
    lines: [Int] = [],
    features: [(name: String, title: String)]
  ) {
    let lanes = [
      ReportLane(id: .phase, title: "App phase"),
      ReportLane(id: .pages, title: "Pages"),
      ReportLane(id: .account, title: "Account"),
      ReportLane(id: .pushes, title: "Pushes and taps"),
    ]
    report = Report(
      name: printable(name),
      start: start,
      lines: lines,
      lanes: lanes + features.map { ReportLane(id: .feature($0.name), title: $0.title) }
    )
    apply([.beginsBar(.phaseBeforeAny, label: "background")], of: nil, at: .zero, in: .phase)
  }
}

extension ReportBuilder {
  @MainActor
  init(
    named name: String,
    start: Date,
    lines: [Int] = [],
    scripts: [any FeatureScript]
  ) {
    self.init(
      named: name,
      start: start,
      lines: lines,
      features: scripts.map { (name: $0.name, title: $0.title) }
    )
  }
}

extension Topic {
  private struct PhaseBeforeAny: Hashable {}

  /// The phase in which a play begins, without a record that says so.
  fileprivate static var phaseBeforeAny: Topic { Topic(PhaseBeforeAny()) }
}

// MARK: - Steps

extension ReportBuilder {
  /// The marks that a step became.
  struct Marks: Equatable {
    /// That of the record, if there is one.
    var record: Int?

    /// Those of what was told, in its order; several of one run may be one mark.
    var told: [Int] = []
  }

  /// How many marks there are.
  var markCount: Int { report.marks.count }

  /// The latest mark of the first of some topics that has one.
  func mark(ofFirst origins: [Topic]) -> Int? {
    origins.lazy.compactMap { topics[$0] }.first
  }

  /// Takes the next step.
  @discardableResult
  mutating func take(_ step: PlayedStep) -> Marks {
    report.end = max(report.end, step.time)
    var marks = Marks()
    if let record = step.record {
      marks.record = take(record)
      if record.record.input.isPush, let mark = marks.record,
        !step.notes.contains(where: { $0.speaker == .hub })
      {
        report.summary.dropped.add(mark)
        report.marks[mark].look.isProblem = true
      }
    } else {
      report.summary.timers += 1
    }
    for note in step.notes {
      switch note {
      case .told(let told, let opinion):
        let mark = take(told, of: marks.record, opinion)
        marks.told.append(mark)
        if step.record == nil {
          report.summary.toldByTimers.add(mark)
        }
      case .traced(let traces, let speaker, let time):
        apply(traces, of: nil, at: time, in: speaker.lane)
      }
    }
    return marks
  }

  /// - Returns: The record's mark; the end of the play has none.
  private mutating func take(_ played: PlayedRecord) -> Int? {
    guard let view = played.view else { return nil }
    let record = played.record
    let mark = report.marks.count
    report.marks.append(
      ReportMark(
        at: record.time,
        lane: view.lane,
        speaker: nil,
        line: report.lines.dropFirst(played.number - 1).first,
        kind: record.input.key,
        words: printable(view.appearance.words),
        look: view.appearance.look.printable,
        texts: [printableJSON(record.jsonLine)],
        cause: self.mark(ofFirst: view.origins),
        why: view.opinion.reason.map(printable),
        concerned: view.opinion.concerned
      )
    )
    if case .app = record.input {
      apply([.endsBar(.phaseBeforeAny)], of: nil, at: record.time, in: .phase)
    }
    apply(view.traces, of: mark, at: record.time, in: view.lane)
    return mark
  }

  /// - Returns: The mark of what was told.
  private mutating func take(_ told: Told, of record: Int?, _ opinion: Opinion) -> Int {
    let event = told.event
    let drawn = event as? any TimelineEvent
    let origin = mark(ofFirst: drawn?.origins ?? [])
    let cause = record.map { record in origin.map { max($0, record) } ?? record } ?? origin
    if let mark = extendRun(drawn?.run, with: told, of: cause) {
      report.summary.note(event, as: mark)
      return mark
    }
    let mark = report.marks.count
    report.summary.note(event, as: mark)
    report.marks.append(
      ReportMark(
        at: told.time,
        lane: told.speaker.lane,
        speaker: told.speaker,
        kind: event.name,
        words: printable(event.words),
        look: (drawn?.look ?? MarkLook()).printable,
        texts: [printableJSON(told.json.jsonText)],
        cause: cause,
        why: (opinion.reason ?? (drawn.map(\.reasonForNothing) ?? .seen)).map(printable),
        concerned: opinion.concerned
      )
    )
    if let drawn, let topic = drawn.run {
      endRun(topic)
      runs[topic] = Run(mark: mark, cause: cause, first: drawn)
    }
    apply(drawn?.traces ?? [], of: mark, at: told.time, in: told.speaker.lane)
    return mark
  }
}

extension Speaker {
  fileprivate var lane: LaneID { self == .hub ? .pushes : .feature(name) }
}

// MARK: - What it means

extension ReportBuilder {
  private mutating func apply(
    _ traces: [Trace],
    of mark: Int?,
    at time: Duration,
    in lane: LaneID
  ) {
    for trace in traces {
      switch trace {
      case .marks(let topic):
        topics[topic] = mark
        noteRecovery(of: topic, by: mark)
      case .marksFirst(let topic): topics[topic] = topics[topic] ?? mark
      case .forgets(let topic): topics[topic] = nil
      case .begins(let topic): begin(topic, as: mark, at: time)
      case .beginsWork(let topic):
        begin(topic, as: mark, at: time)
        mark.map { report.marks[$0].isWork = true }
      case .ends(let topic): end(topic, at: time)
      case .beginsBar(let topic, let label):
        guard bars[topic] == nil else { continue }
        bars[topic] = report.bars.count
        report.bars.append(
          ReportBar(lane: lane, from: time, until: .seconds(Int64.max), label: printable(label))
        )
      case .endsBar(let topic):
        if let bar = bars.removeValue(forKey: topic) {
          report.bars[bar].until = time
        }
      case .shows(let number):
        if let index = report.lanes.firstIndex(where: { $0.id == lane }) {
          report.lanes[index].values.append(ReportLane.Value(at: time, number: number))
        }
      case .explains(let topic, let reason):
        if let mark = topics[topic] {
          report.marks[mark].why = printable(reason)
        }
      }
    }
  }

  private mutating func noteRecovery(of topic: Topic, by mark: Int?) {
    guard let mark else { return }
    if report.marks[mark].look.isProblem {
      problems[topic] = mark
    } else if report.marks[mark].speaker != nil, let problem = problems.removeValue(forKey: topic) {
      recoveries[mark] = problem
    }
  }

  private mutating func begin(_ topic: Topic, as mark: Int?, at time: Duration) {
    guard let mark else { return }
    end(topic, at: time)
    topics[topic] = mark
    lasting[topic] = mark
    report.marks[mark].until = .seconds(Int64.max)
  }

  private mutating func end(_ topic: Topic, at time: Duration) {
    if let mark = lasting.removeValue(forKey: topic) {
      report.marks[mark].until = time
      workEnds[mark] = report.marks.count
    }
  }
}

// MARK: - Runs

extension ReportBuilder {
  /// Lets the mark of the event before stand for this one, too.
  ///
  /// - Returns: That mark, if it does.
  private mutating func extendRun(_ topic: Topic?, with told: Told, of cause: Int?) -> Int? {
    guard let topic, var run = runs[topic] else { return nil }
    let before = report.marks[run.mark].until ?? report.marks[run.mark].at
    guard run.cause == cause, told.time - before <= Self.longestPause else { return nil }
    run.count += 1
    run.last = told
    runs[topic] = run
    report.marks[run.mark].until = told.time
    return run.mark
  }

  private mutating func endRun(_ topic: Topic) {
    guard let run = runs.removeValue(forKey: topic), let last = run.last else { return }
    let texts = report.marks[run.mark].texts
    report.marks[run.mark].texts = [texts[0], printableJSON(last.json.jsonText)]
    report.marks[run.mark].words = printable(Self.words(of: run.count, run.first, to: last.event))
  }

  private static func words<Event: TimelineEvent>(
    of count: Int,
    _ first: Event,
    to last: any FeatureEvent
  ) -> String {
    (last as? Event).map { first.words(forRunOf: count, to: $0) } ?? first.words
  }
}

// MARK: - The end

extension ReportBuilder {
  /// Ends the play.
  ///
  /// - Parameters:
  ///   - end: How far was played, if that is beyond the last step.
  ///   - truths: What was true of the app, and of each feature in turn.
  mutating func finish(at end: Duration = .zero, truths: [FactHistory] = []) -> Report {
    report.end = max(report.end, end)
    report.truths = truths
    finishMarks()
    for index in report.bars.indices {
      report.bars[index].until = min(report.bars[index].until, report.end)
    }
    report.bars.removeAll { $0.lane == .phase && $0.from == $0.until && report.end > .zero }
    report.findings = report.findings(recoveries: recoveries, ends: workEnds)
    return report
  }

  private mutating func finishMarks() {
    for topic in runs.keys {
      endRun(topic)
    }
    for (index, mark) in report.marks.enumerated() where mark.isWork {
      let until = min(mark.until ?? mark.at, report.end)
      if mark.until == .seconds(Int64.max) {
        report.marks[index].why = "The play ended before this had an end."
      }
      guard let speaker = mark.speaker else { continue }
      report.summary.note(
        ReportSummary.Work(mark: index, from: speaker.name, duration: until - mark.at)
      )
    }
    for cause in report.marks.compactMap(\.cause) {
      report.marks[cause].why = nil
    }
    for index in report.marks.indices {
      report.marks[index].until = report.marks[index].until.map { min($0, report.end) }
    }
  }
}

extension MarkLook {
  fileprivate var printable: MarkLook {
    MarkLook(glyph, label: PushHubReplay.printable(label), isProblem: isProblem)
  }
}
