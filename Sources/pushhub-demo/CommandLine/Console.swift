import Foundation

/// Where the demo reads and writes.
struct Console {
  let readInput: () throws -> Data
  let readFile: (String) throws -> Data
  let print: (String) -> Void
  let complain: (String) -> Void

  /// The process's own streams and the file system.
  static var standard: Console {
    Console(
      readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
      readFile: { try Data(contentsOf: URL(filePath: $0)) },
      print: { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) },
      complain: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    )
  }
}
