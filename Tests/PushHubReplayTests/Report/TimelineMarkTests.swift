import Foundation
import PushHub
import Testing

@testable import PushHubReplay

/// What the causes, names, ends and ticks of marks mean on a timeline.
@MainActor
struct TimelineMarkTests {
  private struct Event: FeatureEvent {
    let name: String
    var message: String { name }
    var isSkip: Bool { name == "skip" }
  }

  /// A feature whose marks are given by the names of its events.
  private final class ToyScript: FeatureScript {
    private final class Plugin: PushPlugin {}

    let name = "toy"
    let marks: [String: TimelineMark]

    init(_ marks: [String: TimelineMark]) {
      self.marks = marks
    }

    func plugin(in replay: Replay) -> any PushPlugin { Plugin() }

    func mark(of event: any FeatureEvent) -> TimelineMark { marks[event.name] ?? TimelineMark() }
  }

  /// The report of events, each at its second.
  private func report(
    _ events: [(seconds: Double, name: String)],
    _ marks: [String: TimelineMark]
  ) -> Report {
    var report = Report(
      named: "",
      start: Date(timeIntervalSince1970: 0),
      features: [ToyScript(marks), PlainScript(name: "second")]
    )
    for (seconds, name) in events {
      let time = Duration.seconds(seconds)
      let source = Source(name: "toy", rank: 1)
      let output = Output(time: time, event: Event(name: name), source: source)
      report.add([output], at: time)
    }
    return report
  }

  /// The same, a step a second.
  private func report(_ names: String..., marks: [String: TimelineMark]) -> Report {
    report(zip(1..., names).map { (Double($0), $1) }, marks)
  }

  @Test func `the latest mark of the named causes is the cause, and without names the latest`() {
    let marks = [
      "c": TimelineMark(from: ["a", "alias", "none"]), "b": TimelineMark(names: ["alias"]),
      "d": TimelineMark(from: ["none"]),
    ]
    let report = report("a", "a", "c", "b", "a", "c", "b", "c", "d", "x", marks: marks)
    #expect(report.marks.map(\.cause) == [nil, 0, 1, 2, 3, 4, 5, 6, nil, 8])
  }

  @Test func `what lasts ends with a mark or a skip of the given names`() {
    let marks = ["begin": TimelineMark(until: ["begin", "end", "skip"])]
    let report = report(
      "begin",
      "begin",
      "x",
      "end",
      "end",
      "begin",
      "skip",
      "begin",
      "x",
      marks: marks
    )
    let untils = report.marks.filter { $0.kind == "begin" }.map(\.until)
    #expect(untils == [2, 4, 7, 9].map { .seconds($0) })
    #expect(report.figures.count == 2, "it was no work")
  }

  @Test func `work that has no end says so, and the longest is a figure`() throws {
    let marks = [
      "one": TimelineMark(until: ["two"], isWork: true),
      "two": TimelineMark(until: ["end"], isWork: true),
    ]
    let report = report("one", "two", "x", "x", marks: marks)
    #expect(report.marks[1].until == .seconds(4))
    #expect(report.marks[3].why == "Nothing more came of it.")
    let slowest = try #require(report.figures.last)
    #expect(slowest.text == "2 s, toy")
    #expect(slowest.marks == [1])
    let alone = self.report("one", marks: marks)
    #expect(alone.marks[0].why == "The replay ended before this did.")
  }

  @Test func `a number that is shown stands in the lane of the feature`() {
    let report = report("x", "three", marks: ["three": TimelineMark(number: 3)])
    let lanes = report.json["lanes"]?.arrayValue ?? []
    #expect(lanes.suffix(2).map { $0["values"] } == [[[2, 3]], []])
  }

  @Test func `ticks of one label are one mark, until they pause or have another cause`() {
    let marks = [
      "tick": TimelineMark(label: "a", from: ["cause"], isTick: true),
      "tock": TimelineMark(label: "a", from: ["cause"], isTick: true),
      "other": TimelineMark(label: "b", from: ["cause"], isTick: true),
    ]
    let report = report(
      [
        (1, "tick"), (2, "tick"), (32, "tock"), (63, "tick"), (64, "cause"), (65, "tick"),
        (66, "other"),
      ],
      marks
    )
    #expect(
      report.marks.map(\.message) == ["tick … tock (3 times)", "tick", "cause", "tick", "other"]
    )
    #expect(report.marks.map(\.until) == [.seconds(32), nil, nil, nil, nil])
    #expect(report.marks.map(\.texts.count) == [2, 1, 1, 1, 1])
  }

  @Test func `events are counted by name, the most frequent first`() {
    let report = report("x", "y", "z", "x", "z", marks: [:])
    #expect(report.figures.map(\.title) == ["Pushes received", "toy"])
    #expect(report.figures[1].entries.map(\.name) == ["x", "z", "y"])
    #expect(report.figures[1].entries.map(\.marks) == [[0, 3], [2, 4], [1]])
    #expect(report.figures[1].marks == [0, 1, 2, 3, 4])
  }
}
