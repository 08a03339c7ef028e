import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// A directory for an outbox, which goes with it, and what a test wants to know of it.
final class OutboxFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-outbox-\(UUID().uuidString)", directoryHint: .isDirectory)

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// An outbox as a process opens it.
  func outbox(
    _ process: String = "app",
    _ maximumByteCount: Int = 1 << 20,
    files: Int = 64
  ) -> Outbox {
    Outbox(
      directory: url,
      process: process,
      configuration: Outbox.Configuration(
        maximumByteCount: maximumByteCount,
        maximumFileCount: files
      )
    )
  }

  /// The names of all files.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// The path of the only file of a process, or of its first.
  func path(of process: String = "app") throws -> String {
    let name = try OutboxDirectory(url: url).names().first { $0.process == process }
    return OutboxDirectory(url: url).path(of: try #require(name))
  }

  func text(of process: String = "app") throws -> String {
    try String(contentsOfFile: path(of: process), encoding: .utf8)
  }

  /// Writes half a line into a process's latest file, as one that is killed; not behind another half.
  @discardableResult
  func tear(_ process: String) throws -> Bool {
    let files = OutboxDirectory(url: url)
    guard let name = try files.names().last(where: { $0.process == process }),
      try String(contentsOfFile: files.path(of: name), encoding: .utf8).hasSuffix("\n")
    else { return false }
    try OutboxFile(.existing, at: files.path(of: name))
      .append(Array(#"{"n":1,"account":"ann","cont"#.utf8))
    return true
  }

  /// Makes a file of any content.
  func make(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appending(path: name))
  }
}

extension Outbox {
  /// Appends a number, for Ann unless it is said otherwise.
  @discardableResult
  func append(_ number: Int, _ account: AccountID? = "ann") throws -> Appended {
    try append(.number(JSONNumber(number)), account: account)
  }

  /// Appends a text of so many bytes.
  @discardableResult
  func append(bytes count: Int) throws -> Appended {
    try append(.string(String(repeating: "x", count: count)), account: "ann")
  }

  /// All numbers that wait for an account.
  func numbers(for account: AccountID = "ann") -> [Int?] {
    read(limit: .max, for: account).entries.map(\.value)
  }
}

extension OutboxEntry {
  var value: Int? { Int(String(decoding: content, as: UTF8.self)) }
}
