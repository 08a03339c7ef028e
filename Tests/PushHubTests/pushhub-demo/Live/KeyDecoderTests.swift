import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
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
    ("\u{1B}[3~\u{1B}OP", [.unknown, .unknown]),
    ("\u{1B}[[B\u{1B}O2Pq", [.unknown, .unknown, .character("q")]),
    ("é€😀", [.character("é"), .character("€"), .character("😀")]),
    ("\u{7F}", [.unknown]),
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

  @Test func `an escape key is told with the key after it`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.decode([UInt8(ascii: "q")]) == [.escape, .character("q")])
    #expect(
      decoder.decode([0x1B, 0x1B, UInt8(ascii: "q")]) == [.escape, .escape, .character("q")]
    )
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
    (.character("b"), .act(.toggleBackground)),
    (.character("S"), .act(.toggleAccount)),
    (.character("p"), .act(.dropPayload)),
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
    .unknown, .enter,
  ])
  func `other keys do nothing`(key: KeyEvent) {
    #expect(LiveIntent(key) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func byte() -> UInt8 {
    UInt8(truncatingIfNeeded: next())
  }
}
