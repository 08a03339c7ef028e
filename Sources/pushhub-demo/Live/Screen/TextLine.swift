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
    spans.append(Span(text: DisplayWidth.bounded(printable(text)), style: style))
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

  /// What is written to the terminal.
  func sequence(isColoured: Bool) -> String {
    spans.map { span in
      guard isColoured, let parameter = span.style.parameter else { return span.text }
      return "\u{1B}[\(parameter)m\(span.text)\u{1B}[0m"
    }
    .joined()
  }
}
