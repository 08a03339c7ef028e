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

  /// Whether quiet hours are on.
  var isQuiet = false

  /// The app's own banner.
  var banner: Item?

  /// Whether a menu covers the page.
  var isCovered = false

  /// Whether the preview of a screenshot is up.
  var hasPreview = false

  /// What was heard, and what the keys do.
  var desk = LiveDesk()

  /// Whether a paste is coming in whose end does not come.
  var isPasteLate = false
}

extension LiveScreen {
  /// Lines that fill a terminal, none of them wider.
  ///
  /// The head and the tabs are at the top, below them the page, then what was heard, and at the
  /// bottom what the keys do. On a short terminal the lower parts shrink first.
  func lines(width: Int, height: Int, look: Look) -> [TextLine] {
    guard width > 0, height > 0 else { return [] }
    if case .help(let top) = desk.mode {
      return helpLines(from: top, width: width, height: height, look: look)
    }
    let layout = layout(width: width, height: height, look: look)
    let top = [
      head(width: width, look: look), tabBar(width: width, look: look), rule("", width, look),
    ]
    let body =
      fitted(pageLines(width: width, height: layout.page, look: look), to: layout.page)
      + logLines(in: layout.log, look: look)
    return (fitted(top + body, to: max(0, height - layout.bottom.count)) + layout.bottom)
      .prefix(height)
      .map { $0.cut(to: width, look: look) }
  }

  /// How much room there is for what scrolls.
  func room(width: Int, height: Int, look: Look) -> LiveDesk.Room {
    let log = layout(width: max(1, width), height: max(1, height), look: look).log
    return LiveDesk.Room(
      log: TextRoom(width: log.width, height: max(0, log.height - 1)),
      help: helpRoom(width: max(1, width), height: max(1, height))
    )
  }

  private struct Layout {
    var page: Int
    var log: TextRoom
    var bottom: [TextLine]
  }

  /// How many lines the page has at least, where there are as many for it and for the log.
  private static let leastPage = 12

  /// Below which height the log has the page's room while it is searched.
  private static let leastHeightForAll = 18

  private func layout(width: Int, height: Int, look: Look) -> Layout {
    let bottom = bottomLines(width: width, height: height, look: look)
    let room = max(0, height - 3 - bottom.count)
    let isReading = desk.mode != .app && height < Self.leastHeightForAll
    let mostPage = isReading ? 0 : room < 3 ? room : room / 2
    let page = min(mostPage, max(Self.leastPage, pageLength(width: width)))
    let log = TextRoom(width: width, height: room - page)
    return Layout(page: page, log: log, bottom: bottom)
  }

  func fitted(_ lines: [TextLine], to height: Int) -> [TextLine] {
    let blank = Array(repeating: TextLine(), count: max(0, height - lines.count))
    return lines.prefix(height) + blank
  }

  func rule(_ title: String, _ width: Int, _ look: Look) -> TextLine {
    rule(TextLine(title, .quiet), width, look)
  }

  func rule(_ title: TextLine, _ width: Int, _ look: Look) -> TextLine {
    var line = TextLine()
    if title.width > 0 {
      line.append("\(look.rule)\(look.rule) ", .quiet)
      line.append(title)
      line.append(" ")
    }
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
  var bullet: String { isUnicode ? "•" : "*" }
  var arrow: String { isUnicode ? "▸" : ">" }

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
