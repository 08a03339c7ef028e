import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct KeyDecoderTests {
  @Test(arguments: [
    ("q", [Key.character("q")]),
    ("1 ", [.character("1"), .character(" ")]),
    ("\u{3}q", [.character("\u{3}"), .character("q")]),
    ("\u{0}\u{1A}\u{1F}", [.character("\u{0}"), .character("\u{1A}"), .character("\u{1F}")]),
    ("\t", [.character("\t")]),
    ("\u{1B}[A\u{1B}[C\u{1B}[D", [.other, .character("→"), .character("←")]),
    ("\u{1B}OC\u{1B}OD", [.character("→"), .character("←")]),
    ("\u{1B}[Z", [.character("←")]),
    ("\u{1B}[5~\u{1B}[1;5A\u{1B}OP", [.other, .other, .other]),
    ("\u{1B}[~\u{1B}[201~\u{1B}[0200~q", [.other, .other, .other, .character("q")]),
    ("\u{1B}[[B\u{1B}O2Pq", [.other, .other, .character("q")]),
    ("\u{1B}qp", [.other, .character("p")]),
    ("é", [.other, .other]),
    ("\u{1B}[200~a q\u{1B}[201~q", [.paste, .character("q")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste]),
    ("\u{1B}[200~\rq\u{3}\u{1B}[A\u{1B}[201~", [.paste]),
    ("\u{1B}[200~\u{1B}[200~\u{1B}[20\u{1B}\u{1B}[201~1", [.paste, .character("1")]),
    ("", []),
  ])
  func `keys are read from bytes, at once and in any pieces`(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == keys)
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == keys)
    }
  }

  @Test func `an escape key is known when no byte follows between two flushes`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.flush() == [.other])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.character("q")])
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("[C".utf8) == [.character("→")])
  }

  @Test func `only its end ends a paste, after any pause`() {
    var decoder = KeyDecoder()
    for text in ["\u{1B}[200~", "q", "\u{3}q", "\u{1B}", "[20"] {
      #expect(decoder.decode(text.utf8) == [])
      #expect(decoder.flush() == [])
      #expect(decoder.flush() == [])
    }
    #expect(decoder.decode("1~q".utf8) == [.paste, .character("q")])
  }

  @Test(arguments: [
    (Key.character("1"), LiveAction.show(.home)),
    (.character("3"), .show(.reader)),
    (.character("a"), .pressButton),
    (.character("b"), .toggleBackground),
    (.character("d"), .toggleQuiet),
    (.character("S"), .toggleAccount),
    (.character("p"), .dropPayload),
    (.character("t"), .tapBanner),
    (.character("W"), .swipeBanner),
    (.character("\t"), .showNext),
    (.character("→"), .showNext),
    (.character("←"), .showPrevious),
    (.character("q"), .quit),
    (.character("\u{4}"), .quit),
    (.character("\u{C}"), .redraw),
  ])
  func `keys have the actions of the help`(key: Key, action: LiveAction) {
    #expect(LiveKeys.action(for: key) == action)
  }

  @Test func `no key has two actions`() {
    let keys = LiveKeys.table.flatMap(\.actions.keys)
    #expect(Set(keys).count == keys.count)
    for entry in LiveKeys.table {
      for key in entry.keys.split(separator: " ") {
        #expect(entry.actions[Character(String(key))] != nil)
      }
    }
  }
}
