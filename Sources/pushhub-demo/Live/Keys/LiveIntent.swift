/// What a key asks for.
enum LiveIntent: Hashable {
  case act(LiveAction)
  case quit

  /// Ends as the interrupt signal does.
  case interrupt

  /// Gives the terminal back until the shell goes on with the app.
  case suspend

  /// Draws everything anew.
  case redraw

  /// Tells the user something, in the log.
  case tell(String)
}

extension LiveIntent {
  /// What a key asks for that is the app's or the terminal's; `nil` if nothing.
  init?(_ key: KeyEvent) {
    switch key {
    case .character(let character):
      guard let intent = Self.intents[character.lowercased()] else { return nil }
      self = intent
    case .tab, .right: self = .act(.showNext)
    case .backTab, .left: self = .act(.showPrevious)
    case .control("C"): self = .interrupt
    case .control("D"): self = .quit
    case .control("L"): self = .redraw
    case .control("Z"): self = .suspend
    default: return nil
    }
  }

  private static let intents: [String: LiveIntent] = [
    "1": .act(.show(.home)),
    "2": .act(.show(.notifications)),
    "3": .act(.show(.reader)),
    "a": .act(.pressButton),
    "b": .act(.toggleBackground),
    "c": .act(.takeScreenshot),
    "d": .act(.toggleQuiet),
    "e": .act(.editScreenshot),
    "m": .act(.toggleMenu),
    "n": .act(.addOffer),
    "o": .act(.openLatest),
    "p": .act(.dropPayload),
    "q": .quit,
    "s": .act(.toggleAccount),
    "t": .act(.tapBanner),
    "w": .act(.swipeBanner),
    "x": .act(.closeScreenshot),
  ]
}
