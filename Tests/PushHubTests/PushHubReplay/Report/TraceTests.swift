import Foundation
import PushHub
import Testing

@testable import PushHubReplay

/// What each trace, topic, run and tally means on a timeline.
@MainActor
struct TraceTests {
  /// An event that is whatever a test wants.
  private struct Event: TimelineEvent {
    let name = "event"
    let message: String
    let isSkip: Bool
    private let makeMark: @Sendable () -> TimelineMark

    init(
      _ words: String = "",
      isSkip: Bool = false,
      from origins: [Topic] = [],
      traces: [Trace] = [],
      run: Topic? = nil,
      tally: (title: String, entry: String)? = nil
    ) {
      self.message = words
      self.isSkip = isSkip
      makeMark = { TimelineMark(from: origins, traces: traces, tally: tally, run: run) }
    }

    var mark: TimelineMark { makeMark() }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.message == rhs.message }

    func hash(into hasher: inout Hasher) {
      hasher.combine(message)
    }
  }

  /// What a feature does without a word.
  private func silent(_ traces: Trace...) -> Event {
    Event(isSkip: true, traces: traces)
  }

  /// The report of what a feature does.
  private func report(_ happenings: [(seconds: Double, Event)]) -> Report {
    var report = Report(
      named: "",
      start: Date(timeIntervalSince1970: 0),
      features: [PlainScript(name: "toy"), PlainScript(name: "second")]
    )
    for (seconds, event) in happenings {
      let time = Duration.seconds(seconds)
      let told = Told(time: time, event: event, speaker: Speaker(name: "toy", rank: 1))
      report.add(PlayedStep(time: time, notes: [told]))
    }
    return report
  }

  /// The same, a step a second.
  private func report(_ events: Event...) -> Report {
    report(zip(1..., events).map { (Double($0), $1) })
  }

  @Test func `a topic's latest mark is the origin`() {
    let mark = Event(traces: [.marks("thing")])
    #expect(report(mark, mark, Event(from: ["thing"])).marks.map(\.cause) == [nil, nil, 1])
  }

  @Test func `a topic's first mark stays, until it is forgotten`() {
    let mark = Event(traces: [.marksFirst("thing")])
    let origin = Event(from: ["thing"])
    let report = report(
      mark,
      mark,
      origin,
      Event(traces: [.forgets("thing")]),
      origin,
      mark,
      origin
    )
    #expect(report.marks.map(\.cause) == [nil, nil, 0, nil, nil, nil, 5])
  }

  @Test func `of several origins the first that has a mark counts`() {
    let report = report(
      Event(traces: [.marks("other")]),
      Event(traces: [.marks("thing")]),
      Event(from: ["none", "other", "thing"])
    )
    #expect(report.marks.last?.cause == 0)
  }

  @Test func `what begins lasts until it ends or begins anew`() {
    let begins = Event(traces: [.begins("thing")])
    let report = report(
      begins,
      begins,
      Event(from: ["thing"]),
      Event(traces: [.ends("thing")]),
      Event(traces: [.ends("thing")]),
      Event(traces: [.begins("other")]),
      Event()
    )
    #expect(
      report.marks.map(\.until)
        == [.seconds(2), .seconds(4), nil, nil, nil, .seconds(7), nil]
    )
    #expect(report.marks[2].cause == 1)
    #expect(report.figures.count == 1, "it was no work")
  }

  @Test func `work that has no end says so, and the longest is told`() throws {
    let work = Event("works", traces: [.beginsWork("thing")])
    let ended = report(
      work,
      Event(traces: [.ends("thing"), .beginsWork("other")]),
      Event(),
      Event()
    )
    #expect(ended.marks[1].until == .seconds(4))
    #expect(ended.marks[1].why == "The play ended before this had an end.")
    let slowest = try #require(ended.figures.last)
    #expect(slowest.text == "2 s, toy")
    #expect(slowest.marks == [1])
  }

  @Test func `bars need no mark, and one topic has one at a time`() {
    let report = report(
      silent(.beginsBar("thing", label: "a\u{202E}")),
      silent(.beginsBar("thing", label: "b"), .beginsBar("other", label: "c")),
      silent(.endsBar("thing"), .endsBar("thing")),
      silent(.beginsBar("thing", label: "d")),
      silent()
    )
    let bars = report.bars.filter { report.lanes[$0.lane].id == "toy" }
    #expect(report.marks.isEmpty)
    #expect(bars.map(\.label) == ["a\\u{202e}", "c", "d"])
    #expect(bars.map(\.from) == [1, 2, 4].map { .seconds($0) })
    #expect(bars.map(\.until) == [3, 5, 5].map { .seconds($0) })
  }

  @Test func `a number that is shown stands in the lane of who shows it`() {
    let report = report(Event(traces: [.shows(3)]), silent(.shows(4)))
    let values = report.lanes.suffix(2).map { $0.values.map(\.number) }
    #expect(values == [[3, 4], []])
    #expect(report.lanes.suffix(2).first?.values.map(\.at) == [.seconds(1), .seconds(2)])
  }

  @Test func `events of one run are one mark, until they pause or come of something else`() {
    let one = Event("one", from: ["other"], run: "thing")
    let report = report([
      (1, one),
      (2, Event("two", from: ["other"], run: "thing")),
      (32, Event("three", from: ["other"], run: "thing")),
      (63, Event("late", from: ["other"], run: "thing")),
      (64, Event("cause", traces: [.marks("other")])),
      (65, Event("caused", from: ["other"], run: "thing")),
      (66, Event("elsewhere", from: ["other"], run: "other")),
      (67, Event("alone")),
    ])
    #expect(
      report.marks.map(\.message)
        == ["one … three (3 times)", "late", "cause", "caused", "elsewhere", "alone"]
    )
    #expect(report.marks.map(\.until) == [.seconds(32), nil, nil, nil, nil, nil])
    #expect(report.marks.map(\.texts.count) == [2, 1, 1, 1, 1, 1])
  }

  @Test func `tallies keep the order in which they began, and name the most frequent first`() {
    let report = report(
      Event(tally: ("B", "x")),
      Event(tally: ("A", "y")),
      Event(tally: ("B", "z")),
      Event(tally: ("B", "x")),
      Event(tally: ("B", "z"))
    )
    #expect(report.figures.dropFirst().map(\.title) == ["B", "A"])
    #expect(report.figures[1].entries.map(\.name) == ["x", "z"])
    #expect(report.figures[1].entries.map(\.marks) == [[0, 3], [2, 4]])
    #expect(report.figures[1].marks.count == 4)
  }
}
