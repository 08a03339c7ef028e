import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct TextLineTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("😀", 2), ("❤️", 2),
    ("Ａ", 2), ("●─…", 3), ("\u{301}", 0), ("שלום", 4),
    ("हिन्दी", 5), ("नमस्ते", 4), ("a\u{903}", 2), ("น้ำ", 2), ("ภาษาไทย", 7),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👍🏽", 2), ("🇩🇪", 2), ("ｶ\u{FF9E}", 2),
  ])
  func `texts take as many columns as a terminal gives them`(text: String, width: Int) {
    #expect(TextLine(text).width == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("日本語", 6, "日本語"),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
  ])
  func `a text is cut by columns, with a sign that it was`(
    text: String,
    width: Int,
    result: String
  ) {
    let line = TextLine(text).cut(to: width)
    #expect(line.text == result)
    #expect(line.width <= width)
  }

  @Test(arguments: [
    ("abc def", 7, ["abc def"]), ("abc def", 6, ["abc", "  def"]),
    ("abc def", 4, ["abc", "  de", "  f"]),
    ("abcdefghij", 4, ["abcd", "  ef", "  gh", "  ij"]),
    ("ab cdefghijk", 5, ["ab", "  cde", "  fgh", "  ijk"]),
    ("a b  c", 3, ["a b", " c"]), ("日本語", 4, ["日本", "  語"]), ("日本", 1, ["日", "本"]),
    ("", 3, [""]), ("ab cd ef", 5, ["ab cd", "  ef"]),
  ])
  func `a text is wrapped between words, the lines after the first one indented`(
    text: String,
    width: Int,
    lines: [String]
  ) {
    #expect(TextLine(text).wrapped(to: width, indent: 2).map(\.text) == lines)
  }

  @Test func `what could command the terminal or turn the text around is shown escaped`() {
    let line = TextLine("a\u{1B}[2Jb\u{202E}c\u{7}\nd\u{9B}e\u{200D}")
    #expect(line.text == #"a\u{1b}[2Jb\u{202e}c\u{7}\u{a}d\u{9b}e\u{200d}"#)
  }

  @Test func `styles are sequences that end with their text, and none without colours`() {
    var line = TextLine("a", .alert)
    line.append("b")
    line.append("c", .colour(35))
    #expect(line.sequence(isColoured: true) == "\u{1B}[0;31ma\u{1B}[0;0mb\u{1B}[0;35mc\u{1B}[0m")
    #expect(line.sequence(isColoured: false) == "abc")
  }

  @Test(arguments: [
    (0, "0:00"), (59, "0:59"), (60, "1:00"), (3_600, "1:00:00"), (36_061, "10:01:01"),
  ])
  func `times are minutes and seconds, and hours if there are any`(seconds: Int, text: String) {
    #expect(Duration.seconds(seconds).shortText == text)
  }
}
