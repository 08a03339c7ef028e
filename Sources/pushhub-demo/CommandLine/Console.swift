import Foundation

/// Where the demo reads and writes.
struct Console {
  let readInput: () throws -> Data
  let readFile: (String) throws -> Data

  /// Puts a whole file where it was asked for, in place of one that is there.
  let writeFile: (Data, String) throws -> Void

  let print: (String) -> Void
  let complain: (String) -> Void

  /// Shows one line that takes the place of the one shown before; an empty one removes it.
  let showProgress: (String) -> Void

  /// Whether what is printed may be coloured; see <https://no-color.org>.
  let isColoured: Bool

  /// The process's own streams and the file system.
  static var standard: Console {
    Console(
      readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
      readFile: { try Data(contentsOf: URL(filePath: $0)) },
      writeFile: { try $0.write(to: URL(filePath: $1)) },
      print: { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) },
      complain: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) },
      showProgress: progressLine(),
      isColoured: isatty(STDOUT_FILENO) == 1
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    )
  }

  /// Nothing at all where standard error is no terminal.
  private static func progressLine() -> (String) -> Void {
    guard isatty(STDERR_FILENO) == 1 else { return { _ in } }
    let removal = "\r\u{1B}[K"
    return { FileHandle.standardError.write(Data((removal + $0).utf8)) }
  }
}
