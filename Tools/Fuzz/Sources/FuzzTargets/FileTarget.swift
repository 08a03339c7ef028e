import Foundation
import PushHub
import PushHubRecorder
import PushHubScripts

@testable import PushHubReplay

/// A replay tool reads any file, and its status says whether it could.
@MainActor
enum FileTarget {
  private static let commands = [
    ["play", "-"], ["play", "--json", "-"], ["play", "--only", "hub", "-"],
    ["explain", "-", "--at", "10"], ["explain", "--json", "-", "--at", "0:30.5"],
    ["play", "--html", "/out", "-"],
  ]

  static func check(_ bytes: [UInt8]) async throws {
    guard let first = bytes.first else { return }
    let arguments = commands[Int(first) % commands.count]
    let input = Data(bytes.dropFirst())
    guard isShort(input) else { return }
    let pad = Pad()
    let tool = ReplayTool(named: "fuzzed-replay") { ReadyMadeScripts().all }
    let status = await tool.run(arguments, on: console(input, pad))
    try require(
      status == .success || status == .badInput,
      "the status is \(status): \(pad.complaints)"
    )
    // A last line that breaks off is reported, and that nothing was done, but neither is a failure.
    let failures = pad.complaints.filter {
      !$0.hasSuffix("the line breaks off and is skipped") && !$0.hasSuffix(" did nothing")
    }
    try require(
      failures.isEmpty == (status == .success),
      "the status is \(status), with these complaints: \(failures)"
    )
    try require(
      status == .success || pad.output.isEmpty,
      "a file that is refused has output: \(pad.output)"
    )
    for line in (pad.output + pad.complaints).joined(separator: "\n").split(separator: "\n") {
      try require(
        isPrintable(String(line)),
        "a line that can't be printed: \(line.debugDescription)"
      )
      try require(
        !arguments.contains("--json") || status != .success || !pad.complaints.isEmpty
          || (try? PushPayload(json: line.utf8)) != nil,
        "a line that is no JSON: \(line)"
      )
    }
  }

  private static func isShort(_ input: Data) -> Bool {
    let vocabulary = Replay.records(of: ReadyMadeScripts().all)
    return (try? Transcript(input, vocabulary: vocabulary))?.isShort ?? true
  }

  /// What was printed.
  private final class Pad {
    var output: [String] = []
    var complaints: [String] = []
    var page = Data()
  }

  private static func console(_ input: Data, _ pad: Pad) -> Console {
    Console(
      read: { name in
        guard name == "-" else { throw CocoaError(.fileReadNoSuchFile) }
        return input
      },
      writeFile: { data, _ in pad.page = data },
      print: { pad.output.append($0) },
      errors: { pad.complaints.append($0) },
      isColoured: false
    )
  }
}
