import PushHubReplay

/// A line on a terminal: texts, each in a style.
struct TextLine: Equatable {
  enum Style: Equatable {
    case plain
    case strong
    case quiet
    case selected
    case alert

    /// One of the terminal's colours.
    case colour(Int)

    /// The parameter of the sequence that switches it on; see ECMA-48, SGR.
    fileprivate var parameter: String? {
      switch self {
      case .plain: nil
      case .strong: "1"
      case .quiet: "2"
      case .selected: "7"
      case .alert: "31"
      case .colour(let number): "\(number)"
      }
    }
  }

  private struct Span: Equatable {
    let text: String
    let style: Style
  }

  private var spans: [Span] = []

  init() {}

  init(_ text: String, _ style: Style = .plain) {
    append(text, style)
  }

  /// What is to be read.
  var text: String { spans.map(\.text).joined() }

  /// How many columns it takes.
  var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  /// Adds a text; what could command the terminal is shown escaped.
  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    let isPlain = DisplayWidth.isPlain(text)
    spans.append(
      Span(text: isPlain ? text : DisplayWidth.bounded(printable(text)), style: style)
    )
  }

  mutating func append(_ line: TextLine) {
    spans += line.spans
  }

  /// Fills up with spaces to so many columns.
  mutating func pad(to width: Int) {
    append(String(repeating: " ", count: max(0, width - self.width)))
  }

  /// As much of it as fits into so many columns, with a sign at the end if that is not all.
  func cut(to width: Int, look: Look) -> TextLine {
    guard self.width > width else { return self }
    var result = TextLine()
    var left = width - 1
    for span in spans where left >= 0 {
      let part = DisplayWidth.prefix(of: span.text, width: left)
      result.append(part, span.style)
      left -= DisplayWidth.of(part)
      if part != span.text {
        result.append(String(look.ellipsis), span.style)
        break
      }
    }
    return result
  }

  /// All of it in lines of so many columns, each but the first one indented.
  ///
  /// A line ends between words, or inside one that is longer than a line.
  func wrapped(to width: Int, indent: Int) -> [TextLine] {
    guard self.width > width, width > 0 else { return [self] }
    let cells = spans.flatMap { span in
      span.text.map { Cell(character: $0, width: DisplayWidth.of($0), style: span.style) }
    }
    let indent = min(indent, width / 2)
    var lines: [TextLine] = []
    var rest = cells[...]
    while !rest.isEmpty {
      let start = lines.isEmpty ? 0 : indent
      let end = Self.end(of: rest, width: width - start, next: width - indent)
      lines.append(TextLine(rest[..<end], indent: start))
      rest = rest[end...].drop { $0.isBlank }
    }
    return lines
  }

  /// What is written to the terminal.
  ///
  /// One of another encoding would read bytes of UTF-8 as something else, and even as commands: it
  /// gets a question mark for each column.
  func sequence(on look: Look) -> String {
    spans.map { span in
      let text = look.isUnicode ? span.text : Self.ascii(span.text)
      guard look.isColoured, let parameter = span.style.parameter else { return text }
      return "\u{1B}[\(parameter)m\(text)\u{1B}[0m"
    }
    .joined()
  }

  private static func ascii(_ text: String) -> String {
    guard !DisplayWidth.isPlain(text) else { return text }
    return text.reduce(into: "") { result, character in
      result +=
        character.isASCII
        ? String(character) : String(repeating: "?", count: DisplayWidth.of(character))
    }
  }
}

// MARK: - Wrapping

extension TextLine {
  private struct Cell {
    let character: Character
    let width: Int
    let style: Style

    var isBlank: Bool { character == " " }
  }

  private init(_ cells: ArraySlice<Cell>, indent: Int) {
    append(String(repeating: " ", count: indent))
    var rest = cells
    while let style = rest.first?.style {
      let run = rest.prefix { $0.style == style }
      spans.append(Span(text: String(run.map(\.character)), style: style))
      rest = rest.dropFirst(run.count)
    }
  }

  /// Where a line ends that begins with some cells; it has one of them at least.
  ///
  /// - Parameter next: How many columns the next line has: a word that is longer is not kept whole.
  private static func end(of cells: ArraySlice<Cell>, width: Int, next: Int) -> Int {
    var taken = 0
    let fitting = cells.prefix {
      taken += $0.width
      return taken <= width
    }
    guard fitting.endIndex < cells.endIndex else { return cells.endIndex }
    let full = max(fitting.endIndex, cells.startIndex + 1)
    guard !cells[full - 1].isBlank, !cells[fitting.endIndex].isBlank,
      let blank = fitting.lastIndex(where: \.isBlank)
    else { return full }
    let word = cells[(blank + 1)...].prefix { !$0.isBlank }
    return word.reduce(0) { $0 + $1.width } <= next ? blank + 1 : full
  }
}

/// How many columns texts take on a terminal.
///
/// Terminals differ where Unicode leaves it open; this follows the East Asian Width property, with
/// ambiguous characters narrow. In a grapheme cluster, marks that stand beside a letter and further
/// letters take columns of their own, as in Hindi and Thai.
enum DisplayWidth {
  /// How many scalars a character may be made of before the rest of them is left out.
  static let mostScalars = 8

  /// Blocks whose characters take two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]

  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let beside = character.unicodeScalars.dropFirst().count(where: standsBeside)
    guard first.value >= 0x300 else { return 1 + beside }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return beside
    default: break
    }
    let isEmoji =
      first.properties.isEmojiPresentation
      || character.unicodeScalars.contains { $0.value == 0xFE0F }
    return beside + (isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1)
  }

  /// Whether a scalar that is not the first of its cluster takes a column.
  private static func standsBeside(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spacingMark, .otherLetter, .modifierLetter:
      // The vowels and last consonants of Hangul stand within the syllable.
      !(0x1160...0x11FF).contains(scalar.value) && !(0xD7B0...0xD7FF).contains(scalar.value)
    default: false
    }
  }

  static func of(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// Whether each byte of a text is a character of one column.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// As much of a text as fits into so many columns.
  static func prefix(of text: String, width: Int) -> String {
    var taken = 0
    return String(
      text.prefix { character in
        taken += of(character)
        return taken <= width
      }
    )
  }

  /// A text whose characters have no endless heap of marks on them.
  static func bounded(_ text: String) -> String {
    guard text.unicodeScalars.count > text.count else { return text }
    return text.reduce(into: "") { result, character in
      result.unicodeScalars += character.unicodeScalars.prefix(mostScalars)
    }
  }
}
