#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Forwards signals as bytes of a pipe, so that they are handled in order with all other events.
///
/// A handler may call only a few functions; see `signal-safety(7)`. It writes the number of its signal.
///
/// The handler of a crash first restores the terminal, so that the report is visible, and then calls the previous
/// handler, such as Swift's crash reporter. That one reports and returns. If the process itself caused the
/// signal, it causes it again and ends; a signal from outside ends it by way of the pipe.
enum Signals {
  /// Signals that end the app.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// Those that end the app, and those for a resized terminal, for suspending and for continuing.
  private static let caught = endings + [SIGWINCH, SIGTSTP, SIGCONT]

  private static let ends: [Int32] = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    // A signal handler must not block.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return ends
  }()

  /// The previous handlers, by the number of their signal.
  private static let handlers: [sigaction] = (0..<Int32(32)).map { number in
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return action
  }

  /// The terminal's first mode, and the sequences that restore it.
  private static let mode = try? Terminal.mode()
  private static let leaving = Array(TerminalSession.leaving.utf8)

  /// The end of the pipe for reading.
  static var descriptor: Int32 { ends[0] }

  /// Installs the handlers.
  ///
  /// Call it before the terminal is changed.
  static func open() {
    _ = (ends, handlers, mode, leaving)
    catchAll()
    for number in crashes {
      signal(number) { number in
        if let mode = Signals.mode {
          _ = unsafe write(STDOUT_FILENO, Signals.leaving, Signals.leaving.count)
          try? Terminal.set(mode)
        }
        Signals.post(number)
        var action = Signals.handlers[Int(number)]
        unsafe sigaction(number, &action, nil)
        raise(number)
      }
    }
  }

  /// The numbers of the signals that have arrived.
  ///
  /// Call it when there are any.
  static func read() -> [Int32] { readBytes(from: descriptor).map(Int32.init) }

  /// Performs the default action of the signal: ends this process, or stops it until it continues.
  static func performDefaultAction(of number: Int32) {
    withDefaultActions(and: number) { _ = raise(number) }
  }

  /// Runs a closure with the default actions of the app's signals and of another one.
  ///
  /// They are unblocked for this thread. So it stops at once, and doesn't continue if a signal that ends it
  /// arrived while it was stopped.
  static func withDefaultActions<Result>(and number: Int32, _ act: () -> Result) -> Result {
    var signals = sigset_t()
    var mask = sigset_t()
    unsafe sigemptyset(&signals)
    for number in caught + [number] {
      signal(number, SIG_DFL)
      unsafe sigaddset(&signals, number)
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    defer {
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
      catchAll()
    }
    return act()
  }

  private static func catchAll() {
    for number in caught {
      signal(number) { Signals.post($0) }
    }
  }

  private static func post(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(ends[1], &byte, 1)
    errno = error
  }
}
