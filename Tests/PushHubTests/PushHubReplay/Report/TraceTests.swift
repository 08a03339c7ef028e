import Foundation
import PushHub
import Testing

@testable import PushHubReplay

extension Topic {
  private enum Name: Hashable {
    case thing
    case other
  }

  private enum SameName: Hashable {
    case thing
  }

  fileprivate static var thing: Topic { Topic(Name.thing) }
  fileprivate static var other: Topic { Topic(Name.other) }
  fileprivate static var sameName: Topic { Topic(SameName.thing) }
}

/// What each trace, topic, run and tally means on a timeline.
struct TraceTests {
  /// An event that is whatever a test wants.
  private struct Event: TimelineEvent {
    let name = "event"
    let words: String
    let tally: Tally?

    private let makeOrigins: @Sendable () -> [Topic]
    private let makeTraces: @Sendable () -> [Trace]
    private let makeRun: @Sendable () -> Topic?

    init(
      words: String = "",
      origins: @autoclosure @escaping @Sendable () -> [Topic] = [],
      traces: @autoclosure @escaping @Sendable () -> [Trace] = [],
      run: @autoclosure @escaping @Sendable () -> Topic? = nil,
      tally: Tally? = nil
    ) {
      self.words = words
      self.tally = tally
      makeOrigins = origins
      makeTraces = traces
      makeRun = run
    }

    var origins: [Topic] { makeOrigins() }
    var traces: [Trace] { makeTraces() }
    var run: Topic? { makeRun() }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    func hash(into hasher: inout Hasher) {
      hasher.combine(words)
    }
  }

  /// The report of what a feature does, a step a second; what it only traces has no mark.
  private func report(_ happenings: [(seconds: Double, Event?, [Trace])]) -> Report {
    var report = Report(
      named: "",
      start: Date(timeIntervalSince1970: 0),
      features: [(name: "toy", title: "Toy"), (name: "second", title: "Second")]
    )
    let speaker = Speaker(name: "toy", rank: 1)
    for (seconds, event, traces) in happenings {
      let time = Duration.seconds(seconds)
      let told = event.map {
        Note.told(Told(time: time, event: $0, speaker: speaker))
      }
      let traced = Note.traced(traces, by: speaker, time: time)
      report.add(
        PlayedStep(time: time, record: nil, notes: [told].compactMap { $0 } + [traced])
      )
    }
    return report
  }

  private func report(_ events: Event...) -> Report {
    report(zip(1..., events).map { (Double($0), $1, []) })
  }

  @Test func `a topic's latest mark is the origin`() {
    let mark = Event(traces: [.marks(.thing)])
    #expect(report(mark, mark, Event(origins: [.thing])).marks.map(\.cause) == [nil, nil, 1])
  }

  @Test func `a topic's first mark stays, until it is forgotten`() {
    let mark = Event(traces: [.marksFirst(.thing)])
    let origin = Event(origins: [.thing])
    let report = report(
      mark,
      mark,
      origin,
      Event(traces: [.forgets(.thing)]),
      origin,
      mark,
      origin
    )
    #expect(report.marks.map(\.cause) == [nil, nil, 0, nil, nil, nil, 5])
  }

  @Test func `of several origins the first that has a mark counts`() {
    let report = report(
      Event(traces: [.marks(.other)]),
      Event(traces: [.marks(.thing)]),
      Event(origins: [.sameName, .other, .thing])
    )
    #expect(report.marks.last?.cause == 0, "and topics of other types are others")
  }

  @Test func `what begins lasts until it ends or begins anew`() {
    let begins = Event(traces: [.begins(.thing)])
    let report = report(
      begins,
      begins,
      Event(origins: [.thing]),
      Event(traces: [.ends(.thing)]),
      Event(traces: [.ends(.thing)]),
      Event(traces: [.begins(.other)]),
      Event()
    )
    #expect(
      report.marks.map(\.until)
        == [.seconds(2), .seconds(4), nil, nil, nil, .seconds(7), nil]
    )
    #expect(report.marks[2].cause == 1)
    #expect(report.summary.slowest == nil, "it was no work")
  }

  @Test func `work that has no end says so, and the longest is told`() {
    let work = Event(words: "works", traces: [.beginsWork(.thing)])
    let ended = report(
      work,
      Event(traces: [.ends(.thing), .beginsWork(.other)]),
      Event(),
      Event()
    )
    #expect(ended.marks[1].until == .seconds(4))
    #expect(ended.marks[1].why == "The play ended before this had an end.")
    #expect(
      ended.summary.slowest == ReportSummary.Work(mark: 1, from: "toy", duration: .seconds(2))
    )
  }

  @Test func `bars need no mark, and one topic has one at a time`() {
    let report = report([
      (1, nil, [.beginsBar(.thing, label: "a\u{202E}")]),
      (2, nil, [.beginsBar(.thing, label: "b"), .beginsBar(.other, label: "c")]),
      (3, nil, [.endsBar(.thing), .endsBar(.thing)]),
      (4, nil, [.beginsBar(.thing, label: "d")]),
      (5, nil, []),
    ])
    let bars = report.bars.filter { report.lanes[$0.lane].id == "toy" }
    #expect(report.marks.isEmpty)
    #expect(bars.map(\.label) == ["a\\u{202e}", "c", "d"])
    #expect(bars.map(\.from) == [1, 2, 4].map { .seconds($0) })
    #expect(bars.map(\.until) == [3, 5, 5].map { .seconds($0) })
  }

  @Test func `a number that is shown stands in the lane of who shows it`() {
    let report = report([
      (1, Event(traces: [.shows(3)]), []),
      (2, nil, [.shows(4)]),
    ])
    let values = report.lanes.suffix(2).map { $0.values.map(\.number) }
    #expect(values == [[3, 4], []])
    #expect(report.lanes.suffix(2).first?.values.map(\.at) == [.seconds(1), .seconds(2)])
  }

  @Test func `events of one run are one mark, until they pause or come of something else`() {
    let one = Event(words: "one", origins: [.other], run: .thing)
    let report = report([
      (1, one, []),
      (2, Event(words: "two", origins: [.other], run: .thing), []),
      (32, Event(words: "three", origins: [.other], run: .thing), []),
      (63, Event(words: "late", origins: [.other], run: .thing), []),
      (64, Event(words: "cause", traces: [.marks(.other)]), []),
      (65, Event(words: "caused", origins: [.other], run: .thing), []),
      (66, Event(words: "elsewhere", origins: [.other], run: .other), []),
      (67, Event(words: "alone"), []),
    ])
    #expect(
      report.marks.map(\.words)
        == ["3 times: one", "late", "cause", "caused", "elsewhere", "alone"]
    )
    #expect(report.marks.map(\.until) == [.seconds(32), nil, nil, nil, nil, nil])
    #expect(report.marks.map(\.texts.count) == [2, 1, 1, 1, 1, 1])
  }

  @Test func `tallies keep the order in which they began`() {
    let report = report(
      Event(tally: Tally("B", of: "x")),
      Event(tally: Tally("A", of: "y")),
      Event(tally: Tally("B", of: "x"))
    )
    #expect(report.summary.tallies.map(\.title) == ["B", "A"])
    #expect(report.summary.counts(of: "B").mapValues(\.count) == ["x": 2])
    #expect(report.summary.counts(of: "C").total == 0)
  }
}
