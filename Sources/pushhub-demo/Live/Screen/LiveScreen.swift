import PushHub
import PushHubObservers

/// What the live app shows at one moment.
struct LiveScreen: Equatable {
  struct Tab: Equatable {
    var title: String
    var badge = Badge.none
    var isSelected = false
  }

  /// What a tab's page has on it.
  enum Page: Equatable {
    case offers([Offer])
    case notifications([Item])
    case article
  }

  struct Offer: Equatable {
    var name: String
    var remaining: Duration
  }

  struct Item: Equatable {
    var title: String
    var body: String
    var isOpened = false
  }

  /// Who is signed in.
  var account: String?
  var phase = AppPhase.active

  /// What the app's icon shows.
  var icon = Badge.none
  var tabs: [Tab] = []
  var page = Page.article

  /// Whether a menu covers the page.
  var isCovered = false

  /// Whether the preview of a screenshot is up.
  var hasPreview = false
  var log: [LiveLogLine] = []
}

extension LiveScreen {
  /// Lines that fill a terminal, none of them wider.
  ///
  /// The head and the tabs are at the top, below them the page, then what was heard, and at the
  /// bottom what the keys do. On a short terminal the lower parts shrink first.
  func lines(width: Int, height: Int, look: Look) -> [TextLine] {
    guard width > 0, height > 0 else { return [] }
    let top = [head(width: width, look: look), tabBar(look: look), rule("", width, look)]
    let keys = Array(keyLines(width: width).prefix(max(1, height / 6)))
    let room = max(0, height - top.count - keys.count)
    let pageHeight = (room + 1) / 2
    let body =
      fitted(pageLines(width: width, height: pageHeight, look: look), to: pageHeight)
      + logLines(width: width, height: room - pageHeight, look: look)
    return ((top + body).prefix(max(0, height - keys.count)) + keys)
      .prefix(height)
      .map { $0.cut(to: width, look: look) }
  }

  private func fitted(_ lines: [TextLine], to height: Int) -> [TextLine] {
    let blank = Array(repeating: TextLine(), count: max(0, height - lines.count))
    return lines.prefix(height) + blank
  }

  func rule(_ title: String, _ width: Int, _ look: Look) -> TextLine {
    var line = TextLine(title.isEmpty ? "" : "\(look.rule)\(look.rule) \(title) ", .quiet)
    line.append(String(repeating: look.rule, count: max(0, width - line.width)), .quiet)
    return line
  }
}

/// What a terminal can show.
struct Look: Equatable {
  /// Whether texts have colours; see <https://no-color.org>.
  var isColoured = true

  /// Whether it shows more than ASCII.
  var isUnicode = true

  var dot: String { isUnicode ? "●" : "*" }
  var rule: String { isUnicode ? "─" : "-" }
  var wall: String { isUnicode ? "│" : "|" }
  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    isUnicode ? ("┌", "┐", "└", "┘") : ("+", "+", "+", "+")
  }
  var ellipsis: Character { isUnicode ? "…" : "~" }

  /// What the environment says of the terminal.
  ///
  /// - Parameter environment: The variables; the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set
  ///   names the encoding.
  init(environment: [String: String]) {
    isColoured = environment["NO_COLOR", default: ""].isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let encoding = (locale ?? "").uppercased()
    isUnicode = encoding.contains("UTF-8") || encoding.contains("UTF8")
  }

  init(isColoured: Bool = true, isUnicode: Bool = true) {
    self.isColoured = isColoured
    self.isUnicode = isUnicode
  }
}
