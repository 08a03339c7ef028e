/// The terminal while the live app has it: raw, on the alternate screen, without a cursor.
///
/// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html> for the private modes: 1049 is the
/// alternate screen, 25 the cursor, 7 that long lines go on in the next one, 2004 that what is pasted
/// comes between brackets.
@MainActor
final class TerminalSession {
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
  nonisolated static let leaving =
    "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let device: TerminalDevice
  private let look: Look
  private var frames = FrameWriter()

  /// How the terminal was; `nil` while it is so.
  private var modeBefore: TerminalDevice.Mode?

  /// Whether other jobs have had the terminal since it was taken.
  private var isAway = true

  /// How often it is still to be looked at whether the terminal was really given.
  private var doubts = 0

  init(device: TerminalDevice, look: Look) {
    self.device = device
    self.look = look
  }

  /// Whether the terminal is this job's now, and not another's.
  var isForeground: Bool { device.isForeground }

  /// Takes the terminal, unless other jobs have it; to be drawn anew in any case.
  ///
  /// One that was taken is taken again if the shell has set a mode of its own, as it does after a
  /// stop that no process is told of.
  func enter() throws {
    frames.invalidate()
    isAway = !device.isForeground
    doubts = 2
    try take()
  }

  private func take() throws {
    guard !isAway else { return }
    let mode = try device.mode()
    guard modeBefore == nil || !mode.isRaw else { return }
    let before = modeBefore ?? mode
    modeBefore = before
    try device.set(before.raw)
    try device.write(Self.entering)
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard let mode = modeBefore else { return }
    modeBefore = nil
    try? device.write(Self.leaving)
    try? device.set(mode)
  }

  /// Does no more with the terminal, which somebody else has given back.
  func forget() {
    modeBefore = nil
  }

  /// Forgets what is drawn.
  func invalidate() {
    frames.invalidate()
  }

  /// How much of what scrolls on a screen is seen at once.
  func room(for screen: LiveScreen) -> LiveDesk.Room {
    let size = device.size
    return screen.room(width: size.width, height: size.height, look: look)
  }

  /// Shows a screen, in one go; nothing is written if it is shown already, or other jobs have the
  /// terminal.
  ///
  /// The terminal is taken when it has come back: a shell doesn't tell a job that goes on anyway. It
  /// may still print something, or set a mode of its own, after it has given the terminal.
  func draw(_ screen: LiveScreen) throws {
    if isAway || !device.isForeground {
      try enter()
    } else if doubts > 0 {
      doubts -= 1
      frames.invalidate()
      try take()
    }
    guard !isAway else { return }
    let size = device.size
    let lines = screen.lines(width: size.width, height: size.height, look: look)
    let frame = frames.frame(lines.map { $0.sequence(on: look) })
    if !frame.isEmpty {
      try device.write(frame)
    }
  }
}

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
