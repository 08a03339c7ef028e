/// What every key of the live app does, for the help on its screen and for that of its command.
enum KeyHelp {
  static let entries: [(keys: String, text: String)] = [
    ("1 2 3", "Shows a tab; so do Tab and the arrows left and right, one by one."),
    ("p", "Lets a push arrive, of a sender that comes with the demo."),
    ("o", "Opens the latest notification, as a tap on it does."),
    ("t w", "Tap the app's own banner, or wipe it away, while it is up."),
    ("a", "Presses a button of the latest message: Reply, then Mark as read. None yet? One comes."),
    ("d", "Begins quiet hours, do not disturb, or ends them."),
    ("b", "Leaves the app to the background, or comes back."),
    ("s", "Signs in or out."),
    ("c", "Takes a screenshot; e edits what the preview shows, x closes it."),
    ("n", "Puts a new offer on the list that counts down."),
    ("m", "Covers the page with a menu, or takes it away."),
    ("up down", "Scroll what was heard; so do k and j, and by the page Page Up and Page Down."),
    ("Home End", "Go to the oldest line, and to the newest."),
    ("/", "Searches what was heard, in any case, accents apart. Enter keeps it, Esc leaves it."),
    ("< >", "Go to the older and to the newer line that has what is searched for."),
    ("f", "Chooses who speaks in what was heard."),
    ("? h", "Show these keys."),
    ("q", "Quits. Control-C ends too, Control-Z suspends, Control-L draws anew."),
    ("paste", "What is pasted goes into a search; elsewhere it is not taken as keys."),
  ]

  /// The keys in a column, what they do in another one, wrapped.
  static func rows(width: Int, indent: Int = 1) -> [TextLine] {
    let column = width >= 50 ? 12 : 4
    return entries.flatMap { entry in
      var row = TextLine(String(repeating: " ", count: indent))
      row.append(entry.keys, .strong)
      row.append(String(repeating: " ", count: max(2, column - row.width)))
      row.append(entry.text)
      return row.wrapped(to: width, indent: column)
    }
  }
}
