import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct KeyDecoderTests {
  @Test(arguments: [
    ("q", [KeyEvent.character("q")]),
    ("1 ", [.character("1"), .character(" ")]),
    ("\u{3}", [.control("C")]),
    ("\u{0}\u{1A}\u{1F}", [.control("@"), .control("Z"), .control("_")]),
    ("\r\n", [.enter, .enter]),
    ("\t", [.tab]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OC\u{1B}OD", [.right, .left]),
    ("\u{1B}[1;5C", [.right]),
    ("\u{1B}[Z", [.backTab]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[5;2~", [.pageUp, .pageDown, .pageUp]),
    ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.home, .end, .home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ("\u{1B}[3~\u{1B}OP", [.unknown, .unknown]),
    ("\u{1B}[~\u{1B}[201~\u{1B}[0200~q", [.unknown, .unknown, .unknown, .character("q")]),
    ("\u{1B}[[B\u{1B}O2Pq", [.unknown, .unknown, .character("q")]),
    ("é€😀", [.character("é"), .character("€"), .character("😀")]),
    ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{1B}[200~a q\u{1B}[201~q", [.paste("a q"), .character("q")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~\r\u{3}\u{1B}[A\u{1B}[201~", [.paste("\r\u{3}\u{1B}[A")]),
    (
      "\u{1B}[200~\u{1B}[200~\u{1B}[20\u{1B}\u{1B}[201~1",
      [.paste("\u{1B}[200~\u{1B}[20\u{1B}"), .character("1")]
    ),
    ("", []),
  ])
  func `keys are read from bytes, at once and in any pieces`(text: String, keys: [KeyEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == keys)
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == keys)
    }
  }

  @Test func `an escape key is told with the key after it, or when nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.decode([UInt8(ascii: "q")]) == [.escape, .character("q")])
    #expect(
      decoder.decode([0x1B, 0x1B, UInt8(ascii: "q")]) == [.escape, .escape, .character("q")]
    )
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.giveUp() == [.escape])
    #expect(decoder.giveUp() == [])
    #expect(decoder.decode([UInt8(ascii: "q")]) == [.character("q")])
  }

  @Test(arguments: [
    ("", nil), ("q", nil), ("\u{1B}", Duration.milliseconds(50)),
    ("\u{1B}[", .milliseconds(500)), ("\u{1B}[5", .milliseconds(500)),
    ("\u{1B}O", .milliseconds(500)), ("\u{1B}[[", .milliseconds(500)),
    ("\u{1B}[200~", .seconds(1)), ("\u{1B}[200~\u{1B}[201", .seconds(1)),
    ("\u{1B}[200~\u{1B}[201~", nil),
  ])
  func `what is waited for says how long`(text: String, patience: Duration?) {
    var decoder = KeyDecoder()
    _ = decoder.decode(text.utf8)
    #expect(decoder.patience == patience)
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[5", "\u{1B}O", "\u{1B}[["])
  func `what was begun and does not go on is no key, and the next key is one`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == [])
    #expect(decoder.giveUp() == [.unknown])
    #expect(decoder.decode("A".utf8) == [.character("A")])
  }

  @Test func `a character that is torn and does not go on is no key`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82]) == [])
    #expect(decoder.giveUp() == [.unknown])
    #expect(decoder.patience == nil)
  }

  @Test func `a paste is bounded and goes on to its end all the same`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\u{1B}[200~".utf8)
    for _ in 0..<1_000 {
      #expect(decoder.decode([UInt8](repeating: UInt8(ascii: "q"), count: 100)) == [])
    }
    let keys = decoder.decode("\u{1B}[201~q".utf8)
    let text = String(repeating: "q", count: KeyDecoder.longestPaste)
    #expect(keys == [.paste(text), .character("q")])
  }

  @Test func `nothing but its end ends a paste, however long nothing comes`() {
    var decoder = KeyDecoder()
    for text in ["\u{1B}[200~", "q", "\u{3}q", "\u{1B}", "[20"] {
      #expect(decoder.decode(text.utf8) == [])
      #expect(decoder.giveUp() == [])
      #expect(decoder.isPasting)
    }
    #expect(decoder.decode("1~".utf8) == [.paste("q\u{3}q")])
    #expect(!decoder.isPasting)
  }

  @Test(arguments: ["\u{3}", "\u{3}\u{3}\u{3}", "\u{1B}[20\u{3}"])
  func `Control-C after which nothing comes ends a paste that has no end`(text: String) {
    var decoder = KeyDecoder()
    _ = decoder.decode("\u{1B}[200~a\u{3}b".utf8)
    #expect(decoder.decode(text.utf8) == [])
    let begun = text.replacing("\u{3}", with: "")
    #expect(decoder.giveUp() == [.paste("a\u{3}b" + begun), .control("C")])
    #expect(decoder.decode("q".utf8) == [.character("q")])
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func `bytes that are no text are no key, and the next key is one`(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    let keys = decoder.decode(bytes + [UInt8(ascii: "q")])
    #expect(keys.last == .character("q"))
    #expect(keys.dropLast().allSatisfy { $0 == .unknown })
    #expect(keys.count > 1)
  }

  @Test func `a sequence without an end takes no memory and ends with the next control key`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, UInt8(ascii: "[")]) == [])
    for _ in 0..<1_000 {
      #expect(decoder.decode([UInt8](repeating: UInt8(ascii: "9"), count: 100)) == [])
    }
    #expect(decoder.decode([3, UInt8(ascii: "q")]) == [.control("C"), .character("q")])
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `any bytes cut anywhere give the same keys`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "\u{1B}", "[", "O", "2", "200~", "201~", ";", "\u{1B}[200~", "\u{1B}[201~", "é", "😀", "\u{3}",
      "A", "~", "\u{1B}[5~", "q",
    ]
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let piece = pieces.randomElement(using: &generator).map { Array($0.utf8) } ?? []
        bytes += Bool.random(using: &generator) ? piece : [generator.byte()]
      }
      var whole = KeyDecoder()
      let keys = whole.decode(bytes)
      var torn = KeyDecoder()
      var tornKeys: [KeyEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &generator)
        tornKeys += torn.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(tornKeys == keys, "seed \(seed), \(bytes)")
      #expect(torn.patience == whole.patience, "seed \(seed), \(bytes)")
      #expect(torn.giveUp() == whole.giveUp(), "seed \(seed), \(bytes)")
      let ends = torn.isPasting ? "\u{1B}[201~q" : "q"
      #expect(torn.decode(ends.utf8).last == .character("q"), "seed \(seed), \(bytes)")
    }
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `Control-C is heard after any bytes whatever`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    let starts: [UInt8] = [0x1B, 0x5B, 0x4F, 0xE2, 0xF0]
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...9, using: &generator) {
        let special = Bool.random(using: &generator)
        bytes.append(
          special ? starts[Int.random(in: 0..<5, using: &generator)] : generator.byte()
        )
      }
      let keys = decoder.decode(bytes + [3])
      #expect(keys.last == .control("C"), "seed \(seed), after \(bytes)")
    }
  }

  @Test(arguments: [
    (KeyEvent.character("1"), LiveIntent.act(.show(.home))),
    (.character("3"), .act(.show(.reader))),
    (.character("a"), .act(.pressButton)),
    (.character("b"), .act(.toggleBackground)),
    (.character("d"), .act(.toggleQuiet)),
    (.character("S"), .act(.toggleAccount)),
    (.character("p"), .act(.dropPayload)),
    (.character("t"), .act(.tapBanner)),
    (.character("W"), .act(.swipeBanner)),
    (.tab, .act(.showNext)),
    (.right, .act(.showNext)),
    (.backTab, .act(.showPrevious)),
    (.left, .act(.showPrevious)),
    (.character("q"), .quit),
    (.control("D"), .quit),
    (.control("C"), .interrupt),
    (.control("Z"), .suspend),
    (.control("L"), .redraw),
  ])
  func `keys stand for what the help says`(key: KeyEvent, intent: LiveIntent) {
    #expect(LiveIntent(key) == intent)
  }

  @Test(arguments: [
    KeyEvent.character("z"), .character("İ"), .character("4"), .control("A"), .up, .escape,
    .unknown, .enter, .down, .pageUp, .pageDown, .home, .end, .backspace, .paste("q"),
    .character("f"), .character("?"), .character("/"),
  ])
  func `other keys ask for nothing that is the app's or the terminal's`(key: KeyEvent) {
    #expect(LiveIntent(key) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func byte() -> UInt8 {
    UInt8(truncatingIfNeeded: next())
  }
}
