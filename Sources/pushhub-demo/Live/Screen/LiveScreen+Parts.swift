import PushHub
import PushHubObservers

// MARK: - Head and tabs

extension LiveScreen {
  func head(width: Int, look: Look) -> TextLine {
    var line = TextLine(" PushHub live", .strong)
    var state = TextLine(account ?? "signed out", account == nil ? .quiet : .plain)
    state.append(" - ", .quiet)
    state.append(phase.rawValue, phase == .active ? .plain : .alert)
    state.append(" - ", .quiet)
    state.append("icon ", .quiet)
    state.append(mark(of: icon, look: look) ?? "empty", icon.isShown ? .alert : .quiet)
    state.append(" ")
    line.pad(to: width - state.width)
    line.append(line.width + state.width > width ? "  " : "")
    line.append(state)
    return line
  }

  /// The selected tab stands in brackets, so that it is seen without colours.
  func tabBar(look: Look) -> TextLine {
    var line = TextLine()
    for (number, tab) in zip(1..., tabs) {
      let isSelected = tab.isSelected && phase.isForeground
      line.append(isSelected ? "[" : " ", .quiet)
      line.append("\(number) ", .quiet)
      line.append(tab.title, isSelected ? .selected : .plain)
      if let mark = mark(of: tab.badge, look: look) {
        line.append(" ")
        line.append(mark, .alert)
      }
      line.append(isSelected ? "] " : "  ", .quiet)
    }
    return line
  }

  private func mark(of badge: Badge, look: Look) -> String? {
    switch badge.mark {
    case .none: nil
    case .dot: look.dot
    case .number: badge.text
    }
  }
}

// MARK: - The page

extension LiveScreen {
  func pageLines(width: Int, height: Int, look: Look) -> [TextLine] {
    guard phase.isForeground else {
      return [
        TextLine(" The app is in the background."),
        TextLine(" b brings it back, o taps the latest notification.", .quiet),
      ]
    }
    if isCovered {
      return [TextLine(" A menu covers the page."), TextLine(" m takes it away.", .quiet)]
    }
    let card = hasPreview ? cardLines(width: width, height: height, look: look) : []
    let lines = contentLines(width: width, look: look)
    let room = max(0, height - card.count)
    let blank = Array(repeating: TextLine(), count: max(0, room - lines.count))
    return lines.prefix(room) + blank + card
  }

  private func contentLines(width: Int, look: Look) -> [TextLine] {
    switch page {
    case .offers(let offers): offers.map { line(of: $0, width: width, look: look) }
    case .notifications(let items): itemLines(items, look: look)
    case .article:
      [
        TextLine(" On notifications", .strong),
        TextLine(" A dot says that something is new, a number says how much of it."),
        TextLine(" Neither says that it is worth reading."),
        TextLine(" c takes a screenshot of this page.", .quiet),
      ]
    }
  }

  /// The time stands in a column of its own, where a narrow terminal still has room for it.
  private func line(of offer: Offer, width: Int, look: Look) -> TextLine {
    let isOver = offer.remaining <= .zero
    let time = isOver ? "over" : offer.remaining.roundedUp.shortText
    let nameWidth = max(0, min(28, width - 11))
    var line = TextLine(" ")
    line.append(TextLine(offer.name).cut(to: nameWidth, look: look))
    line.pad(to: nameWidth + 1)
    line.append(String(repeating: " ", count: max(1, 9 - time.count)))
    line.append(time, isOver ? .quiet : .strong)
    return line
  }

  private func itemLines(_ items: [Item], look: Look) -> [TextLine] {
    guard account != nil else {
      return [TextLine(" Nobody is signed in."), TextLine(" s signs in.", .quiet)]
    }
    guard !items.isEmpty else {
      return [TextLine(" No notifications yet."), TextLine(" p lets one arrive.", .quiet)]
    }
    return items.map { item in
      var line = TextLine(item.isOpened ? "   " : " \(look.dot) ", .alert)
      let title = item.title.isEmpty && item.body.isEmpty ? "(a push without text)" : item.title
      line.append(title, item.isOpened ? .quiet : .strong)
      line.append(title.isEmpty || item.body.isEmpty ? "" : "  ")
      line.append(item.body, item.isOpened ? .quiet : .plain)
      return line
    }
  }

