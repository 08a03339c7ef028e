import Foundation
import Testing

@testable import PushHubReplay
@testable import TestSupport
@testable import pushhub_demo

/// The output that articles show below a command of the demo is what the command prints.
@MainActor
struct PrintedOutputTests {
  private struct Example: CustomStringConvertible {
    let arguments: [String]
    let output: String

    var description: String { arguments.joined(separator: " ") }
  }

  @Test func `the printed output of each command is the tool's`() async throws {
    let examples = try Articles.all().flatMap { Self.examples(in: $0.text) }
    #expect(examples.count >= 2)
    for example in examples {
      let console = RecordingConsole()
      let arguments = example.arguments.map { argument in
        argument.hasSuffix(".jsonl") ? Self.transcript(named: argument) : argument
      }
      #expect(await Demo.tool.run(arguments, on: .standardFiles(console)) == .success)
      let output = console.output.joined(separator: "\n")
      #expect(output.contains(example.output), "\(example) prints something else")
    }
  }

  /// The path of a transcript of the demo, whatever its folder in the article.
  private static func transcript(named path: String) -> String {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return BundledTranscripts.file(named: name)
  }

  /// Each indented block below a command, up to the next one that is a command.
  private static func examples(in text: String) -> [Example] {
    let command = /^(?:swift run )?pushhub-demo (.*)$/
    var examples: [Example] = []
    var arguments: [String]?
    for block in text.matches(of: #/(?m)(?:^    .*\n)+/#) {
      let lines = block.output.split(separator: "\n").map { String($0.dropFirst(4)) }
      if let last = lines.last, let match = last.wholeMatch(of: command) {
        arguments = match.1.split(separator: " ").map(String.init)
      } else if let present = arguments {
        examples.append(Example(arguments: present, output: lines.joined(separator: "\n")))
        arguments = nil
      }
    }
    return examples
  }
}
