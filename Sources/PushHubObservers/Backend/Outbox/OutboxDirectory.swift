import Foundation
import PushHub

/// The files of an outbox: their names, their order, and what replaces or removes one.
struct OutboxDirectory: Sendable {
  /// A file's name: `app-00000001-89abcdef01234567.outbox`.
  ///
  /// A process numbers its files, so that theirs is the order in which it wrote them. The random part
  /// tells them from all others, of any device and any time.
  struct Name: Hashable, Comparable {
    static let suffix = ".outbox"

    let stem: String
    let process: String
    let generation: Int

    /// Makes the name of a new file.
    init(process: String, generation: Int) {
      let digits = String(generation)
      let number = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      let random = String(UInt64.random(in: .min ... .max), radix: 16)
      stem = "\(process)-\(number)-\(random)"
      self.process = process
      self.generation = generation
    }

    /// Reads the name of a file; `nil` if it is none of an outbox.
    init?(_ name: String) {
      guard name.hasSuffix(Self.suffix), name.count > Self.suffix.count else { return nil }
      stem = String(name.dropLast(Self.suffix.count))
      let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
      if parts.count >= 3, let number = Int(parts[parts.count - 2]),
        (0...OutboxText.maximumNumber).contains(number)
      {
        process = parts.dropLast(2).joined(separator: "-")
        generation = number
      } else {
        process = stem
        generation = 0
      }
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.process, one.generation, one.stem) < (other.process, other.generation, other.stem)
    }
  }

  let url: URL
  var door = FileDoor.system

  func path(of name: Name) -> String {
    url.appending(path: name.stem + Name.suffix, directoryHint: .notDirectory).path
  }

  /// The files that are there, each process's in the order in which it wrote them.
  func names() throws(OutboxError) -> [Name] {
    do {
      try door.pass(.list)
      return try FileManager.default.contentsOfDirectory(atPath: url.path)
        .compactMap(Name.init)
        .sorted()
    } catch {
      let failure = error as? CocoaError
      guard failure?.code != .fileReadNoSuchFile else { return [] }
      let number = (failure?.underlying as? POSIXError ?? error as? POSIXError)?.code.rawValue
      throw OutboxError(.inaccessible, systemNumber: number.map { Int($0) } ?? 0)
    }
  }
}

// MARK: - Files

extension OutboxDirectory {
  /// Begins a file, and the directory if there is none.
  func begin(_ name: Name) throws(OutboxError) -> OutboxFile {
    do throws(OutboxFile.Failure) {
      return try protected(.new, at: path(of: name))
    } catch {
      guard error.isAbsence else { throw OutboxError(error) }
    }
    if door.failure(of: .make) == nil {
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    do throws(OutboxFile.Failure) {
      return try protected(.new, at: path(of: name))
    } catch {
      throw OutboxError(error)
    }
  }

  /// Opens a file that is there.
  func open(_ name: Name) throws(OutboxFile.Failure) -> OutboxFile {
    try OutboxFile(.existing, at: path(of: name), through: door)
  }

  /// What is true of a file now; `nil` if there is none, or that can't be said.
  func status(of name: Name) -> OutboxFile.Status? {
    OutboxFile.status(at: path(of: name), through: door)
  }

  /// Whether a file is surely gone.
  func isAbsent(_ name: Name) -> Bool {
    OutboxFile.isAbsent(at: path(of: name), through: door)
  }

  /// Whether it can be said what is at the place of a file, if anything is.
  func isMeasurable(_ name: Name) -> Bool { status(of: name) != nil || isAbsent(name) }

  /// Opens a file and obtains its lock, wherever others have put another in its place meanwhile.
  ///
  /// - Returns: The file, locked until it is let go or unlocked; `nil` if there is none or it is kept.
  func lock(_ name: Name, tries: Int) throws(OutboxError) -> OutboxFile? {
    for _ in 0..<8 {
      let file: OutboxFile
      do throws(OutboxFile.Failure) {
        file = try open(name)
      } catch {
        guard error.isAbsence else { throw OutboxError(error) }
        return nil
      }
      guard file.status?.isRegular ?? false else { throw OutboxError(.inaccessible) }
      guard file.lock(tries: tries) else { return nil }
      if file.status(ifAt: path(of: name)) != nil { return file }
    }
    return nil
  }

  /// Lets nobody append to a file any more, who does not just do so.
  func seal(_ name: Name, tries: Int) {
    let path = path(of: name)
    for _ in 0..<8 {
      let status = status(of: name)
      // What can't be measured may be there, and not sealed.
      guard status.map({ $0.isRegular && !$0.isSealed }) ?? !isAbsent(name),
        let file = try? open(name)
      else { return }
      // Whoever keeps it for longer is not waited for; another put in its place is sealed next.
      let isLocked = file.lock(tries: tries)
      try? file.seal()
      if isLocked, file.status(ifAt: path) != nil { return }
    }
  }

  /// Puts a text in the place of a file whose lock the caller has; of the same date, and sealed if
  /// that one was.
  ///
  /// What is at the path is the one or the other at any time, also when the process is killed.
  func replace(_ name: Name, by text: [UInt8]) throws(OutboxError) {
    let path = path(of: name)
    guard let isSealed = status(of: name)?.isSealed else { throw OutboxError(.inaccessible) }
    do throws(OutboxFile.Failure) {
      try OutboxFile.remove(temporary(path), through: door)
      let file = try protected(.new, at: temporary(path))
      try file.append(text)
      if isSealed {
        try file.seal()
      }
      if let date = date(of: name) {
        setDate(date, at: temporary(path))
      }
      try OutboxFile.move(temporary(path), to: path, through: door)
    } catch {
      try? OutboxFile.remove(temporary(path), through: door)
      throw OutboxError(error)
    }
  }

  /// Removes a file whose lock the caller has.
  func remove(_ name: Name) throws(OutboxError) {
    let path = path(of: name)
    do throws(OutboxFile.Failure) {
      // First what a killed process may have left, since nobody would look for it later.
      try OutboxFile.remove(temporary(path), through: door)
      try OutboxFile.remove(path, through: door)
    } catch {
      throw OutboxError(error)
    }
  }

  /// When a file was changed last.
  func date(of name: Name) -> Date? {
    guard door.failure(of: .measure) == nil else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: name))
    return attributes?[.modificationDate] as? Date
  }

  private func setDate(_ date: Date, at path: String) {
    guard door.failure(of: .change) == nil else { return }
    try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  /// One for each file, since it is written under the file's lock.
  private func temporary(_ path: String) -> String { path + ".new" }

  /// On Apple's devices readable once they were unlocked after a start, since pushes also arrive
  /// while they are locked, and in no backup: another device has nothing to tell of them.
  private func protected(
    _ opening: OutboxFile.Opening,
    at path: String
  ) throws(OutboxFile.Failure) -> OutboxFile {
    let file = try OutboxFile(opening, at: path, through: door)
    #if canImport(Darwin)
    #if !os(macOS) && !targetEnvironment(macCatalyst)
    try? FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
      ofItemAtPath: path
    )
    #endif
    var url = URL(filePath: path)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? url.setResourceValues(values)
    #endif
    return file
  }
}
