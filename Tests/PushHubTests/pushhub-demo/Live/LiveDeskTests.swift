import PushHub
import Testing

@testable import pushhub_demo

struct LiveDeskTests {
  private static let room = LiveDesk.Room(
    log: TextRoom(width: 80, height: 5),
    help: TextRoom(width: 80, height: 6)
  )

  private static let characters = (0x20..<0x7F).map {
    KeyEvent.character(Character(Unicode.Scalar($0)))
  }

  private static let controls = (0x40..<0x60).map {
    KeyEvent.control(Character(Unicode.Scalar($0)))
  }

  private static let keys: [KeyEvent] =
    characters + controls + [
      .enter, .tab, .backTab, .escape, .backspace, .up, .down, .left, .right, .pageUp, .pageDown,
      .home, .end, .paste("q\u{3}"), .unknown, .character("é"),
    ]

  private var desk = LiveDesk(features: ["unread"])

  init() {
    for number in 1...20 {
      desk.add("push m\(number) received", by: .part("hub", colour: 34), at: .seconds(number))
      desk.add("asks \(number)", by: .part("unread", colour: 32), at: .seconds(number))
    }
  }

  // MARK: - What every key does in every mode

  @Test func `Control-C, D, L and Z mean the same in every mode, and change nothing else`() {
    for mode in ["", "/", "/pu", "f", "?"] {
      for key in Self.controls {
        let desk = pressed(mode)
        var after = desk
        let intent = after.handle(key, in: Self.room)
        let expected: [KeyEvent: LiveIntent] = [
          .control("C"): .interrupt, .control("D"): .quit, .control("L"): .redraw,
          .control("Z"): .suspend,
        ]
        #expect(intent == expected[key], "\(key) in \(mode)")
        #expect(intent == nil || after == desk, "\(key) in \(mode)")
      }
    }
  }

  @Test func `while nothing is open, keys are the app's but for those that read`() {
    let reading: [KeyEvent: LiveDesk.Mode] = [
      .character("/"): .search(""), .character("?"): .help(top: 0), .character("h"): .help(top: 0),
      .character("H"): .help(top: 0), .character("f"): .choice, .character("F"): .choice,
    ]
    for key in Self.keys {
      var after = desk
      let intent = after.handle(key, in: Self.room)
      #expect(after.mode == reading[key] ?? .app, "\(key)")
      if case .paste = key {
        #expect(intent == .tell("pasted text is not taken as keys: 2 characters"))
      } else {
        #expect(intent == LiveIntent(key), "\(key)")
      }
    }
  }

  @Test func `while a search is typed, no key is the app's`() {
    for key in Self.keys {
      var after = pressed("/pu")
      let intent = after.handle(key, in: Self.room)
      guard !isEverywhere(key) else { continue }
      #expect(intent == nil, "\(key)")
      let mode: LiveDesk.Mode =
        switch key {
        case .character(let character): .search("pu\(character)")
        case .paste: .search("puq")
        case .backspace: .search("p")
        case .control("U"): .search("")
        case .enter, .escape: .app
        default: .search("pu")
        }
      #expect(after.mode == mode, "\(key)")
    }
  }

  @Test func `while speakers are chosen, no key is the app's`() {
    for key in Self.keys {
      var after = pressed("f")
      let intent = after.handle(key, in: Self.room)
      guard !isEverywhere(key) else { continue }
      if case .paste = key {
        #expect(intent == .tell("pasted text is not taken as keys: 2 characters"))
      } else {
        #expect(intent == nil, "\(key)")
      }
      let closing: [KeyEvent] = [.enter, .escape, .character("f"), .character("F")]
      #expect(after.mode == (closing.contains(key) ? .app : .choice), "\(key)")
      let names = [
        "1": "hub", "2": "unread", "3": "you", "4": "system", "5": "server", "6": "demo",
      ]
      var hidden: Set<String> = []
      if case .character(let character) = key, let name = names[String(character)] {
        hidden = [name]
      }
      #expect(after.log.hidden == hidden, "\(key)")
    }
  }