  /// The preview of a screenshot, as a card where there is room for one.
  private func cardLines(width: Int, height: Int, look: Look) -> [TextLine] {
    let keys = "e edits it, x closes it"
    guard height >= 7, width >= 34 else {
      return [TextLine("[Screenshot: \(keys)]", .colour(36))]
    }
    let texts = ["Screenshot of the page", keys, "It goes by itself after 10 s"]
    let inner = 30
    let edge = String(repeating: look.rule, count: inner)
    let corners = look.corners
    let rows = texts.map { text in
      "\(look.wall) \(text)\(String(repeating: " ", count: inner - 1 - text.count))\(look.wall)"
    }
    let box =
      [corners.topLeft + edge + corners.topRight] + rows
      + [corners.bottomLeft + edge + corners.bottomRight]
    return box.map { TextLine(" \($0)", .colour(36)) }
  }
}

// MARK: - What was heard

extension LiveScreen {
  /// The latest lines, the last one at the bottom, below a rule.
  func logLines(width: Int, height: Int, look: Look) -> [TextLine] {
    guard height > 0 else { return [] }
    let shown = log.suffix(height - 1)
    let blank = Array(repeating: TextLine(), count: height - 1 - shown.count)
    return [rule("What was heard", width, look)] + shown.map(row) + blank
  }

  private func row(of line: LiveLogLine) -> TextLine {
    let time = line.time.shortText
    var row = TextLine(String(repeating: " ", count: max(1, 8 - time.count)) + time, .quiet)
    row.append("  ")
    let name = line.speaker.name
    row.append(name, line.speaker.style)
    row.append(String(repeating: " ", count: max(1, 12 - name.count)))
    row.append(line.text)
    return row
  }
}

extension LiveLogLine.Speaker {
  fileprivate var style: TextLine.Style {
    switch self {
    case .part(_, let colour): .colour(colour)
    case .user: .strong
    case .system, .server, .demo: .quiet
    }
  }
}

// MARK: - The keys

extension LiveScreen {
  /// What the keys do now, wrapped between entries; the way out first, for narrow terminals.
  func keyLines(width: Int) -> [TextLine] {
    let entries = [
      ("q", "quit"), ("1-3", "tabs"), ("p", "push"), ("o", "open"),
      ("b", phase.isForeground ? "background" : "foreground"),
      ("s", account == nil ? "sign in" : "sign out"), ("c", "screenshot"), ("n", "new offer"),
      ("m", "menu"),
    ]
    var lines: [TextLine] = [TextLine()]
    for (key, meaning) in entries {
      var entry = TextLine(" \(key)", .strong)
      entry.append(" \(meaning) ", .quiet)
      let last = lines.count - 1
      if lines[last].width > 0, lines[last].width + entry.width > width {
        lines.append(entry)
      } else {
        lines[last].append(entry)
      }
    }
    return lines
  }
}

extension Duration {
  /// Whole seconds, so that the last one shows as 1 until it is over.
  var roundedUp: Duration {
    let (seconds, attoseconds) = components
    return .seconds(seconds + (attoseconds > 0 ? 1 : 0))
  }

  /// Minutes and seconds, and hours if there are any: `1:30`, `2:00:00`.
  var shortText: String {
    let seconds = max(0, components.seconds)
    let twoDigits: (Int64) -> String = { $0 < 10 ? "0\($0)" : "\($0)" }
    let tail = twoDigits(seconds % 60)
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(tail)" : "\(minutes / 60):\(twoDigits(minutes % 60)):\(tail)"
  }
}
