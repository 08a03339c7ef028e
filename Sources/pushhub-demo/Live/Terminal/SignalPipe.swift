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
enum SignalPipe {
  /// Signals that end the app.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Signals after which the terminal is another: it was resized, is to be given back, or is ours
  /// again.
  static let changes = [SIGWINCH, SIGTSTP, SIGCONT]

  /// The signal that Control-C stands for, the one that stops, and that of a terminal that is gone.
  static let interrupt = SIGINT
  static let stop = SIGTSTP
  static let hangup = SIGHUP

  private static let ends: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends {
      // Whoever tells a signal must not wait, nor whoever looks whether there are any.
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  /// Where the bytes can be read.
  static var descriptor: Int32 { ends.read }

  /// Catches the signals from now on; an end of a connection is no reason to die, and told anyway.
  static func open() {
    _ = ends
    signal(SIGPIPE, SIG_IGN)
    for number in endings + changes {
      catchSignal(number)
    }
  }

  /// The signals that came, but for repeats in a row.
  static func readSignals() -> [Int32] {
    withoutRepeats((readBytes(from: ends.read, atMost: 4_096) ?? []).map(Int32.init))
  }

  /// A window that is being resized sends more signals than there are sizes to be drawn.
  static func withoutRepeats(_ signals: [Int32]) -> [Int32] {
    signals.reduce(into: []) { result, number in
      if result.last != number {
        result.append(number)
      }
    }
  }

  /// Does to this process what the signal does when nobody catches it: ends it, or stops it until it
  /// is to go on.
  ///
  /// The signal is let through to this very thread, so that nothing happens between.
  static func giveIn(to number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    var mask = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    raise(number)
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    if (endings + changes).contains(number) {
      catchSignal(number)
    }
  }

  /// Stops all processes of the job, as the terminal does for Control-Z.
  static func suspendJob() {
    kill(0, SIGTSTP)
  }

  /// Puts a signal into the pipe; safe in a handler.
  static func tell(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(ends.write, &byte, 1)
    errno = error
  }

  private static func catchSignal(_ number: Int32) {
    signal(number) { SignalPipe.tell($0) }
  }
}
