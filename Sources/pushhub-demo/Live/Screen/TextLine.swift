import PushHubReplay

/// A line on a terminal: characters, each in a style.
struct TextLine: Equatable {
  /// How a text looks, by the parameter of the sequence that switches it on; see ECMA-48, SGR.
  struct Style: Equatable {
    let parameter: Int

    static let plain = colour(0)
    static let strong = colour(1)
    static let quiet = colour(2)
    static let selected = colour(7)
    static let alert = colour(31)

    /// One of the terminal's colours.
    static func colour(_ number: Int) -> Style { Style(parameter: number) }
  }

  private struct Cell: Equatable {
    let character: Character
    let style: Style

    var isBlank: Bool { character == " " }
  }

  private var cells: [Cell] = []

  init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  private init(_ cells: some Sequence<Cell>) {
    self.cells = Array(cells)
  }

  /// The text.
  var text: String { String(cells.map(\.character)) }

  /// How many columns it takes.
  var width: Int { cells.reduce(0) { $0 + $1.character.columns } }

  /// Adds a text; what could command the terminal is shown escaped.
  mutating func append(_ text: String, _ style: Style = .plain) {
    cells += printable(text).map { Cell(character: $0, style: style) }
  }

  mutating func append(_ line: TextLine) {
    cells += line.cells
  }

  /// Fills up with spaces to so many columns.
  mutating func pad(to width: Int) {
    append(String(repeating: " ", count: max(0, width - self.width)))
  }

  /// As much of it as fits into so many columns, with a sign at the end if that is not all.
  func cut(to width: Int) -> TextLine {
    guard self.width > width else { return self }
    var line = TextLine(cells[..<Self.end(of: cells[...], width: width - 1)])
    line.append("…")
    return line
  }

  /// All of it in lines of so many columns, each but the first one indented.
  ///
  /// A line ends between words, or inside one that is longer than a line.
  func wrapped(to width: Int, indent: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = cells[...]
    repeat {
      var line = TextLine(String(repeating: " ", count: lines.isEmpty ? 0 : min(indent, width / 2)))
      let full = max(
        Self.end(of: rest, width: width - line.width),
        min(rest.startIndex + 1, rest.endIndex)
      )
      // The blank after the last word that fits, which may be the first that does not.
      let blank = full < rest.endIndex ? rest[...full].lastIndex(where: \.isBlank) : nil
      let end = blank ?? full
      line.cells += rest[..<end]
      lines.append(line)
      rest = rest[end...].drop(while: \.isBlank)
    } while !rest.isEmpty
    return lines
  }

  /// Where what fits into so many columns ends.
  private static func end(of cells: ArraySlice<Cell>, width: Int) -> Int {
    var left = width
    return cells.firstIndex { cell in
      left -= cell.character.columns
      return left < 0
    } ?? cells.endIndex
  }

  /// What is written to the terminal.
  func sequence(isColoured: Bool) -> String {
    var style = Style.plain
    var text = ""
    for cell in cells {
      if isColoured, cell.style != style {
        style = cell.style
        text += "\u{1B}[0;\(style.parameter)m"
      }
      text.append(cell.character)
    }
    return style == .plain ? text : text + "\u{1B}[0m"
  }
}

extension Character {
  /// Blocks whose characters take two columns, by the East Asian Width property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  /// How many columns it takes on a terminal: one for each scalar but marks, or two.
  fileprivate var columns: Int {
    guard !isASCII, let first = unicodeScalars.first else { return 1 }
    let isWide =
      first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
      || Self.wide.contains { $0.contains(first.value) }
    return isWide
      ? 2
      : unicodeScalars.count { scalar in
        ![.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
      }
  }
}
