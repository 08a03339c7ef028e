/// How the live app is looked at: what the keys mean now, and what of the log is seen.
///
/// It decides what a key does, and does what is its own; what is the app's or the terminal's it hands
/// on. Control-C, D, L and Z mean the same whatever is open.
struct LiveDesk: Equatable {
  enum Mode: Equatable {
    case app

    /// A search is typed, of which this is there.
    case search(String)

    /// Who speaks in the log is chosen.
    case choice

    /// The help is open, from a row on.
    case help(top: Int)
  }

  /// How much is seen at once of what scrolls.
  struct Room: Equatable {
    var log: TextRoom
    var help: TextRoom
  }

  /// The longest text that can be searched for, in characters, each of no more scalars than are
  /// shown.
  static let longestSearch = 100

  private(set) var mode = Mode.app
  private(set) var log = LiveLog()

  /// Everybody who can be chosen, in order.
  let speakers: [String]

  /// By which keys they are chosen.
  static let speakerKeys = Array("1234567890bcdeg")

  /// Where the log was when the search began.
  private var topBeforeSearch: LiveLog.Place?

  /// Whether what was found is to be seen in the room that there is when the search line is gone.
  private var isHitDue = false

  init(features: [String] = []) {
    let others: [LiveLogLine.Speaker] = [.user, .system, .server, .demo]
    speakers = ["hub"] + features + others.map(\.name)
  }
}

extension LiveDesk {
  mutating func add(_ text: String, by speaker: LiveLogLine.Speaker, at time: Duration) {
    log.add(text, by: speaker, at: time)
  }

  /// Whether a key only adds to a text that is being typed, so that what is seen has its room still.
  func isTyped(_ key: KeyEvent) -> Bool {
    if case .search = mode, case .character = key { true } else { false }
  }

  /// A key is pressed.
  ///
  /// - Parameter room: How much is seen now.
  /// - Returns: What the app or the terminal is to do.
  mutating func handle(_ key: KeyEvent, in room: Room) -> LiveIntent? {
    switch key {
    case .control("C"), .control("D"), .control("L"), .control("Z"): return LiveIntent(key)
    case .paste(let text): return paste(text, in: room)
    default: break
    }
    switch mode {
    case .app: return handleInApp(key.lowercased, in: room)
    case .search(let text): handle(key, searchingFor: text, in: room)
    case .choice: handleInChoice(key.lowercased, in: room)
    case .help(let top): handle(key.lowercased, helpingFrom: top, in: room)
    }
    return nil
  }

  /// Fits what is seen into the room that there is now.
  mutating func settle(in room: Room) {
    guard mode == .app else { return }
    log.scroll(by: 0, in: room.log)
    if isHitDue {
      isHitDue = false
      revealHit(in: room)
    }
  }

  private mutating func handleInApp(_ key: KeyEvent, in room: Room) -> LiveIntent? {
    switch key {
    case .character("/"):
      topBeforeSearch = log.top
      log.endSearch()
      mode = .search("")
    case .character("?"), .character("h"): mode = .help(top: 0)
    case .character("f"): mode = .choice
    case .character("<"): goToHit(.older, in: room)
    case .character(">"): goToHit(.newer, in: room)
    case .character("k"): scroll(.up, in: room)
    case .character("j"): scroll(.down, in: room)
    case .escape: log.endSearch()
    case _ where scroll(key, in: room): break
    default: return LiveIntent(key)
    }
    return nil
  }

  private mutating func handleInChoice(_ key: KeyEvent, in room: Room) {
    switch key {
    case .character("a"): log.hide([])
    case .character("f"), .enter, .escape: mode = .app
    case .character(let character):
      guard let place = Self.speakerKeys.firstIndex(of: character),
        speakers.indices.contains(place)
      else { return }
      log.toggle(speakers[place])
    default: scroll(key, in: room)
    }
  }

  private mutating func handle(_ key: KeyEvent, helpingFrom top: Int, in room: Room) {
    let last = max(0, KeyHelp.rows(width: room.help.width).count - room.help.height)
    let page = max(1, room.help.height - 1)
    let newTop: Int
    switch key {
    case .up, .character("k"): newTop = top - 1
    case .down, .character("j"): newTop = top + 1
    case .pageUp: newTop = top - page
    case .pageDown: newTop = top + page
    case .home: newTop = 0
    case .end: newTop = last
    default:
      mode = .app
      return
    }
    mode = .help(top: max(0, min(newTop, last)))
  }

  /// Pasted text is no keys, whatever it says.
  private mutating func paste(_ text: String, in room: Room) -> LiveIntent? {
    guard case .search(let start) = mode else {
      let count = text.count == 1 ? "one character" : "\(text.count) characters"
      let rest = text.utf8.count < KeyDecoder.longestPaste ? "" : " or more"
      return .tell("pasted text is not taken as keys: \(count)\(rest)")
    }
    search(for: start + Self.cleaned(text), in: room)
    return nil
  }

  /// A text in one line: what ends a line, or is nothing to be seen, is a space between the others.
  private static func cleaned(_ text: String) -> String {
    text.unicodeScalars
      .split { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
      .map { String(Substring($0)) }
      .joined(separator: " ")
  }
}

// MARK: - Scrolling

extension LiveDesk {
  /// Scrolls the log if the key is for that.
  @discardableResult
  private mutating func scroll(_ key: KeyEvent, in room: Room) -> Bool {
    let page = max(1, room.log.height - 1)
    switch key {
    case .up: log.scroll(by: -1, in: room.log)
    case .down: log.scroll(by: 1, in: room.log)
    case .pageUp: log.scroll(by: -page, in: room.log)
    case .pageDown: log.scroll(by: page, in: room.log)
    case .home: log.scrollToStart(in: room.log)
    case .end: log.scrollToEnd()
    default: return false
    }
    return true
  }
}

// MARK: - Searching

extension LiveDesk {
  private mutating func handle(_ key: KeyEvent, searchingFor text: String, in room: Room) {
    switch key {
    case .character(let character):
      guard text.count < Self.longestSearch else { return }
      search(for: text + String(character), in: room)
    case .backspace: search(for: String(text.dropLast()), in: room)
    case .control("U"): search(for: "", in: room)
    case .up: goToHit(.older, in: room)
    case .down: goToHit(.newer, in: room)
    case .enter:
      mode = .app
      isHitDue = true
    case .escape:
      log.endSearch()
      log.top = topBeforeSearch
      mode = .app
    default: scroll(key, in: room)
    }
  }

  /// Searches from where the log was when the search began.
  private mutating func search(for text: String, in room: Room) {
    let text = DisplayWidth.bounded(String(text.prefix(Self.longestSearch)))
    guard mode != .search(text) else { return }
    mode = .search(text)
    log.top = topBeforeSearch
    guard !FoldedText(text).isEmpty else { return log.endSearch() }
    log.search(for: text, upTo: log.window(in: room.log).numbers?.upperBound ?? .max)
    revealHit(in: room)
  }

  private mutating func goToHit(_ direction: LogSearch.Direction, in room: Room) {
    guard let search = log.search else { return }
    log.goToHit(direction, from: search.hit ?? .max)
    revealHit(in: room)
  }

  private mutating func revealHit(in room: Room) {
    guard let hit = log.search?.hit else { return }
    log.reveal(hit, in: room.log)
  }
}

extension KeyEvent {
  /// The same key where a letter means the same in both cases.
  fileprivate var lowercased: KeyEvent {
    guard case .character(let character) = self, character.isASCII else { return self }
    return .character(Character(character.lowercased()))
  }
}
