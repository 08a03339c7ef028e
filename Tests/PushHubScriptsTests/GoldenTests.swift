import Foundation
import Testing

@testable import PushHubReplay
@testable import TestSupport
@testable import pushhub_demo

/// The output of the demo's transcripts, byte for byte.
///
/// Where a change is wanted, make the files anew, and look at what differs before it is committed:
///
///     for file in Sources/pushhub-demo/Transcripts/*.jsonl; do
///       swift run pushhub-demo play --json "$file" \
///         > "Tests/PushHubScriptsTests/Golden/$(basename "$file")"
///     done
@MainActor
struct GoldenTests {
  @Test func `each transcript has its golden file`() throws {
    let folder = URL(filePath: BundledTranscripts.day).deletingLastPathComponent()
    let transcripts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(GoldenFiles.names == transcripts.sorted())
  }

  @Test(arguments: GoldenFiles.names)
  func `a transcript has the same output as ever`(name: String) async throws {
    let console = RecordingConsole()
    let file = BundledTranscripts.file(named: String(name.dropLast(".jsonl".count)))
    let status = await Demo.tool.run(["play", "--json", file], on: .standardFiles(console))
    #expect(status == .success)
    let golden = try Data(contentsOf: GoldenFiles.folder.appending(path: name))
    #expect(Data(console.output.map { $0 + "\n" }.joined().utf8) == golden)
  }

  @Test(arguments: GoldenFiles.names)
  func `a recording of the play of a transcript plays the same`(name: String) async {
    let console = RecordingConsole()
    let file = BundledTranscripts.file(named: String(name.dropLast(".jsonl".count)))
    let folder = TemporaryFolder()
    let recording = folder.url.appending(path: "recording.jsonl").path
    for arguments in [["--record", recording, file], [recording]] {
      let words = ["play", "--json"] + arguments
      #expect(await Demo.tool.run(words, on: .standardFiles(console)) == .success)
    }
    let half = console.output.count / 2
    #expect(console.output.prefix(half) == console.output.suffix(half))
    #expect(console.output.count == 2 * half)
  }
}
