import Foundation
import FuzzTargets
import Testing

/// All that was ever found, and the examples that a fuzzer begins with, without a fuzzer.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CorpusTests {
  private static let corpora = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Corpora").standardizedFileURL

  private static func files(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(
        at: corpora.appending(path: target.rawValue),
        includingPropertiesForKeys: nil
      )
      .sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `what must hold holds for every input of the corpus`(target: FuzzTarget) async throws {
    let files = try Self.files(of: target)
    #expect(files.count >= 4)
    for file in files {
      do {
        try await target.check(Array(Data(contentsOf: file)))
      } catch {
        Issue.record("\(target.rawValue)/\(file.lastPathComponent): \(error)")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `what must hold holds for what is cut off an input`(target: FuzzTarget) async throws {
    for file in try Self.files(of: target) {
      let bytes = try Array(Data(contentsOf: file))
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
        do {
          try await target.check(Array(bytes.prefix(count)))
        } catch {
          Issue.record("\(count) bytes of \(target.rawValue)/\(file.lastPathComponent): \(error)")
        }
      }
    }
  }

  @Test func `the script runs every target`() throws {
    let script = try String(
      contentsOf: Self.corpora.deletingLastPathComponent().appending(path: "run"),
      encoding: .utf8
    )
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    #expect(script.contains("all=(\(names))"))
  }
}
