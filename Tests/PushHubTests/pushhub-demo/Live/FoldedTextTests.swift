import Testing

@testable import pushhub_demo

struct FoldedTextTests {
  @Test(arguments: [
    ("Push m1 received", "PUSH"), ("Crème brûlée", "creme BRULEE"), ("creme", "crème"),
    ("E\u{301}té", "ete"), ("ＡＢＣ", "abc"), ("日本語", "本"), ("ΣΟΦΙΑ", "σοφια"), ("a😀b", "😀"),
    ("id-42_x", "42_"), ("a\r\nb", "b"),
  ])
  func `a text is found whatever its case, accents and width`(text: String, query: String) {
    #expect(FoldedText(text).contains(FoldedText(query)))
  }

  @Test(arguments: [
    ("push", "pull"), ("", "a"), ("a", ""), ("", ""), ("ab", "abc"), ("日本", "本日"), ("a", "\u{301}"),
  ])
  func `what is not there, or nothing at all, is not found`(text: String, query: String) {
    #expect(!FoldedText(text).contains(FoldedText(query)))
  }

  @Test(arguments: [
    ("abcabc", "bc", [1..<3, 4..<6]), ("aaaa", "aa", [0..<2, 2..<4]),
    ("é€aé", "E", [0..<1, 3..<4]),
    ("日本語日本語", "本語", [1..<3, 4..<6]), ("abc", "x", []), ("e\u{301}x", "x", [1..<2]),
    ("ﬁx", "x", [1..<2]),
  ])
  func `where it is is told by the characters of the text`(
    text: String,
    query: String,
    ranges: [Range<Int>]
  ) {
    #expect(FoldedText(text).ranges(of: FoldedText(query)) == ranges)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `plain texts are searched as the naive way does it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = Self.text(upTo: 20, &generator)
      let query = Self.text(upTo: 3, &generator)
      let expected = !query.isEmpty && text.lowercased().contains(query.lowercased())
      #expect(
        FoldedText(text).contains(FoldedText(query)) == expected,
        "seed \(seed): \(query) in \(text)"
      )
    }
  }

  private static func text(upTo count: Int, _ generator: inout SeededGenerator) -> String {
    let length = Int.random(in: 0...count, using: &generator)
    return String((0..<length).compactMap { _ in "aAbB ".randomElement(using: &generator) })
  }
}
