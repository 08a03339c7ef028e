import Foundation
import PushHub
import Synchronization

/// What the one process does that sends; none of it is to be called on the main actor, but in tests.
extension Outbox {
  typealias Name = OutboxDirectory.Name

  /// How often a lock is tried before its file is left for another time: some tens of milliseconds.
  private static let lockTries = 50_000

  /// Where a file's header ends at the latest.
  private static let headByteCount = 4 << 10

  /// How much of a file must be done with for it to be rewritten without that.
  private static let wasteByteCount = 16 << 10

  /// Reads the first entries of an account, and those of nobody known.
  ///
  /// Where a file can't be read now, what the same process wrote after it is left too, so that the
  /// order stays. Files in which nothing is left are removed, and what a removal could not reach is.
  func read(limit: Int, for account: AccountID) -> OutboxReading {
    var reading = OutboxReading()
    var blocked: Set<String> = []
    for name in names(&reading) where !blocked.contains(name.process) {
      do throws(OutboxError) {
        guard let file = try files.lock(name, tries: Self.lockTries) else {
          if !files.isAbsent(name) {
            blocked.insert(name.process)
          }
          continue
        }
        guard let byteCount = file.status?.byteCount else { throw OutboxError(.inaccessible) }
        // What is in the file now never changes: more comes behind it, or another file in its place.
        file.unlock()
        let text = try text(of: file, byteCount, as: name)
        guard !text.isNewer else {
          reading.newerFileCount += memory.withLock { $0.noteNewer(name) } ? 1 : 0
          continue
        }
        let isDone = note(text, of: name, limit: limit, for: account, in: &reading)
        if isDone {
          tidy(name, &reading)
        }
      } catch {
        // What is no file at all holds nothing that has to come first.
        if files.status(of: name)?.isRegular ?? !files.isAbsent(name) {
          blocked.insert(name.process)
        }
        reading.failures.append(error)
      }
    }
    reading.isComplete = reading.isComplete && blocked.isEmpty
    memory.withLock { memory in
      reading.brokenCount = memory.takeBrokenCount()
      reading.removedCount = memory.takeRemovedCount()
    }
    return reading
  }

  private func tidy(_ name: Name, _ reading: inout OutboxReading) {
    do throws(OutboxError) {
      try change(name, isThorough: true)
    } catch {
      reading.failures.append(error)
    }
  }

  /// Notes that entries need not be sent any more, and counts as told that others had to go.
  ///
  /// What can't be rewritten is not sent again by this process.
  ///
  /// - Returns: How many of the entries were still there.
  @discardableResult
  func acknowledge(_ entries: [OutboxEntry], lost: [Name: Int]) -> OutboxOutcome {
    let numbers = Dictionary(grouping: entries, by: \.file).mapValues { Set($0.map(\.number)) }
    var outcome = OutboxOutcome()
    for name in Set(numbers.keys).union(lost.keys).sorted() {
      let sent = numbers[name] ?? []
      memory.withLock { $0.tell(lost[name] ?? 0, of: name) }
      do throws(OutboxError) {
        try change(name, isThorough: lost[name] != nil) { text in
          let numbers = text.lines.map(\.number).filter(sent.contains)
          outcome.count += self.acknowledge(numbers, in: name)
        }
      } catch {
        outcome.failures.append(error)
        // It may have failed before the file was read.
        outcome.count += acknowledge(Array(sent), in: name)
      }
    }
    return outcome
  }

  /// Removes entries by whose they are.
  ///
  /// What can't be rewritten is not sent by this process; what can't be read now is removed before
  /// anything of the same file is sent.
  ///
  /// - Parameters:
  ///   - scope: The files in which they are; `nil` for all. See ``seal()``.
  ///   - isRemoved: Whether an account's entries go.
  @discardableResult
  func remove(
    from scope: Set<Name>?,
    where isRemoved: @escaping @Sendable (AccountID?) -> Bool
  ) -> OutboxOutcome {
    let scope = scope ?? filesBefore()
    memory.withLock { $0.noteRemoval(from: scope, of: isRemoved) }
    var reading = OutboxReading()
    for name in names(&reading) where scope?.contains(name) ?? true {
      tidy(name, &reading)
    }
    return OutboxOutcome(
      count: memory.withLock { $0.takeRemovedCount() },
      failures: reading.failures
    )
  }
}

// MARK: - Files

