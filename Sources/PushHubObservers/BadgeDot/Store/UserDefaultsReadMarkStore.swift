public import Foundation
public import PushHub

/// Keeps read marks in `UserDefaults`, under a key for each account.
///
/// A mark is written at once, and then at most once in an interval: a burst within a second ends in
/// two writes, one for its first mark and one for its last. What changes nothing is not written.
/// What another process has stored meanwhile, such as an extension in the same suite, is merged by
/// maximum. ``BadgeDot`` calls ``flush()`` when the app goes to the background.
///
/// ```swift
/// let store = UserDefaultsReadMarkStore(scheduler: scheduler)
/// ```
///
/// What was flushed survives the end of the process, however sudden. On Apple's systems a mark that is
/// being written at that moment is there or not; swift-corelibs-foundation empties the file before it
/// writes, so that there the account may have a first run.
///
/// A user who signs out keeps the mark. An entry that can't be read is told as a ``ReadMarkIssue``
/// and replaced by the next mark.
@MainActor
public final class UserDefaultsReadMarkStore: ReadMarkStore {
  /// How often an entry was written.
  public private(set) var writeCount = 0

  private let defaults: UserDefaults
  private let prefix: String
  private let scheduler: any Scheduler
  private let interval: Duration
  private var marks: [String: ReadMark] = [:]
  private var unwritten: Set<String> = []
  private var quietUntil: ContinuousClock.Instant?
  private var alarm: ScheduledAction?

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - defaults: Where marks are kept.
  ///   - prefix: What keys begin with; the account follows.
  ///   - scheduler: What time it is.
  ///   - interval: How much time is between two writes.
  public init(
    defaults: UserDefaults = .standard,
    prefix: String = "PushHub.readMark.",
    scheduler: any Scheduler,
    interval: Duration = .seconds(1)
  ) {
    self.defaults = defaults
    self.prefix = prefix
    self.scheduler = scheduler
    self.interval = interval
  }

  /// What an account has read; nil on its first run.
  ///
  /// - Throws: ``ReadMarkIssue`` for an entry that is none of this store's.
  public func mark(for account: AccountID) throws(ReadMarkIssue) -> ReadMark? {
    let key = key(of: account)
    let stored = try storedMark(under: key)
    let mark = [stored, marks[key]].compactMap { $0 }.max()
    marks[key] = mark
    return mark
  }

  /// Keeps a mark, unless there is a greater one; see ``UserDefaultsReadMarkStore``.
  public func raise(_ mark: ReadMark, for account: AccountID) {
    let key = key(of: account)
    let known = marks[key] ?? (try? storedMark(under: key))
    if let known, mark <= known { return }
    marks[key] = mark
    unwritten.insert(key)
    if let quietUntil, scheduler.now < quietUntil {
      writeLater(at: quietUntil)
    } else {
      flush()
    }
  }

  /// Writes now what waits to be written; nothing, if nothing waits.
  public func flush() {
    if let alarm {
      scheduler.cancel(alarm)
      self.alarm = nil
    }
    guard !unwritten.isEmpty else { return }
    quietUntil = scheduler.now + interval
    var isChanged = false
    for key in unwritten.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      isChanged = write(key) || isChanged
    }
    unwritten = []
    if isChanged {
      defaults.synchronize()
    }
  }
}

extension UserDefaultsReadMarkStore {
  private func key(of account: AccountID) -> String { prefix + account.rawValue }

  private func writeLater(at instant: ContinuousClock.Instant) {
    guard alarm == nil else { return }
    alarm = scheduler.schedule(at: instant, tolerance: .zero) { [weak self] in
      self?.alarm = nil
      self?.flush()
    }
  }

  private func storedMark(under key: String) throws(ReadMarkIssue) -> ReadMark? {
    guard let entry = defaults.object(forKey: key) else { return nil }
    guard let text = entry as? String else {
      throw ReadMarkIssue(key: key, reason: "it is no text")
    }
    do {
      return try ReadMarkText(text).mark
    } catch {
      throw ReadMarkIssue(key: key, reason: error.reason)
    }
  }

  /// Writes a mark, unless another process has stored one as great.
  private func write(_ key: String) -> Bool {
    guard let mark = marks[key] else { return false }
    if let stored = try? storedMark(under: key), stored >= mark {
      marks[key] = stored
      return false
    }
    defaults.set(ReadMarkText(mark).text, forKey: key)
    writeCount += 1
    return true
  }
}
