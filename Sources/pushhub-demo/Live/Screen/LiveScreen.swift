import PushHub
import PushHubObservers

/// The contents of the live app's screen.
struct LiveScreen: Equatable {
  /// A line of the log.
  struct Line: Equatable {
    /// The time since the start.
    let time: Duration

    /// The hub, a feature, or the simulated user, system or server.
    let source: String
    let style: TextLine.Style
    let text: String
  }

  var core = LiveCore()

  /// The badges of the app's icon and of the tabs.
  var icon = Badge.none
  var tabs: [Badge] = []

  /// The remaining times of the offers, in the order of ``LiveCore/offers``.
  var remaining: [Duration] = []

  /// The notification of the app's own banner.
  var banner: LiveNotification?

  /// Whether the preview of a screenshot is shown.
  var hasPreview = false

  /// The latest lines of the log.
  var log: [Line] = []

  /// Whether the help is shown instead.
  var isHelpOpen = false
}

extension LiveScreen {
  /// The lines, which fill a terminal.
  ///
  /// From the top: the head, the tabs, the page, the log and the keys. On a short terminal the lower parts
  /// shrink first.
  func lines(width: Int, height: Int) -> [TextLine] {
    let top: [TextLine]
    let bottom: [TextLine]
    if isHelpOpen {
      top = Self.cut(LiveKeys.help(width: width), to: height - 1)
      bottom = [Self.rule("Any key closes", width)]
    } else {
      bottom = Array(Self.keys.wrapped(to: width, indent: 1).prefix(max(1, height / 6)))
      let page = banners + page(width)
      let room = max(0, height - 3 - bottom.count)
      let pageHeight = min(room / 2, max(12, page.count))
      let log = log.suffix(room).flatMap { Self.rows(of: $0, width: width) }
      top =
        [head(width), tabBar, Self.rule("", width)]
        + Self.fitted(Self.cut(page, to: pageHeight), to: pageHeight)
        + [Self.rule("Log", width)] + log.suffix(max(0, room - pageHeight - 1))
    }
    return (Self.fitted(top, to: height - bottom.count) + bottom).map { $0.cut(to: width) }
  }

  private static func fitted(_ lines: [TextLine], to height: Int) -> [TextLine] {
    let blank = Array(repeating: TextLine(), count: max(0, height - lines.count))
    return lines.prefix(height) + blank
  }

  /// The first lines, with `…` in place of those that don't fit.
  private static func cut(_ lines: [TextLine], to height: Int) -> [TextLine] {
    guard lines.count > height else { return lines }
    return lines.prefix(max(0, height - 1)) + [TextLine(" …", .quiet)]
  }

  private static func rule(_ title: String, _ width: Int) -> TextLine {
    let start = title.isEmpty ? "" : "── \(title) "
    return TextLine(start + String(repeating: "─", count: max(0, width - start.count)), .quiet)
  }

  /// The keys for help and quitting come first, for narrow terminals.
  private static let keys = LiveKeys.table.reduce(into: TextLine()) { line, entry in
    let unbroken = { (text: String) in text.replacing(" ", with: "\u{A0}") }
    line.append(" " + unbroken(entry.keys), .strong)
    line.append(unbroken(" \(entry.label)") + " ", .quiet)
  }
}

// MARK: - Head and tabs

extension LiveScreen {
  private func head(_ width: Int) -> TextLine {
    var state = TextLine(core.account?.rawValue ?? "signed out")
    state.append(" - ", .quiet)
    state.append(core.phase.rawValue, core.phase == .active ? .plain : .alert)
    state.append(core.isQuiet ? " - quiet" : "", .alert)
    state.append(" - icon ", .quiet)
    state.append(Self.mark(of: icon) ?? "empty", icon.isShown ? .alert : .quiet)
    state.append(" ")
    var line = TextLine(" PushHub live ", .strong)
    line.pad(to: width - state.width)
    line.append(state)
    return line
  }

  /// The selected tab is in brackets, for terminals without colours.
  private var tabBar: TextLine {
    var line = TextLine()
    for (index, (tab, badge)) in zip(LiveTab.allCases, tabs).enumerated() {
      let isSelected = tab == core.tab && core.isForeground
      line.append(isSelected ? "[" : " ", .quiet)
      line.append("\(index + 1) ", .quiet)
      line.append(tab.title, isSelected ? .selected : .plain)
      line.append(Self.mark(of: badge).map { " \($0)" } ?? "", .alert)
      line.append(isSelected ? "] " : "  ", .quiet)
    }
    return line
  }

