import PushHub

/// Reads keys, and knows when to wait no longer for the rest of one.
@MainActor
final class KeyReader {
  /// Told when the wait is over; ``giveUp()`` is to be called then.
  var onImpatience: (() -> Void)?

  private let scheduler: any Scheduler
  private var decoder = KeyDecoder()
  private var deadline: ScheduledAction?
  private var isImpatient = false

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  /// Whether a paste is coming in, and has been for so long that somebody may wonder.
  private(set) var isPasteLate = false

  /// The keys that the bytes complete.
  func read(_ bytes: [UInt8]) -> [KeyEvent] {
    let keys = decoder.decode(bytes)
    wait()
    return keys
  }

  /// The keys that there are since nothing more came; none if something did after all.
  func giveUp() -> [KeyEvent] {
    guard isImpatient else { return [] }
    isImpatient = false
    let keys = decoder.giveUp()
    isPasteLate = decoder.isPasting
    return keys
  }

  /// Forgets what was begun, as when the terminal was away.
  func reset() {
    decoder = KeyDecoder()
    wait()
  }

  private func wait() {
    if let deadline {
      scheduler.cancel(deadline)
    }
    deadline = nil
    isImpatient = false
    isPasteLate = isPasteLate && decoder.isPasting
    guard let patience = decoder.patience else { return }
    deadline = scheduler.schedule(after: patience, tolerance: .milliseconds(5)) { [weak self] in
      self?.deadline = nil
      self?.isImpatient = true
      self?.onImpatience?()
    }
  }
}
