public import Foundation
public import PushHub

/// Keeps read marks in `UserDefaults`, under a key for each dot and account.
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
/// and replaced by the next mark; so is an entry that names an account and no dot, and stays.
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
  ///   - prefix: What keys begin with; the dot's name, a slash and the account follow.
  ///   - scheduler: What time it is.
  ///   - interval: How much time is between two writes, from none to one day; what lies outside is
  ///     moved to the nearest inside.
  public init(
    defaults: UserDefaults = .standard,
    prefix: String = "PushHub.readMark.",
    scheduler: any Scheduler,
    interval: Duration = .seconds(1)
  ) {
    self.defaults = defaults
    self.prefix = prefix
    self.scheduler = scheduler
    self.interval = interval.clamped(to: ConfigurationBounds.delay)
  }

  /// What was read; nil on a first run.
  ///
  /// - Throws: ``ReadMarkIssue`` for an entry that is none of this store's.
  public func mark(for key: ReadMarkKey) throws(ReadMarkIssue) -> ReadMark? {
    let name = name(of: key)
    let stored = try storedMark(under: name)
    let mark = [stored, marks[name]].compactMap { $0 }.max()
    if mark == nil, let nameless = namelessEntry(of: key.account) {
      throw ReadMarkIssue(key: nameless, reason: "it doesn't say of which dot it is")
    }
    marks[name] = mark
    return mark
  }

  /// Keeps a mark, unless there is a greater one; see ``UserDefaultsReadMarkStore``.
  public func raise(_ mark: ReadMark, for key: ReadMarkKey) {
    let name = name(of: key)
    let known = marks[name] ?? (try? storedMark(under: name))
    if let known, mark <= known { return }
    marks[name] = mark
    unwritten.insert(name)
    if let quietUntil, scheduler.now < quietUntil {
      writeLater(at: quietUntil)
    } else {
      flush()
    }
  }

  /// Writes a mark now in place of the one there is, or takes it out.
  public func replace(_ mark: ReadMark?, for key: ReadMarkKey) {
    let name = name(of: key)
    marks[name] = mark
    unwritten.remove(name)
    if let mark {
      defaults.set(ReadMarkText(mark).text, forKey: name)
    } else {
      defaults.removeObject(forKey: name)
    }
    writeCount += 1
    defaults.synchronize()
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
    for name in unwritten.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      isChanged = write(name) || isChanged
    }
    unwritten = []
    if isChanged {
      defaults.synchronize()
    }
  }
}

extension UserDefaultsReadMarkStore {
  /// The entry's name, in which the first slash ends the dot's name.
  private func name(of key: ReadMarkKey) -> String {
    let dot = key.dot.replacing("%", with: "%25").replacing("/", with: "%2F")
    return "\(prefix)\(dot)/\(key.account.rawValue)"
  }

  /// The name of an entry for the account from the time when there was one dot.
  private func namelessEntry(of account: AccountID) -> String? {
    let name = prefix + account.rawValue
    guard !account.rawValue.contains("/"), defaults.object(forKey: name) != nil else { return nil }
    return name
  }

  private func writeLater(at instant: ContinuousClock.Instant) {
    guard alarm == nil else { return }
    alarm = scheduler.schedule(at: instant, tolerance: .zero) { [weak self] in
      self?.alarm = nil
      self?.flush()
    }
  }

  private func storedMark(under name: String) throws(ReadMarkIssue) -> ReadMark? {
    guard let entry = defaults.object(forKey: name) else { return nil }
    guard let text = entry as? String else {
      throw ReadMarkIssue(key: name, reason: "it is no text")
    }
    do {
      return try ReadMarkText(text).mark
    } catch {
      throw ReadMarkIssue(key: name, reason: error.reason)
    }
  }

  /// Writes a mark, unless another process has stored one as great.
  private func write(_ name: String) -> Bool {
    guard let mark = marks[name] else { return false }
    if let stored = try? storedMark(under: name), stored >= mark {
      marks[name] = stored
      return false
    }
    defaults.set(ReadMarkText(mark).text, forKey: name)
    writeCount += 1
    return true
  }
}
