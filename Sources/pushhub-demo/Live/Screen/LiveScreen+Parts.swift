import PushHub
import PushHubObservers

// MARK: - Head and tabs

extension LiveScreen {
  /// On a narrow terminal the state alone.
  func head(width: Int, look: Look) -> TextLine {
    var state = TextLine(account ?? "signed out", account == nil ? .quiet : .plain)
    state.append(" - ", .quiet)
    state.append(phase.rawValue, phase == .active ? .plain : .alert)
    if isQuiet {
      state.append(" - ", .quiet)
      state.append("quiet", .alert)
    }
    state.append(" - ", .quiet)
    state.append("icon ", .quiet)
    state.append(mark(of: icon, look: look) ?? "empty", icon.isShown ? .alert : .quiet)
    state.append(" ")
    var line = TextLine(" PushHub live", .strong)
    guard line.width + 2 + state.width <= width else {
      line = TextLine(" ")
      line.append(state)
      return line
    }
    line.pad(to: width - state.width)
    line.append(state)
    return line
  }

  /// The selected tab stands in brackets, so that it is seen without colours.
  ///
  /// On a narrow terminal the others have their numbers alone.
  func tabBar(width: Int, look: Look) -> TextLine {
    let line = tabBar(look: look) { _ in true }
    return line.width <= width ? line : tabBar(look: look) { $0.isSelected }
  }

  private func tabBar(look: Look, hasTitle: (Tab) -> Bool) -> TextLine {
    var line = TextLine()
    for (number, tab) in zip(1..., tabs) {
      let isSelected = tab.isSelected && phase.isForeground
      line.append(isSelected ? "[" : " ", .quiet)
      line.append(hasTitle(tab) ? "\(number) " : "\(number)", .quiet)
      line.append(hasTitle(tab) ? tab.title : "", isSelected ? .selected : .plain)
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
    guard height > 0 else { return [] }
    let isFree = phase.isForeground && !isCovered
    let card = hasPreview && isFree ? cardLines(width: width, height: height, look: look) : []
    let banner = bannerLines(look: look).prefix(max(0, height - card.count))
    let room = max(0, height - card.count - banner.count)
    var lines = contentLines(width: width, look: look)
    if lines.count > room, room > 0 {
      lines.removeSubrange(room...)
      lines[room - 1].append(" \(look.ellipsis)", .quiet)
    }
    return banner + fitted(lines, to: room) + card
  }

  /// Over the page, and over a menu too.
  private func bannerLines(look: Look) -> [TextLine] {
    guard let banner else { return [] }
    var line = TextLine(" \(look.arrow) ", .alert)
    line.append(banner.title, .selected)
    line.append(banner.title.isEmpty || banner.body.isEmpty ? "" : "  ")
    line.append(banner.body)
    return [line, TextLine("   t taps it, w wipes it away", .quiet)]
  }

  /// How many lines the page would fill.
  func pageLength(width: Int) -> Int {
    contentLines(width: width, look: Look()).count + (hasPreview ? 5 : 0) + (banner == nil ? 0 : 2)
  }

  private func contentLines(width: Int, look: Look) -> [TextLine] {
    let lines: [TextLine]
    if !phase.isForeground {
      lines = [
        TextLine(" The app is in the background."),
        TextLine(" b brings it back, o taps the latest notification.", .quiet),
      ]
    } else if isCovered {
      lines = [TextLine(" A menu covers the page."), TextLine(" m takes it away.", .quiet)]
    } else {
      switch page {
      case .offers(let offers): return offers.map { line(of: $0, width: width, look: look) }
      case .notifications(let items) where account != nil && !items.isEmpty:
        return itemLines(items, look: look)
      case .notifications: lines = account == nil ? Self.noAccount : Self.noItems
      case .article: lines = Self.article
      }
    }
    return lines.flatMap { $0.wrapped(to: width, indent: 1) }
  }

  private static let noAccount = [
    TextLine(" Nobody is signed in."), TextLine(" s signs in.", .quiet),
  ]

  private static let noItems = [
    TextLine(" No notifications yet."), TextLine(" p lets one arrive.", .quiet),
  ]

  private static let article = [
    TextLine(" On notifications", .strong),
    TextLine(" A dot says that something is new, a number says how much of it."),
    TextLine(" Neither says that it is worth reading."),
    TextLine(" c takes a screenshot of this page.", .quiet),
  ]

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
    items.map { item in
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
      let line = TextLine("[Screenshot: \(keys)]", .colour(36))
      let lines = line.wrapped(to: width, indent: 1)
      return lines.count <= height / 2 ? lines : [line]
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
