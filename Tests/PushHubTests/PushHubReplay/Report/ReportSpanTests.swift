import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// What lasts, and until when.
@MainActor
struct ReportSpanTests {
  @Test func `a phase lasts until the next, and the app begins in the background`() async throws {
    let report = try await HandMadePlay(
      """
      {"t":2,"app":"active"}
      {"t":5,"app":"background"}
      {"t":9,"end":{}}
      """
    )
    .report()
    #expect(report.marks.map(\.until) == [.seconds(5), .seconds(9)])
    #expect(
      report.bars
        == [ReportBar(lane: Lane.phase, from: .zero, until: .seconds(2), label: "background")]
    )
  }

  @Test func `without a record the app stays in the background`() async throws {
    let report = try await HandMadePlay(#"{"t":9,"end":{}}"#).report()
    #expect(report.bars.map(\.until) == [.seconds(9)])
    #expect(report.marks.isEmpty)
  }

  @Test func `pages, covers and accounts last as long as they are there`() async throws {
    let report = try await HandMadePlay(
      """
      {"t":0,"account":"alice"}
      {"t":1,"page":"home","visible":true}
      {"t":2,"page":"me","visible":true}
      {"t":3,"page":"home","visible":true}
      {"t":4,"page":"home","visible":false}
      {"t":5,"overlay":true}
      {"t":6,"overlay":true}
      {"t":7,"overlay":false}
      {"t":8,"account":"alice"}
      {"t":9,"account":null}
      {"t":10,"end":{}}
      """
    )
    .report()
    let expected: [Int?] = [9, 4, 10, nil, nil, 10, 7, nil, nil, nil]
    #expect(report.marks.map(\.until) == expected.map { $0.map(Duration.seconds) })
  }

  @Test func `a request lasts as long as the server takes`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"app":"active"}
        {"t":0,"unread":1,"latency":0.4}
        {"t":1,"page":"home","visible":true}
        {"t":1.1,"unread":1,"latency":9}
        {"t":80,"end":{}}
        """
    )
    #expect(report.marks("sync").map(\.until) == [.milliseconds(1_400), .seconds(70)])
    let lane = report.lanes.first { $0.id == "unread" }
    #expect(lane?.values == [ReportLane.Value(at: .milliseconds(1_400), number: 1)])
  }

  @Test(arguments: [
    #"{"t":2,"account":"bob"}"#, #"{"t":2,"account":null}"#, #"{"t":2,"end":{}}"#,
  ])
  func `a request ends with the account or the play`(end: String) async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"app":"active"}
        {"t":0,"unread":1,"latency":4}
        {"t":1,"page":"home","visible":true}

        """ + end
    )
    #expect(report.marks("sync").first?.until == .seconds(2))
  }

  @Test func `dots and previews last until they are gone`() async throws {
    var play = try HandMadePlay(#"{"t":20,"end":{}}"#)
    play.timer(1, .dot("a", true), .dot("b", true), .screenshot(.preview))
    play.timer(3, .dot("a", false), .screenshot(.hidden(.cancel)))
    let expected: [Int?] = [3, 20, 3, nil, nil]
    let report = await play.report()
    #expect(report.marks.map(\.until) == expected.map { $0.map(Duration.seconds) })
  }

  @Test func `a countdown lasts until it is over, removed, or the play ends`() async throws {
    var play = try HandMadePlay(
      """
      {"t":0,"countdown":{"add":[{"id":"a","seconds":3},{"id":"b","seconds":9},{"id":"c","seconds":99}]}}
      {"t":2,"countdown":{"add":[{"id":"b","seconds":9}]}}
      {"t":5,"countdown":{"remove":["b"]}}
      {"t":6,"end":{}}
      """
    )
    await play.record()
    await play.record()
    play.timer(3, .expired("a"))
    let report = await play.report()
    let bars = report.bars.filter { report.lanes[$0.lane].id == "countdown" }
    #expect(bars.map(\.label) == ["a", "b", "c"])
    #expect(bars.map(\.until) == [.seconds(3), .seconds(5), .seconds(6)])
  }

  @Test func `many times that read the same are told once`() {
    let first = CountdownEvent.tick("a", remaining: .seconds(14_399))
    #expect(
      first.words(forRunOf: 3, to: .tick("a", remaining: .seconds(14_397)))
        == "a: shown 3 times, with 3 h 59 min left"
    )
  }

  @Test func `ticks that follow each other are one mark`() async throws {
    var play = try HandMadePlay(
      #"{"t":0,"countdown":{"add":[{"id":"a","seconds":99}],"show":["a"]}}"#
    )
    await play.record(.tick("a", 99))
    for second in 1...5 {
      play.timer(Double(second), .tick("a", 99 - second))
    }
    play.timer(60, .tick("a", 39))
    let ticks = await play.report().marks("tick")
    #expect(
      ticks.map(\.words) == [
        "a: shown 6 times, from 1 min 39 s to 1 min 34 s left", "a: 39 s left",
      ]
    )
    #expect(ticks.map(\.until) == [.seconds(5), nil])
    #expect(ticks.first?.texts.count == 2)
  }

  @Test func `quiet is what is long, with room beside what surrounds it`() async throws {
    let report = try await HandMadePlay(
      """
      {"t":0,"launch":{}}
      {"t":30,"launch":{}}
      {"t":61,"launch":{}}
      {"t":100,"end":{}}
      """
    )
    .report()
    #expect(
      Report.quietStretches(of: [report])
        == [.seconds(33)..<(.seconds(59)), .seconds(64)..<(.seconds(98))]
    )
  }
}