extension Outbox {
  private func names(_ reading: inout OutboxReading) -> [Name] {
    do throws(OutboxError) {
      let names = try files.names()
      memory.withLock { $0.forget(allBut: names) }
      return names
    } catch {
      reading.failures.append(error)
      reading.isComplete = false
      return []
    }
  }

  /// Reads a file, and notes what can't be read in it.
  private func text(
    of file: OutboxFile,
    _ byteCount: Int,
    as name: Name
  ) throws(OutboxError) -> OutboxText {
    let text: OutboxText
    do throws(OutboxFile.Failure) {
      // None of this version is larger; nothing in it is worth the memory.
      let isTooLarge = byteCount > Configuration.byteCounts.upperBound
      let head = OutboxText(try file.bytes(upTo: isTooLarge ? Self.headByteCount : byteCount))
      text = isTooLarge && !head.isNewer ? OutboxText([0]) : head
    } catch {
      throw OutboxError(error)
    }
    if !text.isNewer {
      memory.withLock { memory in
        memory.noteBroken(text.brokenCount, in: name)
        memory.note(text.lines, lost: text.lost, in: name)
      }
    }
    return text
  }

  /// - Returns: Whether nothing is left in the file, or entries are to be removed from it.
  private func note(
    _ text: OutboxText,
    of name: Name,
    limit: Int,
    for account: AccountID,
    in reading: inout OutboxReading
  ) -> Bool {
    let (hasRemoved, unsent) = memory.withLock { memory in
      (
        memory.remove(text.lines, from: name),
        text.lines.filter { !memory.isAcknowledged($0.number, in: name) }
      )
    }
    let own = unsent.filter { $0.account == nil || $0.account == account }
    let room = max(0, limit - reading.entries.count)
    let lost = memory.withLock { $0.untold(text.lost, of: name) }
    reading.waitingCount += own.count
    reading.lost[name] = lost > 0 ? lost : nil
    reading.entries += own.prefix(room).map { line in
      OutboxEntry(
        file: name,
        number: line.number,
        account: line.account,
        content: Data(text.bytes[line.content])
      )
    }
    return hasRemoved || unsent.isEmpty && lost == 0
  }

  /// - Returns: How many were not noted before.
  private func acknowledge(_ numbers: [Int], in name: Name) -> Int {
    memory.withLock { memory in
      numbers.count { number in
        defer { memory.acknowledge(number, in: name) }
        return !memory.isAcknowledged(number, in: name)
      }
    }
  }

  /// Removes a file if nothing is left in it, rewrites it if enough of it is done with, and leaves it
  /// alone otherwise, and if it is of a later version.
  ///
  /// - Parameters:
  ///   - isThorough: Whether all that is done with is enough, however little it is.
  ///   - note: Notes, under the file's lock, what is done with.
  private func change(
    _ name: Name,
    isThorough: Bool = false,
    _ note: (OutboxText) -> Void = { _ in }
  ) throws(OutboxError) {
    guard let file = try files.lock(name, tries: Self.lockTries) else {
      guard files.isAbsent(name) else { throw OutboxError(.busy) }
      return
    }
    defer { file.unlock() }
    // What can't be measured is not empty.
    guard let byteCount = file.status?.byteCount else { throw OutboxError(.inaccessible) }
    let text = try text(of: file, byteCount, as: name)
    guard !text.isNewer else { return }
    note(text)
    let (rest, lost) = memory.withLock { memory in
      _ = memory.remove(text.lines, from: name)
      return (
        text.lines.filter { !memory.isAcknowledged($0.number, in: name) },
        memory.untold(text.lost, of: name)
      )
    }
    let waste = text.bytes.count - rest.reduce(0) { $0 + $1.bytes.count + 1 }
    if rest.isEmpty, lost == 0 {
      try files.remove(name)
    } else if isThorough ? isDoneWith(rest, lost, of: text) : isWorthwhile(waste, of: text) {
      try files.replace(name, by: text.text(keeping: rest, lost: lost))
    } else {
      return
    }
    memory.withLock { $0.forget(name) }
  }

  private func isDoneWith(_ rest: [OutboxText.Line], _ lost: Int, of text: OutboxText) -> Bool {
    rest.count < text.lines.count || lost < text.lost
  }

  private func isWorthwhile(_ waste: Int, of text: OutboxText) -> Bool {
    waste >= Self.wasteByteCount || waste >= max(text.bytes.count / 4, 256)
  }
}
