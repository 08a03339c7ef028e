import Foundation
import PushHub

/// The file to which one process appends, and what to do when it is gone, full or kept by others.
struct OutboxWriter {
  typealias Name = OutboxDirectory.Name

  /// How often the lock is tried before another file is begun: some milliseconds.
  private static let lockTries = 5_000

  private struct Present {
    let name: Name
    let path: String
    let file: OutboxFile
  }

  private let directory: OutboxDirectory
  private let process: String
  private let configuration: Outbox.Configuration
  private var present: Present?

  /// The number of the latest entry in the present file.
  private var number = 0

  /// How many entries went with files that had to go, for the header of the next one.
  private var lost = 0

  init(directory: OutboxDirectory, process: String, configuration: Outbox.Configuration) {
    self.directory = directory
    self.process = process
    self.configuration = configuration
  }

  /// Appends an entry; it is in the file when this returns.
  mutating func append(
    account: AccountID?,
    writing write: (inout [UInt8]) -> Void
  ) throws(OutboxError) -> Outbox.Appended {
    var dropped = 0
    for _ in 0..<8 {
      let present = try open(dropped: &dropped)
      let file = present.file
      guard file.lock(tries: Self.lockTries) else {
        leave()
        continue
      }
      defer { file.unlock() }
      guard let byteCount = file.status(ifAt: present.path)?.byteCount else {
        reopen()
        continue
      }
      var text = byteCount == 0 ? OutboxText.header(lost: lost) : []
      let lineStart = text.count
      OutboxText.write(number + 1, account: account, content: write, to: &text)
      if byteCount + text.count > configuration.maximumByteCount {
        dropped += try makeRoom(for: text.count - lineStart, in: present, of: byteCount)
        continue
      }
      try append(text, to: file, of: byteCount)
      number += 1
      lost = byteCount == 0 ? 0 : lost
      return Outbox.Appended(id: Outbox.id(number, in: present.name), droppedCount: dropped)
    }
    throw OutboxError(.busy)
  }

  /// Appends all or nothing.
  private mutating func append(
    _ text: [UInt8],
    to file: OutboxFile,
    of byteCount: Int
  ) throws(OutboxError) {
    do throws(OutboxFile.Failure) {
      try file.append(text)
    } catch {
      do throws(OutboxFile.Failure) {
        try file.truncate(to: byteCount)
      } catch {
        // What follows would join the part of a line that is there.
        leave()
      }
      throw OutboxError(error)
    }
  }
}

// MARK: - Another file

extension OutboxWriter {
  private mutating func open(dropped: inout Int) throws(OutboxError) -> Present {
    if let present { return present }
    let names = try directory.names()
    let own = names.filter { $0.process == process }
    let name = Name(process: process, generation: (own.map(\.generation).max() ?? 0) + 1)
    if names.count >= configuration.maximumFileCount {
      let count = removeOldest(of: names)
      lost += count
      dropped += count
    }
    let file = try directory.begin(name)
    let next = Present(name: name, path: directory.path(of: name), file: file)
    present = next
    number = 0
    return next
  }

  /// Writes no more to the present file.
  mutating func leave() {
    present = nil
  }

  /// Goes on in what another process has put in the place of the present file, if there is anything.
  private mutating func reopen() {
    guard let former = present else { return }
    let file = try? OutboxFile(.existing, at: former.path)
    present = file.map { Present(name: former.name, path: former.path, file: $0) }
  }

  /// Rewrites the present file without its oldest entries.
  ///
  /// - Returns: How many they were. The sender knows which of them it has sent.
  private mutating func makeRoom(
    for count: Int,
    in present: Present,
    of byteCount: Int
  ) throws(OutboxError) -> Int {
    let text: OutboxText
    do throws(OutboxFile.Failure) {
      text = OutboxText(try present.file.bytes(upTo: byteCount))
    } catch {
      throw OutboxError(error)
    }
    let limit = configuration.maximumByteCount
    let kept = text.linesMakingRoom(for: count, within: limit)
    let dropped = text.lines.count - kept.count
    let rest = text.text(keeping: kept, lost: text.lost + dropped)
    guard rest.count + count <= limit else { throw OutboxError(.tooLong) }
    try directory.replace(present.name, by: rest)
    reopen()
    return dropped
  }

  /// Removes the file that was changed least recently.
  ///
  /// - Returns: How many entries went with it, or had gone from it before.
  private func removeOldest(of names: [Name]) -> Int {
    let oldest = names.min { (changeDate(of: $0), $0) < (changeDate(of: $1), $1) }
    guard let oldest, let file = try? directory.lock(oldest, tries: Self.lockTries) else {
      return 0
    }
    defer { file.unlock() }
    guard let bytes = try? file.bytes(upTo: file.status?.byteCount ?? 0) else { return 0 }
    let text = OutboxText(bytes)
    guard !text.isNewer, (try? directory.remove(oldest)) != nil else { return 0 }
    return text.lines.count + text.lost
  }

  private func changeDate(of name: Name) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: directory.path(of: name))
    return attributes?[.modificationDate] as? Date ?? .distantFuture
  }
}
