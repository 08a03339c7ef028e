#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The process's terminal: standard input and output, as the system has them.
///
/// All calls on it are in this file; see `termios(3)` and `ioctl_tty(2)`.
struct TerminalDevice {
  /// How a terminal treats what is typed; to be put back.
  struct Mode {
    fileprivate var attributes: termios
  }

  struct Size: Equatable {
    var width: Int
    var height: Int
  }

  /// A call that failed, with the number that the system gave.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    /// Whether the terminal is gone, as when its window was closed.
    var isHangup: Bool { number == EIO }

    var description: String { "\(call) failed: \(systemMessage(number))" }
  }

  /// Where keys come from.
  static let inputDescriptor = STDIN_FILENO

  private let input = inputDescriptor
  private let output = STDOUT_FILENO

  /// Whether both standard input and standard output are one.
  var isTerminal: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether this process is in the foreground of it, and not a job in the background.
  ///
  /// A terminal that is not the one that controls the process has no jobs.
  var isForeground: Bool {
    let group = tcgetpgrp(input)
    return group <= 0 || group == getpgrp()
  }

  /// How large it is; 80 × 24 where it doesn't say.
  var size: Size {
    var size = winsize()
    let status = unsafe ioctl(output, UInt(TIOCGWINSZ), &size)
    guard status == 0, size.ws_col > 0, size.ws_row > 0 else { return Size(width: 80, height: 24) }
    return Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  func mode() throws -> Mode {
    var attributes = termios()
    guard unsafe tcgetattr(input, &attributes) == 0 else {
      throw Failure(call: "tcgetattr", number: errno)
    }
    return Mode(attributes: attributes)
  }

  /// Sets a mode when what was written is out.
  func set(_ mode: Mode) throws {
    var attributes = mode.attributes
    while unsafe tcsetattr(input, TCSADRAIN, &attributes) != 0 {
      guard errno == EINTR else { throw Failure(call: "tcsetattr", number: errno) }
    }
  }

  /// Writes everything, and waits while the terminal takes no more.
  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemWrite(output, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        throw Failure(call: "write", number: errno)
      }
    }
  }

  /// Whether there is something to read, or the end of it.
  static var hasInput: Bool {
    var request = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// What has been typed; empty at the end of input.
  static func readInput() -> [UInt8] {
    readBytes(from: inputDescriptor, atMost: 1_024) ?? []
  }
}

extension TerminalDevice.Mode {
  /// The mode in which each key arrives at once, as a byte or several, and nothing is echoed.
  var raw: TerminalDevice.Mode {
    var mode = self
    unsafe cfmakeraw(&mode.attributes)
    return mode
  }

  /// Whether it is that mode as far as a shell would have changed it for itself.
  var isRaw: Bool { attributes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 }
}

/// What the system says of an error's number.
func systemMessage(_ number: Int32) -> String {
  unsafe String(cString: strerror(number))
}

/// What there is to read; empty at the end, and nil if reading failed, with `errno` saying how.
func readBytes(from descriptor: Int32, atMost count: Int) -> [UInt8]? {
  while true {
    var status = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      status = unsafe read(descriptor, buffer.baseAddress, count)
      filled = max(0, status)
    }
    if status >= 0 { return bytes }
    guard errno == EINTR else { return nil }
  }
}

/// `write(2)` by a name of its own, since methods have it too.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe Darwin.write(descriptor, start, count)
  #elseif canImport(Musl)
  unsafe Musl.write(descriptor, start, count)
  #else
  unsafe Glibc.write(descriptor, start, count)
  #endif
}
