import Foundation
import PushHub
import PushHubObservers
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
import PushHubNetworking
#endif

/// Read marks of a process that was killed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReadMarkStoreKillTests {
  /// The program beside the tests.
  private var writer: URL {
    let tests = URL(filePath: CommandLine.arguments[0])
    let built = Bundle.main.bundleURL
    let folders = [built, built.deletingLastPathComponent(), tests.deletingLastPathComponent()]
    let candidates = folders.map { $0.appending(path: "read-mark-writer") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? candidates[0]
  }

  /// Lends a suite with a name of its own, and clears it.
  private func withSuite(_ body: (String) throws -> Void) throws {
    let name = "pushhub-kill-\(UUID().uuidString)"
    defer {
      let defaults = UserDefaults(suiteName: name)
      defaults?.set(true, forKey: "cleared")
      defaults?.synchronize()
      defaults?.removePersistentDomain(forName: name)
    }
    try body(name)
  }

  /// Lets the program write until it has said so many lines, kills it, and gives all lines.
  private func lines(of arguments: [String], killedAfter count: Int) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = writer
    process.arguments = arguments
    process.standardInput = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while text.count(where: { $0 == "\n" }) < count {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the program ended by itself")
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func mark(of account: AccountID, in suite: String) throws -> ReadMark? {
    let defaults = try #require(UserDefaults(suiteName: suite))
    return try ReadMarkStore(key: "list", in: defaults).load()?[account.rawValue]
  }

  @Test func `the last mark survives a kill right after saving`() throws {
    for count in [1, 2, 1_000] {
      try withSuite { suite in
        let lines = try lines(of: [suite, "\(count)"], killedAfter: 1)
        #expect(lines == ["saved \(count)"])
        let mark = try mark(of: "ann", in: suite)
        #expect(mark == .upTo(NotificationCursor(order: count, id: "n\(count)")))
      }
    }
  }

  /// On Apple's systems a daemon replaces the file in one go.
  ///
  /// swift-corelibs-foundation empties it
  /// before it writes, so that there a kill in between leaves nothing, which is a first run.
  @Test func `a kill in the middle of writing keeps what was saved, or leaves a first run`()
    throws
  {
    for round in 1...20 {
      try withSuite { suite in
        let lines = try lines(of: [suite], killedAfter: 1 + round * round % 97)
        let words = try #require(lines.last).split { " ,".contains($0) }
        let saved = try #require(Int(words[1]))
        let mark = try mark(of: "ann", in: suite)
        let other = try self.mark(of: "bob", in: suite)
        #expect(other == nil)
        guard let mark else {
          #if canImport(Darwin)
          Issue.record("the mark is gone")
          #endif
          return
        }
        #expect(mark >= .upTo(NotificationCursor(order: saved, id: "n\(saved)")))
        #expect(mark <= .upTo(NotificationCursor(order: saved + 14, id: "n\(saved + 14)")))
      }
    }
  }
}
