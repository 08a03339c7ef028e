import Foundation
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// Files and standard input in memory, and what was printed.
@MainActor
final class RecordingConsole {
  var input = ""
  var isColoured = false
  private(set) var output: [String] = []
  private(set) var complaints: [String] = []
  private(set) var written: [String: Data] = [:]
  var files: [String: String]

  init(files: [String: String] = [:]) {
    self.files = files
  }

  /// The text of a file that was written.
  func text(of file: String) throws -> String {
    String(decoding: try #require(written[file]), as: UTF8.self)
  }

  /// Runs the tool that replays with the scripts of the ready-made features.
  func run(_ arguments: [String]) async -> ExitCode {
    await ReplayTool(named: "replay") { ReadyMadeScripts().all }.run(arguments, on: console)
  }

  var console: Console {
    Console(
      read: { name in
        if name == "-" { return Data(self.input.utf8) }
        guard let text = self.files[name] else { throw CocoaError(.fileReadNoSuchFile) }
        return Data(text.utf8)
      },
      writeFile: { data, name in
        guard !name.hasPrefix("missing/") else { throw CocoaError(.fileNoSuchFile) }
        guard !name.hasPrefix("/none/") else { throw CocoaError(.fileWriteNoPermission) }
        self.written[name] = data
      },
      print: { self.output.append($0) },
      errors: { self.complaints.append($0) },
      isColoured: isColoured
    )
  }
}

extension Console {
  /// The real files, but what is printed is recorded.
  @MainActor
  static func standardFiles(_ recorder: RecordingConsole) -> Console {
    Console(
      read: Console.standard.read,
      writeFile: recorder.console.writeFile,
      print: recorder.console.print,
      errors: recorder.console.errors,
      isColoured: recorder.isColoured
    )
  }
}
