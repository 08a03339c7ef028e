#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Brings signals to where all other events are handled: each is a byte in a pipe.
///
/// A handler may do next to nothing; see `signal-safety(7)`. It writes its number and is done.
///
/// In a crash it first gives the terminal back, so that the report can be read; then the handler of the
/// signal until now does, such as the language's own crash reporter. That one reports and returns, which
/// ends a process only where the crash is in its own next step: a signal from outside ends it too, since
/// it is in the pipe.
enum Signals {
  /// Signals that end the app.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// Those, and signals that change the terminal: it was resized, the app must release it, or the app has it
  /// again.
  private static let caught = endings + [SIGWINCH, SIGTSTP, SIGCONT]

  private static let ends: [Int32] = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    // A signal handler must not block.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return ends
  }()

  /// Who handled each crash before, by its number.
  private static let handlers: [sigaction] = (0..<Int32(32)).map { number in
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return action
  }

  /// How the terminal was at first, and what gives it back.
  private static let mode = try? Terminal.mode()
  private static let leaving = Array(TerminalSession.leaving.utf8)

  /// Where the bytes can be read.
  static var descriptor: Int32 { ends[0] }

  /// Catches the signals from now on; to be called before the terminal is taken.
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

  /// The signals that have come; to be called when there are any.
  static func read() -> [Int32] { readBytes(from: descriptor).map(Int32.init) }

  /// Performs the default action of the signal: ends this process, or stops it until it continues.
  static func giveIn(to number: Int32) {
    givingIn(to: number) { _ = raise(number) }
  }

  /// Runs a closure while no signal of the app is caught.
  ///
  /// All are let through to this very thread, so that it goes no step further: neither before it stops,
  /// nor after it if a signal that ends it has come meanwhile, with the one to go on.
  static func givingIn<Result>(to number: Int32, _ act: () -> Result) -> Result {
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
