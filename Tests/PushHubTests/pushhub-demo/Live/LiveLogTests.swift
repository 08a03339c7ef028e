import PushHub
import Testing

@testable import pushhub_demo

struct LiveLogTests {
  private static let hub = LiveLogLine.Speaker.part("hub", colour: 34)

  @Test func `the latest lines are kept, and each has its number for ever`() {
    var log = LiveLog()
    for number in 1...LiveLog.mostLines + 5 {
      log.add("line \(number)", by: .demo, at: .zero)
    }
    #expect(log.lines.count == LiveLog.mostLines)
    #expect(log.lines.first?.text == "line 6")
    #expect(log.lines.first?.number == 6)
    #expect(log.shown == log.lines)
    #expect(log.index(of: 1) == 0)
    #expect(log.index(of: 7) == 1)
    #expect(log.index(of: 5_000) == LiveLog.mostLines)
  }

  @Test func `a text that is too long is cut with a sign, and none commands the terminal`() {
    var log = LiveLog()
    log.add(String(repeating: "x", count: 50_000), by: .demo, at: .zero)
    log.add("\u{1B}[2J", by: .demo, at: .zero)
    let longest = String(repeating: "x", count: LiveLog.longestLine)
    #expect(log.lines.map(\.text) == [longest + " ...", #"\u{1b}[2J"#])
    log.add("a" + String(repeating: "\u{301}", count: 60_000), by: .demo, at: .zero)
    #expect(log.lines.last?.text.unicodeScalars.count == DisplayWidth.mostScalars)
  }

  @Test func `who is hidden is not shown, neither now nor later, until shown again`() {
    var log = LiveLog()
    log.add("a", by: Self.hub, at: .zero)
    log.add("b", by: .user, at: .zero)
    log.toggle("hub")
    log.add("c", by: Self.hub, at: .zero)
    log.add("d", by: .user, at: .zero)
    #expect(log.shown.map(\.text) == ["b", "d"])
    log.toggle("you")
    #expect(log.shown == [])
    log.toggle("hub")
    #expect(log.shown.map(\.text) == ["a", "c"])
    log.hide([])
    #expect(log.shown.map(\.text) == ["a", "b", "c", "d"])
  }

  @Test func `a search finds the latest line up to one, and goes around in both directions`() {
    var log = LiveLog()
    for text in ["Push 1", "x", "push 2", "y", "PUSH 3"] {
      log.add(text, by: .demo, at: .zero)
    }
    log.search(for: "push", upTo: 4)
    #expect(log.search?.hits == [1, 3, 5])
    #expect(log.search?.hit == 3)
    #expect(log.search?.hitPosition == 2)
    var found: [Int?] = []
    for direction in [LogSearch.Direction.newer, .newer, .older, .older] {
      log.goToHit(direction, from: log.search?.hit ?? .max)
      found.append(log.search?.hit)
    }
    #expect(found == [5, 1, 5, 3])
    log.search(for: "none", upTo: .max)
    #expect(log.search?.hits == [])
    log.goToHit(.older, from: .max)
    #expect(log.search?.hit == nil)
    #expect(log.search?.hitPosition == nil)
    log.endSearch()
    #expect(log.search == nil)
  }

  @Test func `a longer text is searched for in the lines found so far, and in all after a change`()
  {
    var log = LiveLog()
    for text in ["push", "pull", "ask", "pus"] {
      log.add(text, by: .demo, at: .zero)
    }
    let texts = ["p", "pu", "pus", "push", "pus", "pu", "k", "", "pull"]
    let hits = texts.map { text in
      log.search(for: text, upTo: .max)
      return log.search?.hits
    }
    #expect(
      hits == [[1, 2, 4], [1, 2, 4], [1, 4], [1], [1, 4], [1, 2, 4], [3], [], [2]]
    )
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `whatever is done in any order, what is found is what a whole search finds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let speakers: [LiveLogLine.Speaker] = [Self.hub, .user, .system, .server]
    let words = ["push", "Pull", "ask", "answer", "PUSH m1"]
    var log = LiveLog()
    for step in 0..<1_500 {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: log.toggle(speakers.randomElement(using: &generator)?.name ?? "")
      case 1: log.search(for: words.randomElement(using: &generator) ?? "", upTo: step)
      case 2: log.goToHit(.older, from: log.search?.hit ?? .max)
      case 3 where step % 3 == 0: log.endSearch()
      default:
        let speaker = speakers.randomElement(using: &generator) ?? .demo
        log.add(words.randomElement(using: &generator) ?? "", by: speaker, at: .zero)
      }
      guard step % 100 == 0 else { continue }
      #expect(log.shown == log.lines.filter { !log.hidden.contains($0.speaker.name) })
      if let search = log.search {
        let text = search.text.lowercased()
        let hits = log.shown.filter { $0.text.lowercased().contains(text) }.map(\.number)
        #expect(search.hits == hits, "seed \(seed), step \(step)")
        #expect(search.hit.map(hits.contains) ?? hits.isEmpty, "seed \(seed), step \(step)")
      }
    }
    #expect(log.lines.count == LiveLog.mostLines)
  }
}
