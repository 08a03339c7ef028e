import PushHub

// MARK: - What was heard

extension LiveScreen {
  /// What was heard, below a rule that says what is not seen of it.
  func logLines(in room: TextRoom, look: Look) -> [TextLine] {
    guard room.height > 0 else { return [] }
    let window = desk.log.window(
      in: TextRoom(width: room.width, height: room.height - 1),
      look: look
    )
    let title = logTitle(newer: window.newer, width: room.width - 4, look: look)
    return fitted([rule(title, room.width, look)] + window.rows, to: room.height)
  }

  /// What is most important comes last, and gets the room of what comes before.
  private func logTitle(newer: Int, width: Int, look: Look) -> TextLine {
    var parts = [TextLine("What was heard", .quiet)]
    let hidden = desk.speakers.filter(desk.log.hidden.contains)
    if !hidden.isEmpty {
      parts.append(TextLine("without \(hidden.joined(separator: ", "))", .quiet))
    }
    if let search = desk.log.search, desk.mode == .app {
      var part = TextLine("/\(search.text)", .strong)
      part.append(" \(Self.count(of: search))", .quiet)
      parts.append(part)
    }
    if newer > 0 {
      parts.append(TextLine("\(newer) newer", .alert))
    }
    let separator = TextLine(" \(look.rule)\(look.rule) ", .quiet)
    let least = newer > 0 ? 2 : 1
    while parts.count > least, Self.width(of: parts) > width {
      parts.removeFirst()
    }
    if parts.count > 1, Self.width(of: parts) > width, let last = parts.last {
      let room = width - separator.width - last.width
      parts = (room > 0 ? [parts[0].cut(to: room, look: look)] : []) + [last]
    }
    return parts.dropFirst().reduce(into: parts[0]) { title, part in
      title.append(separator)
      title.append(part)
    }
  }

  private static func width(of parts: [TextLine]) -> Int {
    parts.reduce(4 * (parts.count - 1)) { $0 + $1.width }
  }

  private static func count(of search: LogSearch) -> String {
    guard let position = search.hitPosition else { return "no match" }
    return "\(position) of \(search.hits.count)"
  }
}

// MARK: - The keys

extension LiveScreen {
  /// What is below the log: what the keys do, or what is being typed or chosen.
  func bottomLines(width: Int, height: Int, look: Look) -> [TextLine] {
    if isPasteLate { return [Self.latePaste] }
    switch desk.mode {
    case .app, .help:
      return wrapped(keyEntries, width: width, mostLines: max(1, height / 6), look: look)
    case .search(let text):
      return [searchLine(text, width: width, look: look)]
    case .choice:
      return wrapped(choiceEntries, width: width, mostLines: max(1, height / 2), look: look)
    }
  }

  /// What helps comes first, for narrow terminals.
  private static let latePaste = TextLine(
    " Control-C ends the app: a paste has not ended.",
    .alert
  )

  /// The way out and the way to all the others come first, for narrow terminals.
  private var keyEntries: [TextLine] {
    var entries = [("q", "quit"), ("?", "help")]
    if desk.log.top != nil {
      entries.append(("End", "newest"))
    }
    if desk.log.search != nil {
      entries += [("< >", "hits"), ("Esc", "end search")]
    }
    entries += [
      ("1-3", "tabs"), ("p", "push"), ("o", "open"),
      ("b", phase.isForeground ? "background" : "foreground"),
      ("s", account == nil ? "sign in" : "sign out"), ("c", "screenshot"), ("n", "new offer"),
      ("m", "menu"), ("/", "search"), ("f", "filter"), ("a", "answer"),
      ("d", isQuiet ? "end quiet hours" : "quiet hours"),
    ]
    return entries.map(Self.entry)
  }

  private var choiceEntries: [TextLine] {
    let speakers = zip(LiveDesk.speakerKeys, desk.speakers).map { key, name in
      ("\(key)", "[\(desk.log.hidden.contains(name) ? " " : "x")] \(name)")
    }
    return ([("Esc", "close"), ("a", "all")] + speakers).map(Self.entry)
  }

  private static func entry(_ key: String, _ meaning: String) -> TextLine {
    var entry = TextLine(" \(key)", .strong)
    entry.append(" \(meaning) ", .quiet)
    return entry
  }

  /// Entries in lines, with a sign at the end if these are not all.
  private func wrapped(
    _ entries: [TextLine],
    width: Int,
    mostLines: Int,
    look: Look
  ) -> [TextLine] {
    var lines: [[TextLine]] = [[]]
    var used = 0
    for entry in entries {
      if used > 0, used + entry.width > width {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(entry)
      used += entry.width
    }
    let isCut = lines.count > mostLines
    lines = Array(lines.prefix(mostLines))
    if isCut, var last = lines.popLast() {
      while last.count > 1, last.reduce(2, { $0 + $1.width }) > width {
        last.removeLast()
      }
      lines.append(last + [TextLine(" \(look.ellipsis)", .quiet)])
    }
    return lines.map { entries in
      entries.reduce(into: TextLine()) { $0.append($1) }
    }
  }

  /// The end of what is typed, how many lines have it, and what to do, as far as there is room.
  private func searchLine(_ text: String, width: Int, look: Look) -> TextLine {
    let state = desk.log.search.map { "  \(Self.count(of: $0))" } ?? ""
    let room = max(1, width - 3 - DisplayWidth.of(state))
    var line = TextLine(" /", .strong)
    line.append(end(of: text, width: room, look: look))
    line.append("_", .selected)
    line.append(state, .strong)
    let help = TextLine("   Enter keeps, Esc leaves, up and down go through the hits", .quiet)
    for part in [help, TextLine("   Enter keeps, Esc leaves", .quiet)]
    where line.width + part.width <= width {
      line.append(part)
      return line
    }
    return line
  }

  private func end(of text: String, width: Int, look: Look) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    let end = DisplayWidth.prefix(of: String(text.reversed()), width: max(0, width - 1))
    return String(look.ellipsis) + String(end.reversed())
  }
}

// MARK: - Help

extension LiveScreen {
  /// All keys, from a row on; at the foot what closes them, or why keys don't.
  func helpLines(from top: Int, width: Int, height: Int, look: Look) -> [TextLine] {
    let room = helpRoom(width: width, height: height)
    let rows = KeyHelp.rows(width: width)
    let first = max(0, min(top, rows.count - room.height))
    let seen = rows.dropFirst(first).prefix(room.height)
    var lines = fitted(Array(seen), to: room.height)
    if height > lines.count {
      let isAll = rows.count <= room.height
      let last = min(rows.count, first + room.height)
      let foot =
        isAll
        ? "Any key closes"
        : "\(first + 1)-\(last) of \(rows.count), up and down; other keys close"
      lines.append(rule(foot, width, look))
    }
    if isPasteLate, !lines.isEmpty {
      lines[lines.count - 1] = Self.latePaste
    }
    return lines.prefix(height).map { $0.cut(to: width, look: look) }
  }

  /// All but a line at the bottom, where there is more than one.
  func helpRoom(width: Int, height: Int) -> TextRoom {
    TextRoom(width: width, height: height > 1 ? height - 1 : height)
  }
}
