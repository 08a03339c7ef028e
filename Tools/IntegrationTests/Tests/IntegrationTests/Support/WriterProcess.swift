import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A process that appends to a folder, such as receipts to an outbox, and what it has reported of them.
final class WriterProcess: Sendable {
  private struct State {
    var lines: [String] = []
    var requestedCount = 0
    var killCount: Int?
    var hasEnded = false
  }

  /// A write to a process that has been killed throws, and the test goes on.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  private let process: Mutex<Process>
  private let input = Pipe()
  private let state = Mutex(State())
  private let identifier: Int32

  /// Starts a program; see there.
  ///
  /// - Parameter limit: How large its files may become, in blocks of the shell's; for a full disk.
  init(
    _ program: String = "receipt-writer",
    directory: URL,
    name: String,
    first: Int,
    limit: Int? = nil
  ) throws {
    let program = Self.url(of: program)
    Self.ignoresBrokenPipes
    let process = Process()
    let output = Pipe()
    let arguments = [directory.path, name, "\(first)"]
    if let limit {
      process.executableURL = URL(filePath: "/bin/sh")
      let script = "trap '' XFSZ; ulimit -f \(limit); exec \"$0\" \"$@\""
      process.arguments = ["-c", script, program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    identifier = process.processIdentifier
    self.process = Mutex(process)
    Thread.detachNewThread { [self] in read(output.fileHandleForReading) }
  }

  /// The program beside the tests.
  private static func url(of program: String) -> URL {
    let tests = URL(filePath: CommandLine.arguments[0])
    let built = Bundle.main.bundleURL
    let folders = [built, built.deletingLastPathComponent(), tests.deletingLastPathComponent()]
    let candidates = folders.map { $0.appending(path: program) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? candidates[0]
  }

  /// The ids of all receipts that are in a file, as the process said, with their numbers.
  var appended: [(id: String, number: Int)] {
    state.withLock { $0.lines }.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), words[0] != "failed" else { return nil }
      return (String(words[0]), number)
    }
  }

  /// The system's numbers of what could not be appended.
  var failures: [Int] {
    state.withLock { $0.lines }.compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "failed" ? words.last.flatMap { Int($0) } : nil
    }
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Lets the process append so many more, unless it is behind by more than that.
  func append(_ count: Int) {
    let isBehind = state.withLock { state in
      guard state.requestedCount <= state.lines.count + count else { return true }
      state.requestedCount += count
      return false
    }
    guard !isBehind else { return }
    try? input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
  }

  /// Kills the process when it has reported so many more, wherever it is then.
  func kill(after count: Int) {
    state.withLock { $0.killCount = $0.lines.count + count }
  }

  /// Lets the process end, and returns when it has, with everything that it reported.
  func finish() {
    try? input.fileHandleForWriting.close()
    process.withLock { $0.waitUntilExit() }
    while !hasEnded {
      sched_yield()
    }
  }

  private func read(_ output: FileHandle) {
    var rest = ""
    while true {
      let data = output.availableData
      guard !data.isEmpty else { break }
      let lines = (rest + String(decoding: data, as: UTF8.self))
        .split(separator: "\n", omittingEmptySubsequences: false)
      rest = lines.last.map(String.init) ?? ""
      let isToDie = state.withLock { state in
        state.lines += lines.dropLast().map(String.init)
        return state.killCount.map { state.lines.count >= $0 } ?? false
      }
      if isToDie {
        sendKill()
      }
    }
    state.withLock { $0.hasEnded = true }
  }

  private func sendKill() {
    #if canImport(Glibc)
    _ = Glibc.kill(identifier, SIGKILL)
    #elseif canImport(Darwin)
    _ = Darwin.kill(identifier, SIGKILL)
    #endif
  }
}
