/// What is true where a recording has got to, so that another one can begin there.
///
/// It follows what was recorded and not the subjects, which may be further on: what they tell next is
/// then in the new recording once, as an event. Of countdowns and notifications it has in mind what
/// whoever plays the recording would.
struct RecordedState {
  /// Of an app of one scene, at the event recorded last.
  private(set) var lifecycle = LifecycleState()

  private var token: DeviceToken?
  private var unread: TranscriptInput?
  private var countdowns = RecordedCountdowns()
  private var notifications: RecordedNotifications

  init(token: DeviceToken? = nil, listPage: PageID) {
    self.token = token
    notifications = RecordedNotifications(listPage: listPage)
  }
}

extension RecordedState {
  /// Takes what was recorded; what the app's life is like comes with ``follow(_:at:)``.
  mutating func apply(_ input: TranscriptInput, at now: ContinuousClock.Instant) {
    switch input {
    case .token(let newToken): token = newToken
    case .unread: unread = input
    case .latest(.success(let marks)): notifications.report(marks)
    case .read(let mark): notifications.read(upTo: mark)
    case .countdown(let change): countdowns.apply(change, at: now)
    default: break
    }
  }

  /// Takes what is true of the app's life.
  mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    self.lifecycle = lifecycle
    notifications.follow(lifecycle)
    countdowns.setForeground(lifecycle.isForeground, at: now)
  }

  /// What must happen to an app that was just started to bring it here.
  ///
  /// The server's answer comes first, since the account and the pages make the app ask; the list of
  /// notifications last, since it reaches only who listens, behind the mark that it is seen by.
  func inputs(at now: ContinuousClock.Instant) -> [TranscriptInput] {
    [token.map(TranscriptInput.token), unread].compactMap { $0 }
      + countdowns.inputs(at: now)
      + lifecycle.inputs
      + notifications.inputs
  }

  /// Notes that a recording has begun with the inputs.
  mutating func noteBeginning(at now: ContinuousClock.Instant) {
    countdowns.noteBeginning(at: now)
    notifications.noteBeginning()
  }

  /// What must be told now that was true before the recording began, since it is of account now.
  mutating func takeUntold() -> [TranscriptInput] {
    notifications.takeUntold()
  }

  /// An input without what this recording does not know to be nothing new.
  func whatIsNew(of input: TranscriptInput) -> TranscriptInput {
    guard case .countdown(let change) = input else { return input }
    return .countdown(countdowns.whatIsNew(of: change))
  }
}
