#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The process's terminal: standard input and output, as the system has them; see `termios(3)`.
enum Terminal {
  /// A call failed, which for a terminal means that it is gone.
  struct Failure: Error {}

  /// Whether both standard input and standard output are one.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether this process is in the foreground of it, and not a job in the background.
  ///
  /// A terminal that is not the one that controls the process has no jobs.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group <= 0 || group == getpgrp()
  }

  /// Whether reading it would not wait.
  static var hasInput: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Returns when this process is in the foreground, and fails if it can't get there.
  ///
  /// The system stops a job in the background that would hand the terminal on, until it may. To ask
  /// first and then stop by itself, it could stop right after the shell has brought it to the front.
  static func awaitForeground() throws(Failure) {
    let error = Signals.givingIn(to: SIGTTOU) {
      while tcsetpgrp(STDIN_FILENO, getpgrp()) != 0 {
        guard errno == EINTR else { return errno }
      }
      return 0
    }
    guard error == 0 || error == ENOTTY else { throw Failure() }
  }

  /// How large it is; 80 × 24 where it doesn't say.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    let status = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    guard status == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// How it treats what is typed; to be put back.
  static func mode() throws(Failure) -> termios {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { throw Failure() }
    return mode
  }

  /// Sets a mode when what was written is out.
  static func set(_ mode: termios) throws(Failure) {
    var mode = mode
    while unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0 {
      guard errno == EINTR else { throw Failure() }
    }
  }

  /// Writes everything, and waits while the terminal takes no more.
  static func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        throw Failure()
      }
    }
  }

  /// What has been typed; empty at the end of input.
  static func read() -> [UInt8] { readBytes(from: STDIN_FILENO) }
}

/// The available input; empty at the end, and if reading failed.
func readBytes(from descriptor: Int32) -> [UInt8] {
  var status = 0
  repeat {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1_024) { buffer, filled in
      status = unsafe read(descriptor, buffer.baseAddress, 1_024)
      filled = max(0, status)
    }
    if status >= 0 { return bytes }
  } while errno == EINTR
  return []
}

/// `write(2)` by a name of its own, since a method has it too.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

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

  private let isColoured: Bool
  private var frames = FrameWriter()

  /// How the terminal was; `nil` while it is so.
  private var modeBefore: termios?

  init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Takes the terminal, also again after the shell had it; all is drawn anew.
  ///
  /// A job in the background stops until it is in the foreground, as the system does with one that
  /// would set the terminal; one that can't continue fails.
  func enter() throws {
    try Terminal.awaitForeground()
    let before = try modeBefore ?? Terminal.mode()
    modeBefore = before
    var raw = before
    unsafe cfmakeraw(&raw)
    // Control-C, Control-Z and Control-\\ are the signals that they always are.
    raw.c_lflag |= tcflag_t(ISIG)
    try Terminal.set(raw)
    try Terminal.write(Self.entering)
    frames = FrameWriter()
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard let mode = modeBefore else { return }
    modeBefore = nil
    try? Terminal.write(Self.leaving)
    try? Terminal.set(mode)
  }

  /// Shows a screen, in one go; nothing is written if it is shown already.
  func draw(_ screen: LiveScreen) throws {
    if !Terminal.isForeground {
      try enter()
    }
    let size = Terminal.size
    let lines = screen.lines(width: size.width, height: size.height)
    try Terminal.write(frames.frame(lines.map { $0.sequence(isColoured: isColoured) }))
  }
}

/// Turns screens into what is written to the terminal: only the lines that changed.
struct FrameWriter {
  private var shown: [String] = []

  /// What to write so that the terminal shows the lines; empty if it does.
  ///
  /// Each line is set where it belongs and clears what was there before, so that nothing depends on
  /// where the cursor is; see ECMA-48 for CUP, EL and ED.
  mutating func frame(_ lines: [String]) -> String {
    let isSame = lines.count == shown.count
    let rows = zip(1..., lines).filter { !isSame || shown[$0.0 - 1] != $0.1 }
    shown = lines
    return (isSame ? "" : "\u{1B}[2J")
      + rows.map { "\u{1B}[\($0.0);1H\u{1B}[2K\($0.1)" }.joined()
  }
}