  private static func mark(of badge: Badge) -> String? {
    switch badge.mark {
    case .none: nil
    case .dot: "●"
    case .number: badge.text
    }
  }
}

// MARK: - The page

extension LiveScreen {
  /// The banner and the preview, which are above the page.
  private var banners: [TextLine] {
    var lines: [TextLine] = []
    if let banner {
      var line = TextLine(" ▸ ", .alert)
      line.append(banner, .selected, .plain)
      lines = [line, TextLine("   t taps it, w swipes it away", .quiet)]
    }
    if hasPreview, core.isForeground, !core.isCovered {
      lines += [
        TextLine(" │ Screenshot of the page", .colour(36)),
        TextLine(" │ e edits it, x closes it; it closes after 10 s", .colour(36)),
      ]
    }
    return lines
  }

  private func page(_ width: Int) -> [TextLine] {
    guard core.isForeground else {
      return Self.page(
        "The app is in the background.",
        "b returns to it, o taps the latest notification.",
        width
      )
    }
    if core.isCovered { return Self.page("A menu covers the page.", "m closes it.", width) }
    switch core.tab {
    case .home: return zip(core.offers, remaining).map(Self.line)
    case .notifications where core.account == nil:
      return Self.page("No account is signed in.", "s signs in.", width)
    case .notifications where core.inbox.isEmpty:
      return Self.page("No notifications yet.", "p sends one.", width)
    case .notifications: return core.inbox.map(Self.line)
    case .reader:
      return [TextLine(" On notifications", .strong)]
        + Self.page(
          "A dot means that there are new notifications, a number is their count.",
          "c takes a screenshot of this page.",
          width
        )
    }
  }

  private static func page(_ text: String, _ hint: String, _ width: Int) -> [TextLine] {
    [TextLine(" \(text)"), TextLine(" \(hint)", .quiet)].flatMap {
      $0.wrapped(to: width, indent: 1)
    }
  }

  /// The name and the time in two columns.
  private static func line(of offer: CountdownChange.Model, remaining: Duration) -> TextLine {
    let isOver = remaining <= .zero
    // Rounded up.
    let time = isOver ? "over" : (remaining + .nanoseconds(999_999_999)).shortText
    var line = TextLine(" \(offer.id)")
    line.pad(to: 37 - time.count)
    line.append(time, isOver ? .quiet : .strong)
    return line
  }

  private static func line(of item: LiveNotification) -> TextLine {
    var line = TextLine(item.isOpened ? "   " : " ● ", .alert)
    line.append(item, item.isOpened ? .quiet : .strong, item.isOpened ? .quiet : .plain)
    return line
  }

  private static func rows(of line: Line, width: Int) -> [TextLine] {
    let time = line.time.shortText
    var row = TextLine(String(repeating: " ", count: max(0, 8 - time.count)) + time, .quiet)
    row.append("  \(line.source)", line.style)
    row.pad(to: 21)
    row.append(" \(line.text)")
    return row.wrapped(to: width, indent: width < 60 ? 3 : 22)
  }
}

extension TextLine {
  fileprivate mutating func append(
    _ notification: LiveNotification,
    _ titleStyle: Style,
    _ bodyStyle: Style
  ) {
    let (title, body) = (notification.title, notification.body)
    append(title.isEmpty && body.isEmpty ? "(a push without text)" : title, titleStyle)
    append(title.isEmpty || body.isEmpty ? "" : "  ")
    append(body, bodyStyle)
  }
}

extension Duration {
  /// Whole minutes and seconds, and hours if there are any: `1:30`, `2:00:00`.
  var shortText: String {
    let seconds = max(0, components.seconds)
    let twoDigits = { (number: Int64) in String(number + 100).suffix(2) }
    let minutes = seconds / 60
    return (minutes < 60 ? "\(minutes)" : "\(minutes / 60):\(twoDigits(minutes % 60))")
      + ":\(twoDigits(seconds % 60))"
  }
}
