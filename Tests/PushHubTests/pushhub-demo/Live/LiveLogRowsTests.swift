import PushHub
import Testing

@testable import pushhub_demo

struct LiveLogRowsTests {
  private let room = TextRoom(width: 80, height: 4)
  private var log = LiveLog()

  init() {
    for number in 1...20 {
      log.add("line \(number)", by: .demo, at: .seconds(number))
    }
  }

  @Test func `the end is seen until one scrolls, and is followed`() {
    var log = log
    #expect(seen(log) == ["line 17", "line 18", "line 19", "line 20"])
    log.add("line 21", by: .demo, at: .zero)
    #expect(seen(log) == ["line 18", "line 19", "line 20", "line 21"])
    #expect(log.window(in: room).newer == 0)
  }

  @Test func `what is read does not move when lines come, which are counted`() {
    var log = log
    log.scroll(by: -2, in: room)
    #expect(seen(log) == ["line 15", "line 16", "line 17", "line 18"])
    #expect(log.window(in: room).newer == 2)
    log.add("line 21", by: .demo, at: .zero)
    #expect(seen(log) == ["line 15", "line 16", "line 17", "line 18"])
    #expect(log.window(in: room).newer == 3)
    log.scrollToEnd()
    #expect(seen(log).last == "line 21")
  }

  @Test func `who scrolls down to the end follows it again`() {
    var log = log
    log.scroll(by: -3, in: room)
    log.scroll(by: 2, in: room)
    #expect(log.top != nil)
    log.scroll(by: 1, in: room)
    #expect(log.top == nil)
    log.scroll(by: 5, in: room)
    #expect(log.top == nil)
  }

  @Test func `there is nothing before the start, and nothing to scroll where all is seen`() {
    var log = log
    log.scroll(by: -1_000, in: room)
    #expect(seen(log) == ["line 1", "line 2", "line 3", "line 4"])
    log.scroll(by: 1, in: room)
    #expect(seen(log).first == "line 2")
    log.scrollToStart(in: room)
    #expect(seen(log).first == "line 1")
    let tall = TextRoom(width: 80, height: 20)
    log.scroll(by: -1, in: tall)
    #expect(log.top == nil)
    log.scrollToStart(in: tall)
    #expect(log.top == nil)
  }

  @Test func `a line that is forgotten while it is read gives way to the first one left`() {
    var log = log
    log.scrollToStart(in: room)
    for number in 21...LiveLog.mostLines + 3 {
      log.add("line \(number)", by: .demo, at: .zero)
    }
    #expect(seen(log).first == "line 4")
  }

  @Test func `long lines are wrapped below their own text, and scrolled by rows`() {
    var log = LiveLog()
    log.add("one two three four five six seven eight nine ten", by: .demo, at: .zero)
    log.add("end", by: .user, at: .zero)
    let room = TextRoom(width: 40, height: 2)
    let all = log.window(in: TextRoom(width: 40, height: 9)).rows.map(\.text)
    #expect(
      all == [
        " 0:00 demo: one two three four five six ", "   seven eight nine ten", " 0:00 you: end",
      ]
    )
    #expect(log.window(in: room).rows.map(\.text) == Array(all[1...]))
    log.scroll(by: -1, in: room)
    #expect(log.window(in: room).rows.map(\.text) == Array(all[..<2]))
    #expect(log.top == LiveLog.Place(number: 1, row: 0))
    let wide = log.window(in: TextRoom(width: 60, height: 9)).rows.map(\.text)
    #expect(
      wide == [
        "    0:00  demo        one two three four five six seven ",
        "                      eight nine ten", "    0:00  you         end",
      ]
    )
  }

  @Test func `a hit is marked in its line and at its edge, and is brought into sight`() {
    var log = log
    log.search(for: "LINE 3", upTo: .max)
    log.reveal(3, in: room)
    let rows = log.window(in: room).rows
    #expect(rows.map { String($0.text.suffix(6)) } == ["line 1", "line 2", "line 3", "line 4"])
    #expect(rows.map { $0.text.hasPrefix("▸") } == [false, false, true, false])
    #expect(rows[2].sequence(on: Look()).contains("\u{1B}[7mline 3\u{1B}[0m"))
    let before = log
    log.reveal(4, in: room)
    #expect(log == before)
    log.search(for: "line 1", upTo: 11)
    #expect(
      log.window(in: TextRoom(width: 80, height: 12)).rows.map { $0.text.first } == [
        "•", " ", " ", " ", " ", " ", " ", " ", " ", "•", "▸", "•",
      ]
    )
    let ascii = log.window(in: room, look: Look(isUnicode: false)).rows
    #expect(ascii.first?.text.first == "*")
  }

  @Test func `nothing to show is nothing, in no room too`() {
    var log = LiveLog()
    log.scroll(by: -1, in: room)
    log.scrollToStart(in: room)
    log.reveal(1, in: room)
    #expect(log.window(in: room) == LiveLog.Window())
    log.add("a", by: .demo, at: .zero)
    for room in [TextRoom(width: 0, height: 1), TextRoom(width: 1, height: 0)] {
      #expect(log.window(in: room) == LiveLog.Window())
    }
  }

  @Test(arguments: 0..<Exhaustive.choose(2, thorough: 8) as Range<UInt64>)
  func `scrolling is as in the whole text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var log = LiveLog()
    for _ in 0..<30 {
      let length = Int.random(in: 0...160, using: &generator)
      let text = (0..<length).compactMap { _ in "ab 日e".randomElement(using: &generator) }
      log.add(String(text), by: .server, at: .zero)
    }
    let width = Int.random(in: 1...90, using: &generator)
    let room = TextRoom(width: width, height: Int.random(in: 1...12, using: &generator))
    let all = log.window(in: TextRoom(width: width, height: .max)).rows
    let last = max(0, all.count - room.height)
    var first = last
    for _ in 0..<40 {
      let rows = Int.random(in: -15...15, using: &generator)
      log.scroll(by: rows, in: room)
      first = max(0, min(last, first + rows))
      let expected = Array(all[first..<min(all.count, first + room.height)])
      #expect(log.window(in: room).rows == expected, "seed \(seed)")
      #expect((log.top == nil) == (first == last), "seed \(seed)")
    }
  }

  private func seen(_ log: LiveLog) -> [String] {
    log.window(in: room).rows.map { $0.text.replacing(#/^.* {2}/#, with: "") }
  }
}
