#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Gives the terminal back when the process crashes, so that the report of it can be read.
///
/// The handler makes only calls that are safe in one, on values that were made before; then whoever
/// handled the signal until now does, such as the language's own crash reporter. That one reports and
/// returns, which ends a process only where the crash is in its own next step: so that a signal from
/// outside ends it too, the signal is also told through the ``SignalPipe``.
enum CrashGuard {
  static let signals = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// The terminal's mode when the guard was set up.
  private static let mode = try? TerminalDevice().mode()

  private static let leaving = Array(TerminalSession.leaving.utf8)

  /// Who handled each signal before, by its number.
  private static let handlers: [sigaction] = (0..<Int32(32)).map { number in
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return action
  }

  /// Sets the guard up; to be called before the terminal is taken.
  static func begin() {
    _ = mode
    _ = leaving
    _ = handlers
    for number in signals {
      signal(number) { number in
        CrashGuard.restoreTerminal()
        SignalPipe.tell(number)
        var action = CrashGuard.handlers[Int(number)]
        unsafe sigaction(number, &action, nil)
        raise(number)
      }
    }
  }

  private static func restoreTerminal() {
    guard let mode else { return }
    unsafe leaving.withUnsafeBytes { bytes in
      _ = unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    }
    try? TerminalDevice().set(mode)
  }
}
