import Foundation

/// The process's terminal, which is its standard input and output; see `termios(3)`.
///
/// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html> for the private modes: 1049 is the
/// alternate screen, 25 the cursor, 7 the wrapping of long lines.
enum Terminal {
  /// A failed call, as when the terminal was closed.
  struct Failure: Error {}

  /// Whether standard input and standard output are a terminal.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leaving = Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)

  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let modeBefore = try? mode()

  private static func mode() throws -> termios {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { throw Failure() }
    return mode
  }
}

extension Terminal {
  /// Restores the terminal when a signal ends the app, also after a crash.
  ///
  /// A handler may call only a few functions; see `signal-safety(7)`.
  static func catchSignals() {
    _ = (leaving, modeBefore)
    for number in endings + [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number) { number in
        Terminal.leave()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Sets raw mode, the alternate screen and no cursor, also again after the shell has used the terminal.
  ///
  /// - Returns: Whether they were not set, so that the whole screen must be drawn.
  static func enter() throws -> Bool {
    if !isInForeground {
      // The system stops a background job here until it is in the foreground.
      stop(by: SIGTTOU) { _ = tcsetpgrp(STDIN_FILENO, getpgrp()) }
    }
    var raw = try mode()
    guard raw.c_oflag & tcflag_t(OPOST) != 0 else { return false }
    unsafe cfmakeraw(&raw)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    try write(entering)
    return true
  }

  /// Restores the terminal, unless this process is in the background.
  static func leave() {
    guard var mode = modeBefore, isInForeground else { return }
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
    _ = unsafe Foundation.write(STDOUT_FILENO, leaving, leaving.count)
  }

  /// Makes a call that stops this process by a signal, until it continues.
  ///
  /// A signal that ends the app does so before this thread continues: it would soon stop again, with the signal's
  /// handler on another thread.
  private static func stop(by number: Int32, in call: () -> Void) {
    for ending in endings { signal(ending, SIG_DFL) }
    for number in endings + [number] { unblock(number) }
    call()
    catchSignals()
  }

  /// Unblocks a signal for this thread, since Dispatch blocks all.
  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Its size in columns and lines; 80 × 24 if it has none.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    _ = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return size.ws_col > 0 && size.ws_row > 0 ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  static func write(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// The keys that were pressed; an escape sequence is left out, with all that came after it.
  ///
  /// In raw mode Control-C and Control-Z are keys, too: the first is q, the second suspends this process.
  static func keys() -> Substring {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 0) > 0 else { return "" }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1_024) { buffer, count in
      count = max(0, unsafe read(STDIN_FILENO, buffer.baseAddress, 1_024))
    }
    let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{1B}" }
    if text.contains("\u{1A}") {
      leave()
      stop(by: SIGTSTP) { raise(SIGTSTP) }
    }
    return text.replacing("\u{3}", with: "q")
  }
}
