/// The terminal while the live app has it: raw, on the alternate screen, without a cursor.
///
/// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html> for the private modes: 1049 is the
/// alternate screen, 25 the cursor, 7 that long lines go on in the next one.
@MainActor
final class TerminalSession {
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  nonisolated static let leaving = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let device: TerminalDevice
  private let look: Look
  private var frames = FrameWriter()

  /// How the terminal was; `nil` while it is so.
  private var modeBefore: TerminalDevice.Mode?

  init(device: TerminalDevice, look: Look) {
    self.device = device
    self.look = look
  }

  /// Takes the terminal, unless it is taken or other jobs have it; to be drawn anew in any case.
  func enter() throws {
    frames.invalidate()
    guard modeBefore == nil, device.isForeground else { return }
    let mode = try device.mode()
    modeBefore = mode
    try device.set(mode.raw)
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

  /// Shows a screen, in one go; nothing is written if it is shown already.
  func draw(_ screen: LiveScreen) throws {
    guard modeBefore != nil else { return }
    let size = device.size
    let lines = screen.lines(width: size.width, height: size.height, look: look)
    let frame = frames.frame(lines.map { $0.sequence(isColoured: look.isColoured) })
    if !frame.isEmpty {
      try device.write(frame)
    }
  }
}
