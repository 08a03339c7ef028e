import PushHub

/// What a key of the live app asks for.
enum LiveAction: Hashable {
  case show(LiveTab)
  case showNext
  case showPrevious

  /// Leaves the app, or comes back.
  case toggleBackground

  /// Signs in or out.
  case toggleAccount

  /// Covers the page with a menu, or takes that away.
  case toggleMenu

  case takeScreenshot
  case editScreenshot
  case closeScreenshot

  /// Puts one more offer on the list.
  case addOffer

  /// Lets the next of the payloads that come with the demo arrive.
  case dropPayload

  /// Taps the latest notification.
  case openLatest

  /// Presses a button of the latest notification that has some, another one each time.
  case pressButton

  /// Taps the banner that is up, or swipes it away.
  case tapBanner
  case swipeBanner

  /// Begins quiet hours, or ends them.
  case toggleQuiet

  case help
  case quit

  /// Draws everything anew.
  case redraw
}

/// What every key of the live app does, and how its screen and its command's help say that.
enum LiveKeys {
  static let table:
    [(keys: String, label: String, text: String, actions: [Character: LiveAction])] =
      [
        ("? h", "help", "Show these keys.", ["?": .help, "h": .help]),
        (
          "q", "quit", "Quits. Control-C ends too, Control-Z suspends, Control-L draws anew.",
          ["q": .quit, "\u{4}": .quit, "\u{C}": .redraw]
        ),
        (
          "1 2 3", "tabs", "Shows a tab; so do Tab and the arrows left and right, one by one.",
          [
            "1": .show(.home), "2": .show(.notifications), "3": .show(.reader),
            "\t": .showNext, "→": .showNext, "←": .showPrevious,
          ]
        ),
        (
          "p", "push", "Lets a push arrive, of a sender that comes with the demo.",
          ["p": .dropPayload]
        ),
        ("o", "open", "Opens the latest notification, as a tap on it does.", ["o": .openLatest]),
        (
          "t w", "banner", "Tap the app's own banner, or wipe it away, while it is up.",
          ["t": .tapBanner, "w": .swipeBanner]
        ),
        ("b", "background", "Leaves the app, or comes back.", ["b": .toggleBackground]),
        ("s", "account", "Signs in or out.", ["s": .toggleAccount]),
        (
          "c", "screenshot", "Takes a screenshot; e edits what the preview shows, x closes it.",
          ["c": .takeScreenshot, "e": .editScreenshot, "x": .closeScreenshot]
        ),
        ("n", "new offer", "Puts a new offer on the list that counts down.", ["n": .addOffer]),
        ("m", "menu", "Covers the page with a menu, or takes it away.", ["m": .toggleMenu]),
        (
          "a", "answer",
          "Presses a button of the latest message: Reply, then Mark as read. None yet? One comes.",
          ["a": .pressButton]
        ),
        (
          "d", "quiet hours", "Begins quiet hours, do not disturb, or ends them.",
          ["d": .toggleQuiet]
        ),
      ]

  private static let actions = table.reduce(into: [Character: LiveAction]()) {
    $0.merge($1.actions) { first, _ in first }
  }

  /// What a key asks for, whether a letter is small or not; `nil` if nothing.
  static func action(for key: Key) -> LiveAction? {
    guard case .character(let character) = key else { return nil }
    return actions[Character(character.lowercased())]
  }

  /// The keys in a column, what they do in another one, wrapped.
  static func help(width: Int, indent: Int = 1) -> [TextLine] {
    table.flatMap { entry in
      var row = TextLine(String(repeating: " ", count: indent))
      row.append(entry.keys, .strong)
      row.pad(to: 9)
      row.append(entry.text)
      return row.wrapped(to: width, indent: 9)
    }
  }
}
