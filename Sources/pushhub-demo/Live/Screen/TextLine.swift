import PushHubReplay

/// A line of characters, each with a style.
struct TextLine: Equatable {
  /// The parameter of the escape sequence that sets a style; see SGR in ECMA-48.
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

  /// Its width in columns.
  var width: Int { cells.reduce(0) { $0 + $1.character.columns } }

  /// Adds a text, with control characters escaped.
  mutating func append(_ text: String, _ style: Style = .plain) {
    cells += printable(text).map { Cell(character: $0, style: style) }
  }

  mutating func append(_ line: TextLine) {
    cells += line.cells
  }

  /// Adds spaces up to a width.
  mutating func pad(to width: Int) {
    append(String(repeating: " ", count: max(0, width - self.width)))
  }

  /// The line up to a width, with `…` at the end if something is cut off.
  func cut(to width: Int) -> TextLine {
    guard self.width > width else { return self }
    var line = TextLine(cells[..<Self.end(of: cells[...], width: width - 1)])
    line.append("…")
    return line
  }

  /// The line in lines up to a width, broken between words and indented after the first.
  ///
  /// A word that is longer than a line is broken.
  func wrapped(to width: Int, indent: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = cells[...]
    repeat {
      var line = TextLine(String(repeating: " ", count: lines.isEmpty ? 0 : min(indent, width / 2)))
      let full = max(
        Self.end(of: rest, width: width - line.width),
        min(rest.startIndex + 1, rest.endIndex)
      )
      // The blank after the last word that fits.
      let blank = full < rest.endIndex ? rest[...full].lastIndex(where: \.isBlank) : nil
      let end = blank ?? full
      line.cells += rest[..<end]
      lines.append(line)
      rest = rest[end...].drop(while: \.isBlank)
    } while !rest.isEmpty
    return lines
  }

  /// The end of the cells that fit into a width.
  private static func end(of cells: ArraySlice<Cell>, width: Int) -> Int {
    var left = width
    return cells.firstIndex { cell in
      left -= cell.character.columns
      return left < 0
    } ?? cells.endIndex
  }

  /// The text with escape sequences for the styles.
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

  /// Its columns: two for a wide character, else one for each scalar that is no mark.
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
