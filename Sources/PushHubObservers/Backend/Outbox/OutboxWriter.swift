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

  /// The number of the latest entry in the present file, and how long it then was: if it is of
  /// another length, somebody else has written into it.
  private var number = 0
  private var byteCount: Int?

  /// Whether it was seen if there is a file of an earlier process to go on in.
  private var hasLookedBack = false

  /// Whether the files that there are when another is begun are to be noted.
  private var isToNoteFiles = false

  /// Which files there were when one was begun after they could not be listed; `nil` if none was.
  private(set) var formerNames: Set<Name>?

  /// How many entries went with files that had to go, for the header of the next one.
  private var lost = 0

  init(directory: OutboxDirectory, process: String, configuration: Outbox.Configuration) {
    self.directory = directory
    self.process = process
    self.configuration = configuration
  }

  /// Appends an entry; it is in the file when this returns.
  ///
  /// - Parameter count: How many entries of a file that has to go are still wanted.
  mutating func append(
    account: AccountID?,
    writing write: (inout [UInt8]) -> Void,
    wanted count: (OutboxText, Name) -> Int
  ) throws(OutboxError) -> Outbox.Appended {
    var dropped = 0
    var code = OutboxError.Code.busy
    for _ in 0..<8 {
      let present = try open(dropped: &dropped, wanted: count)
      let file = present.file
      guard file.lock(tries: Self.lockTries) else {
        leave()
        continue
      }
      defer { file.unlock() }
      guard let status = file.status(ifAt: present.path) else {
        // To what can't be measured nothing is appended: there may be a broken line at its end.
        code = directory.isMeasurable(present.name) ? .busy : .inaccessible
        reopen()
        continue
      }
      guard !status.isSealed, knows(file, of: status.byteCount) else {
        leave()
        continue
      }
      let byteCount = status.byteCount
      var text = byteCount == 0 ? OutboxText.header(lost: lost, last: number) : []
      let lineStart = text.count
      OutboxText.write(number + 1, account: account, content: write, to: &text)
      if byteCount + text.count > configuration.maximumByteCount {
        dropped += try makeRoom(for: text.count - lineStart, in: present, of: byteCount)
        continue
      }
      try append(text, to: file, of: byteCount)
      number += 1
      self.byteCount = byteCount + text.count
      lost = byteCount == 0 ? 0 : lost
      return Outbox.Appended(id: Outbox.id(number, in: present.name), droppedCount: dropped)
    }
    throw OutboxError(code)
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
  private mutating func open(
    dropped: inout Int,
    wanted count: (OutboxText, Name) -> Int
  ) throws(OutboxError) -> Present {
    if let present { return present }
    let names = try directory.names()
    if isToNoteFiles {
      isToNoteFiles = false
      formerNames = Set(names)
    }
    let own = names.filter { $0.process == process }
    if let latest = lookBack(to: own.last) { return latest }
    let name = Name(process: process, generation: (own.map(\.generation).max() ?? 0) + 1)
    let removed = makeRoom(among: names, wanted: count)
    lost += removed
    dropped += removed
    let file = try directory.begin(name)
    let next = Present(name: name, path: directory.path(of: name), file: file)
    present = next
    number = 0
    byteCount = 0
    return next
  }

  /// A file that an earlier process of this name has left, once.
  private mutating func lookBack(to name: Name?) -> Present? {
    guard !hasLookedBack else { return nil }
    hasLookedBack = true
    guard let name, let file = try? directory.open(name),
      file.status?.isRegular ?? false
    else { return nil }
    let former = Present(name: name, path: directory.path(of: name), file: file)
    present = former
    return former
  }

  /// Sees by which number to go on, if somebody else has written into the file; one that can't be
  /// gone on in is left.
  private mutating func knows(_ file: OutboxFile, of byteCount: Int) -> Bool {
    guard byteCount != self.byteCount else { return true }
    guard byteCount <= Outbox.Configuration.byteCounts.upperBound,
      let bytes = try? file.bytes(upTo: byteCount)
    else { return false }
    let text = OutboxText(bytes)
    number = max(text.last ?? 0, self.byteCount == nil ? 0 : number)
    return text.canGoOn
  }

  /// Writes no more to the present file.
  mutating func leave() {
    present = nil
    byteCount = nil
    hasLookedBack = true
  }

  /// Notes which files there are as soon as another is begun, since they can't be listed now.
  mutating func noteFilesLater() {
    isToNoteFiles = true
    formerNames = nil
  }

  /// Goes on in what another process has put in the place of the present file, if there is anything.
  private mutating func reopen() {
    guard let former = present else { return }
    let file = try? directory.open(former.name)
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

  /// Removes files, those first that were changed least recently, until there may be one more.
  ///
  /// - Returns: How many entries went with them, or had gone from them before.
  private func makeRoom(among names: [Name], wanted count: (OutboxText, Name) -> Int) -> Int {
    var excess = names.count + 1 - configuration.maximumFileCount
    guard excess > 0 else { return 0 }
    let dates = Dictionary(
      uniqueKeysWithValues: names.map { ($0, directory.date(of: $0) ?? .distantFuture) }
    )
    let byAge = names.sorted {
      (dates[$0] ?? .distantFuture, $0) < (dates[$1] ?? .distantFuture, $1)
    }
    var lost = 0
    for name in byAge where excess > 0 {
      guard let entries = remove(name, wanted: count) else { continue }
      lost += entries
      excess -= 1
    }
    return lost
  }

  /// - Returns: How many entries went with a file; `nil` if it is still there.
  private func remove(_ name: Name, wanted count: (OutboxText, Name) -> Int) -> Int? {
    guard let file = try? directory.lock(name, tries: Self.lockTries) else { return nil }
    defer { file.unlock() }
    guard let status = file.status,
      let bytes = try? file.bytes(
        upTo: min(status.byteCount, Outbox.Configuration.byteCounts.upperBound)
      )
    else { return nil }
    let text = OutboxText(bytes)
    guard !text.isNewer, (try? directory.remove(name)) != nil else { return nil }
    return count(text, name)
  }
}
