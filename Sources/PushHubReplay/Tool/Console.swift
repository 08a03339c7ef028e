package import Foundation

/// Where a tool reads and writes.
package struct Console {
  package let readInput: () throws -> Data
  package let readFile: (String) throws -> Data

  /// Puts a whole file where it was asked for, in place of one that is there.
  package let writeFile: (Data, String) throws -> Void

  package let print: (String) -> Void
  package let complain: (String) -> Void

  /// Shows one line that takes the place of the one shown before; an empty one removes it.
  package let showProgress: (String) -> Void

  /// Whether what is printed may be coloured; see <https://no-color.org>.
  package let isColoured: Bool

  package init(
    readInput: @escaping () throws -> Data,
    readFile: @escaping (String) throws -> Data,
    writeFile: @escaping (Data, String) throws -> Void,
    print: @escaping (String) -> Void,
    complain: @escaping (String) -> Void,
    showProgress: @escaping (String) -> Void,
    isColoured: Bool
  ) {
    self.readInput = readInput
    self.readFile = readFile
    self.writeFile = writeFile
    self.print = print
    self.complain = complain
    self.showProgress = showProgress
    self.isColoured = isColoured
  }

  /// The process's own streams and the file system.
  package static var standard: Console {
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
