#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The process's terminal, which is its standard input and output; see `termios(3)`.
enum Terminal {
  /// A failed call, as when the terminal was closed.
  struct Failure: Error {}

  /// Whether standard input and standard output are a terminal.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether this process is in the foreground, and no background job.
  ///
  /// Only the controlling terminal has jobs.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group <= 0 || group == getpgrp()
  }

  /// Whether input is available.
  static var hasInput: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Waits until this process is in the foreground.
  ///
  /// The system stops a background job that sets the terminal's process group until it is in the foreground.
  /// If it checked first and then stopped itself, it could stop right after the shell has continued it.
  static func awaitForeground() throws(Failure) {
    let error = Signals.withDefaultActions(and: SIGTTOU) {
      while tcsetpgrp(STDIN_FILENO, getpgrp()) != 0 {
        guard errno == EINTR else { return errno }
      }
      return 0
    }
    guard error == 0 || error == ENOTTY else { throw Failure() }
  }

  /// Its size in columns and lines; 80 × 24 if it is unknown.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    let status = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    guard status == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Its present mode.
  static func mode() throws(Failure) -> termios {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { throw Failure() }
    return mode
  }

  /// Sets a mode after all output is written.
  static func set(_ mode: termios) throws(Failure) {
    var mode = mode
    while unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0 {
      guard errno == EINTR else { throw Failure() }
    }
  }

  /// Writes a text, and waits while the terminal accepts no output.
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

  /// The available input; empty at the end.
  static func read() -> [UInt8] { readBytes(from: STDIN_FILENO) }
}

/// The available input of a descriptor; empty at the end, and after an error.
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

/// `write(2)`, whose name the method hides.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

/// Sets the terminal for the live app: raw mode, the alternate screen, and no cursor.
///
/// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html> for the private modes: 1049 is the
/// alternate screen, 25 the cursor, 7 the wrapping of long lines, 2004 brackets around pasted text.
@MainActor
final class TerminalSession {
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
  nonisolated static let leaving =
    "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let isColoured: Bool
  private var frames = FrameWriter()

  /// The mode before; `nil` while it is set.
  private var modeBefore: termios?

  init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Sets the terminal, also again after the shell has used it.
  ///
  /// The next screen is drawn as a whole. A background job stops until it is in the foreground.
  func enter() throws {
    try Terminal.awaitForeground()
    let before = try modeBefore ?? Terminal.mode()
    modeBefore = before
    var raw = before
    unsafe cfmakeraw(&raw)
    // Control-C, Control-Z and Control-\\ still send signals.
    raw.c_lflag |= tcflag_t(ISIG)
    try Terminal.set(raw)
    try Terminal.write(Self.entering)
    frames = FrameWriter()
  }

  /// Restores the terminal.
  func leave() {
    guard let mode = modeBefore else { return }
    modeBefore = nil
    try? Terminal.write(Self.leaving)
    try? Terminal.set(mode)
  }

  /// Shows a screen by writing the changed lines.
  func draw(_ screen: LiveScreen) throws {
    if !Terminal.isForeground {
      try enter()
    }
    let size = Terminal.size
    let lines = screen.lines(width: size.width, height: size.height)
    try Terminal.write(frames.frame(lines.map { $0.sequence(isColoured: isColoured) }))
  }
}

/// Makes the output that changes one screen into the next.
struct FrameWriter {
  private var shown: [String] = []

  /// The output for the changed lines; empty if there are none.
  ///
  /// Each line has its own position and clears the previous one, so the place of the cursor doesn't matter; see
  /// CUP, EL and ED in ECMA-48.
  mutating func frame(_ lines: [String]) -> String {
    let isSame = lines.count == shown.count
    let rows = zip(1..., lines).filter { !isSame || shown[$0.0 - 1] != $0.1 }
    shown = lines
    return (isSame ? "" : "\u{1B}[2J")
      + rows.map { "\u{1B}[\($0.0);1H\u{1B}[2K\($0.1)" }.joined()
  }
}
