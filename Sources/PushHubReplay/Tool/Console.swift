package import Foundation

/// Where a tool reads and writes.
package struct Console {
  package let readInput: () throws -> Data
  package let readFile: (String) throws -> Data

  /// Puts a whole file where it was asked for, in place of one that is there.
  package let writeFile: (Data, String) throws -> Void

  package let print: (String) -> Void
  package let complain: (String) -> Void

  /// Whether what is printed may be coloured; see <https://no-color.org>.
  package let isColoured: Bool

  /// Whether something could not be printed.
  var isOutputLost: () -> Bool = { false }

  /// The status to end with: not that of success if something could not be printed.
  package func status(_ status: ExitCode) -> ExitCode {
    status == .success && isOutputLost() ? .missingInput : status
  }

  /// The process's own streams and the file system.
  package static var standard: Console {
    standard(output: .standardOutput, errors: .standardError)
  }

  /// Such a console on other streams.
  ///
  /// What can't be printed is complained of once; what can't be complained of is lost.
  static func standard(output: FileHandle, errors: FileHandle) -> Console {
    // Nobody is there to be told that a complaint is not read.
    let complain = { (text: String) in
      _ = try? errors.write(contentsOf: Data((text + "\n").utf8))
    }
    var isOutputLost = false
    return Console(
      readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
      readFile: { try Data(contentsOf: URL(filePath: $0)) },
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
      complain: complain,
      isColoured: isatty(output.fileDescriptor) == 1
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty,
      isOutputLost: { isOutputLost }
    )
  }
}
