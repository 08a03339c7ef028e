import PushHub

/// An action of the live app, for a key.
enum LiveAction: Hashable {
  case show(LiveTab)
  case showNext
  case showPrevious

  /// Leaves the app, or returns to it.
  case toggleBackground

  /// Signs in or out.
  case toggleAccount

  /// Opens or closes a menu that covers the page.
  case toggleMenu

  case takeScreenshot
  case editScreenshot
  case closeScreenshot

  /// Adds an offer to the list.
  case addOffer

  /// Delivers the next of the demo's payloads.
  case dropPayload

  /// Taps the latest notification.
  case openLatest

  /// Presses a button of the latest message, the next one each time.
  case pressButton

  /// Taps the app's banner, or swipes it away.
  case tapBanner
  case swipeBanner

  /// Turns quiet hours on or off.
  case toggleQuiet

  case help
  case quit

  /// Redraws the screen.
  case redraw
}

/// The keys of the live app, with their texts for the screen and the help.
enum LiveKeys {
  static let table:
    [(keys: String, label: String, text: String, actions: [Character: LiveAction])] =
      [
        ("? h", "help", "Shows these keys.", ["?": .help, "h": .help]),
        (
          "q", "quit", "Quits, as does Control-C. Control-Z suspends, Control-L redraws.",
          ["q": .quit, "\u{4}": .quit, "\u{C}": .redraw]
        ),
        (
          "1 2 3", "tabs", "Shows a tab. Tab and the arrow keys show the next or previous one.",
          [
            "1": .show(.home), "2": .show(.notifications), "3": .show(.reader),
            "\t": .showNext, "→": .showNext, "←": .showPrevious,
          ]
        ),
        (
          "p", "push", "Delivers a push, each time of another provider.",
          ["p": .dropPayload]
        ),
        ("o", "open", "Taps the latest notification.", ["o": .openLatest]),
        (
          "t w", "banner", "Taps the app's own banner, or swipes it away.",
          ["t": .tapBanner, "w": .swipeBanner]
        ),
        ("b", "background", "Leaves the app, or returns to it.", ["b": .toggleBackground]),
        ("s", "account", "Signs in or out.", ["s": .toggleAccount]),
        (
          "c", "screenshot", "Takes a screenshot; in its preview, e edits it and x closes it.",
          ["c": .takeScreenshot, "e": .editScreenshot, "x": .closeScreenshot]
        ),
        ("n", "new offer", "Adds an offer to the countdowns.", ["n": .addOffer]),
        ("m", "menu", "Opens or closes a menu that covers the page.", ["m": .toggleMenu]),
        (
          "a", "answer",
          "Presses Reply or Mark as read, in turn, on the latest message, or sends one.",
          ["a": .pressButton]
        ),
        (
          "d", "quiet hours", "Turns quiet hours on or off.",
          ["d": .toggleQuiet]
        ),
      ]

  private static let actions = table.reduce(into: [Character: LiveAction]()) {
    $0.merge($1.actions) { first, _ in first }
  }

  /// The action of a key, for small and capital letters.
  static func action(for key: Key) -> LiveAction? {
    guard case .character(let character) = key else { return nil }
    return actions[Character(character.lowercased())]
  }

  /// The keys and their texts in two columns.
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
