/// Turns screens into what is written to the terminal: only the lines that changed.
struct FrameWriter {
  private var shown: [String]?

  /// Forgets what is on the terminal, so that the next frame is written whole.
  mutating func invalidate() {
    shown = nil
  }

  /// What to write so that the terminal shows the lines; empty if it does.
  ///
  /// Each line is set where it belongs and clears what was there before, so that nothing depends on
  /// where the cursor is; see ECMA-48 for CUP, EL and ED.
  mutating func frame(_ lines: [String]) -> String {
    let old = shown
    shown = lines
    guard let old, old.count == lines.count else {
      return "\u{1B}[2J" + zip(1..., lines).map(Self.set).joined()
    }
    return zip(1..., zip(old, lines))
      .filter { $0.1.0 != $0.1.1 }
      .map { Self.set($0.0, $0.1.1) }
      .joined()
  }

  private static func set(_ row: Int, _ line: String) -> String {
    "\u{1B}[\(row);1H\u{1B}[2K\(line)"
  }
}