  @Test func `while the help is open, every key closes it but those that scroll`() {
    let staying: [KeyEvent] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .character("j"), .character("k"),
      .character("J"), .character("K"), .paste("q\u{3}"), .control("C"), .control("D"),
      .control("L"), .control("Z"),
    ]
    for key in Self.keys {
      var after = pressed("?")
      let intent = after.handle(key, in: Self.room)
      if staying.contains(key) {
        #expect(after.mode != .app, "\(key)")
      } else {
        #expect(after.mode == .app, "\(key)")
        #expect(intent == nil, "\(key)")
      }
    }
  }

  // MARK: - Searching

  @Test func `a search goes to the latest hit as it is typed, and comes back when it is left`() {
    var desk = desk
    press(.pageUp, in: &desk)
    let top = desk.log.top
    for character in "M3 R" {
      press(.character(character), in: &desk, after: desk.mode == .app ? "/" : "")
    }
    #expect(desk.mode == .search("M3 R"))
    #expect(desk.log.search?.hits == [5])
    #expect(desk.log.window(in: Self.room.log).numbers?.contains(5) == true)
    press(.escape, in: &desk)
    #expect(desk.log.search == nil)
    #expect(desk.log.top == top)
    #expect(desk.mode == .app)
  }

  @Test func `a search that is kept is gone through by keys, and ended by escape`() {
    var desk = pressed("/received")
    press(.enter, in: &desk)
    #expect(desk.log.search?.hits.count == 20)
    #expect(desk.log.search?.hit == 39)
    press(.character("<"), in: &desk)
    press(.character("<"), in: &desk)
    #expect(desk.log.search?.hitPosition == 18)
    press(.character(">"), in: &desk)
    #expect(desk.log.search?.hitPosition == 19)
    for _ in 0..<10 {
      press(.character("<"), in: &desk)
      let hit = desk.log.search?.hit ?? 0
      #expect(desk.log.window(in: Self.room.log).numbers?.contains(hit) == true)
    }
    press(.escape, in: &desk)
    #expect(desk.log.search == nil)
  }

  @Test func `what was found is still seen when there is less room than while it was searched`() {
    var desk = desk
    let wide = LiveDesk.Room(
      log: TextRoom(width: 80, height: 12),
      help: TextRoom(width: 80, height: 12)
    )
    for character in "/asks 3" {
      _ = desk.handle(.character(character), in: wide)
    }
    _ = desk.handle(.enter, in: wide)
    var narrow = wide
    narrow.log.height = 2
    desk.settle(in: narrow)
    #expect(desk.log.window(in: narrow.log).numbers?.contains(6) == true)
    #expect(desk.log.search?.hit == 6)
    _ = desk.handle(.home, in: narrow)
    desk.settle(in: narrow)
    #expect(desk.log.window(in: narrow.log).numbers == 1...2)
  }

  @Test func `where everything has room the end is followed again`() {
    var desk = desk
    press(.pageUp, in: &desk)
    #expect(desk.log.top != nil)
    var tall = Self.room
    tall.log.height = 40
    desk.settle(in: tall)
    #expect(desk.log.top == nil)
  }

  @Test func `keys that go through hits do nothing without a search`() {
    var desk = desk
    let before = desk
    press(.character("<"), in: &desk)
    press(.character(">"), in: &desk)
    press(.escape, in: &desk)
    #expect(desk == before)
  }

  @Test func `a search for nothing is none`() {
    var desk = pressed("/x")
    press(.backspace, in: &desk)
    #expect(desk.log.search == nil)
    press(.backspace, in: &desk)
    press(.enter, in: &desk)
    #expect(desk.log.search == nil)
    #expect(desk.mode == .app)
  }

  @Test(arguments: [
    ("q", "q"), ("a\r\nb", "a b"), ("\u{1B}[2J\u{3}x", "[2J x"), (" b\n", " b"), ("\n\r", ""),
    ("\u{2028}é\t", "é"),
  ])
  func `what is pasted into a search is one line of text`(text: String, line: String) {
    var desk = pressed("/")
    #expect(desk.handle(.paste(text), in: Self.room) == nil)
    #expect(desk.mode == .search(line))
  }

  @Test func `a search is bounded`() {
    var desk = pressed("/")
    press(.paste(String(repeating: "é", count: 5_000)), in: &desk)
    press(.character("x"), in: &desk)
    let text = String(repeating: "é", count: LiveDesk.longestSearch)
    #expect(desk.mode == .search(text))
  }

  @Test func `a search is bounded in marks on its characters, too`() {
    var desk = pressed("/e")
    for _ in 0..<50 {
      press(.character("\u{301}"), in: &desk)
    }
    guard case .search(let text) = desk.mode else {
      Issue.record("the search is left")
      return
    }
    #expect(text.unicodeScalars.count == DisplayWidth.mostScalars)
  }

  @Test func `what changes nothing of a search leaves the hit that was gone to`() {
    var desk = pressed("/received")
    press(.up, in: &desk)
    let before = desk
    press(.paste(""), in: &desk)
    #expect(desk == before)
    press(.paste("\n"), in: &desk)
    #expect(desk == before)
  }

  @Test func `pasted text is told of by its length, and by nothing that it says`() {
    var desk = desk
    #expect(
      desk.handle(.paste("s"), in: Self.room)
        == .tell("pasted text is not taken as keys: one character")
    )
    let long = String(repeating: "q", count: KeyDecoder.longestPaste)
    #expect(
      desk.handle(.paste(long), in: Self.room)
        == .tell("pasted text is not taken as keys: 4096 characters or more")
    )
  }

  // MARK: - Choosing and scrolling

  @Test func `speakers are switched off, on, and all on again`() {
    var desk = pressed("f1")
    #expect(desk.log.shown.allSatisfy { $0.speaker.name == "unread" })
    press(.character("2"), in: &desk)
    #expect(desk.log.shown == [])
    press(.character("1"), in: &desk)
    #expect(desk.log.shown.count == 20)
    press(.character("A"), in: &desk)
    #expect(desk.log.shown.count == 40)
    press(.character("9"), in: &desk)
    press(.character("0"), in: &desk)
    #expect(desk.log.hidden == [])
  }

  @Test func `pages keep a row of the one before, and the ends are reached`() {
    var desk = desk
    #expect(seen(desk) == 36...40)
    press(.pageUp, in: &desk)
    #expect(seen(desk) == 32...36)
    press(.up, in: &desk)
    press(.character("k"), in: &desk)
    #expect(seen(desk) == 30...34)
    press(.character("J"), in: &desk)
    press(.pageDown, in: &desk)
    #expect(seen(desk) == 35...39)
    press(.home, in: &desk)
    #expect(seen(desk) == 1...5)
    press(.end, in: &desk)
    #expect(seen(desk) == 36...40)
  }

  @Test func `the help scrolls within its rows`() {
    var desk = pressed("?")
    press(.up, in: &desk)
    #expect(desk.mode == .help(top: 0))
    press(.down, in: &desk)
    press(.pageDown, in: &desk)
    #expect(desk.mode == .help(top: 6))
    press(.end, in: &desk)
    let last = KeyHelp.rows(width: 80).count - 6
    #expect(desk.mode == .help(top: last))
    press(.character("j"), in: &desk)
    #expect(desk.mode == .help(top: last))
    press(.home, in: &desk)
    #expect(desk.mode == .help(top: 0))
  }

  @Test(arguments: 0..<Exhaustive.choose(2, thorough: 8) as Range<UInt64>)
  func `whatever is pressed in whatever room, there is something to show`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var screen = LiveScreen(desk: desk)
    for step in 0..<120 {
      let width = Int.random(in: 1...90, using: &generator)
      let height = Int.random(in: 1...30, using: &generator)
      let room = screen.room(width: width, height: height, look: Look())
      if let key = Self.keys.randomElement(using: &generator) {
        _ = screen.desk.handle(key, in: room)
      }
      screen.desk.add("push \(step) é", by: .demo, at: .seconds(step))
      let lines = screen.lines(width: width, height: height, look: Look())
      #expect(lines.count == height, "seed \(seed), step \(step)")
      #expect(lines.allSatisfy { $0.width <= width }, "seed \(seed), step \(step)")
    }
  }
}

extension LiveDeskTests {
  private func isEverywhere(_ key: KeyEvent) -> Bool {
    ["C", "D", "L", "Z"].contains { key == .control($0) }
  }

  /// The desk after some characters were typed.
  private func pressed(_ text: String) -> LiveDesk {
    var desk = desk
    for character in text {
      press(.character(character), in: &desk)
    }
    return desk
  }

  private func press(_ key: KeyEvent, in desk: inout LiveDesk, after text: String = "") {
    for character in text {
      _ = desk.handle(.character(character), in: Self.room)
    }
    _ = desk.handle(key, in: Self.room)
  }

  private func seen(_ desk: LiveDesk) -> ClosedRange<Int>? {
    desk.log.window(in: Self.room.log).numbers
  }
}
