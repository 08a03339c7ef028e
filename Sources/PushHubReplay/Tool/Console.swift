package import Foundation
import PushHub

/// The input and output of a tool.
package struct Console {
  /// Reads a whole file; `-` is standard input.
  package let read: (String) throws -> Data

  /// Writes a whole file, and replaces one that exists.
  package let writeFile: (Data, String) throws -> Void

  package let print: (String) -> Void
  let errors: (String) -> Void

  /// Whether what is printed may be colored; see <https://no-color.org>.
  package let isColoured: Bool

  /// Whether something could not be printed.
  var isOutputLost: () -> Bool = { false }

  /// Prints lines about what is wrong, which may quote a file.
  package func complain(_ lines: String...) {
    errors(lines.map(printable).joined(separator: "\n"))
  }

  /// The exit status: a success is a failure if something could not be printed.
  package func status(_ status: ExitCode) -> ExitCode {
    status == .success && isOutputLost() ? .missingInput : status
  }

  /// The process's own streams and the file system.
  package static var standard: Console {
    standard(output: .standardOutput, errors: .standardError)
  }

  /// A console with other streams.
  ///
  /// Output that can't be printed is reported once.
  static func standard(output: FileHandle, errors: FileHandle) -> Console {
    // An error that can't be printed can't be reported either.
    let complain = { (text: String) in
      _ = try? errors.write(contentsOf: Data((text + "\n").utf8))
    }
    var isOutputLost = false
    return Console(
      read: { path in
        path == "-"
          ? try FileHandle.standardInput.readToEnd() ?? Data()
          : try Data(contentsOf: URL(filePath: path))
      },
      writeFile: { try $0.write(to: URL(filePath: $1)) },
      print: { text in
        do {
          try output.write(contentsOf: Data((text + "\n").utf8))
        } catch {
          guard !isOutputLost else { return }
          isOutputLost = true
          complain("standard output can't be written: \(error.localizedDescription)")
        }
      },
      errors: complain,
      isColoured: isatty(output.fileDescriptor) == 1
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty,
      isOutputLost: { isOutputLost }
    )
  }
}
