import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend

/// A directory for an outbox, which goes with it.
final class OutboxFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-outbox-\(UUID().uuidString)", directoryHint: .isDirectory)

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// An outbox as a process opens it.
  func outbox(
    maximumCount: Int = 1_000,
    failing fault: @escaping @Sendable (FileSystem.Call) -> POSIXErrorCode? = { _ in nil }
  ) -> Outbox {
    Outbox(directory: url, maximumCount: maximumCount, files: FileSystem.failing(fault))
  }

  /// The names of all files.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// What is in all files.
  func text() throws -> String {
    try files.map { try String(contentsOf: url.appending(path: $0), encoding: .utf8) }.joined()
  }

  /// Makes a file as old as if it had been written some seconds earlier.
  func makeOlder(_ name: String, by seconds: TimeInterval) throws {
    let path = url.appending(path: name).path
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    try FileManager.default.setAttributes(
      [.modificationDate: (date ?? .distantPast).addingTimeInterval(-seconds)],
      ofItemAtPath: path
    )
  }

  /// Makes a file of any content.
  func make(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url.appending(path: name))
  }
}

extension Outbox {
  /// Appends a number, for Ann unless it is said otherwise, at a time in seconds.
  ///
  /// - Returns: How many entries had to go.
  @discardableResult
  func append(_ number: Int, _ account: AccountID? = "ann", at seconds: Int = 1_000) throws -> Int {
    let date = Date(timeIntervalSince1970: Double(seconds))
    return try append(PushReceipt(.received, pushID: "\(number)", account: account, date: date))
  }

  func read(limit: Int = .max, for account: AccountID = "ann") -> OutboxReading {
    read(limit: limit, of: [account, nil], removing: { _ in true })
  }

  /// How many entries there are; those that can't be decoded are removed.
  func count() throws -> Int { read(limit: .max, of: ["ann", "bob", nil]).names.count }

  @discardableResult
  func removeAll(of isOwn: (AccountID?) -> Bool = { _ in true }) throws -> Int {
    let reading = read(limit: .max, of: [], removing: isOwn)
    return reading.removedCount + reading.brokenCount
  }

  /// All numbers that wait for an account; those of others are removed.
  func numbers(for account: AccountID = "ann") -> [Int] { read(for: account).numbers }
}

extension OutboxReading {
  var numbers: [Int] { contents.compactMap { Int($0.pushID) } }
}
