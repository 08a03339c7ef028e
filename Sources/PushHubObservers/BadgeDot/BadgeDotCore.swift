public import PushHub
import PushHubNetworking

/// Decides whether there is something new, and when the listener is started again.
///
/// The dot follows from three values: the newest notification of the current snapshot, the read
/// mark, and the account.
struct BadgeDotCore: ManualFeatureCore {
  typealias Event = BadgeDotEvent
  typealias Stored = [String: ReadMark]

  enum Input {
    case snapshot([NotificationCursor])

    /// The listener ended, which it should not.
    case ended(SourceFailure)
    case read(upTo: NotificationCursor?)
    case set(ReadMark?)
    case forget(AccountID, wasAttached: Bool)
    case refresh
  }

  enum Effect: Equatable {
    /// Starts the listener, in place of the one there is.
    case listen(AccountID)

    /// The listener, which has reported no list in time, ends as its source advises.
    case timeOut(AccountID)
  }

  /// The name of the listener's task.
  static let listener = "listener"

  let configuration: BadgeDot.Configuration

  /// A request is in progress while a listener runs; its deadline is that of the first list.
  private(set) var queue: RequestQueue
  private(set) var state = BadgeDotState()
  private(set) var mark: ReadMark?
  private(set) var newest: NotificationCursor?
  private var isListKnown = false

  /// Whether the account's stored mark was read, and whether it must be read.
  private var isMarkKnown = false
  private var isReadDue = false

  /// The changes that the store does not have yet.
  private var pending: [AccountID: MarkChange] = [:]
  private var lifecycle = LifecycleState()
  private var wasForeground = false
  private var listeningSince: ContinuousClock.Instant?

  init(configuration: BadgeDot.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    queue = RequestQueue(
      timeout: configuration.listTimeout,
      keepsBackoff: true,
      generator: generator
    )
  }
}

// MARK: - Inputs

extension BadgeDotCore {
  var nextDeadline: ContinuousClock.Instant? { queue.deadline ?? queue.retry }

  static func storeFailed(_ message: String) -> BadgeDotEvent? {
    .storeFailed(error: message)
  }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    let wasShown = state.isShown
    var marks: Stored?
    switch input {
    case .lifecycle(let lifecycle, _): follow(lifecycle, in: &turn)
    case .detached: follow(LifecycleState(), in: &turn)
    case .deadline: meetDeadline(in: &turn)
    case .loaded(let stored):
      marks = stored ?? [:]
      merge(marks ?? [:])
    case .saved(true): pending = [:]
    case .own(let input): handle(input, in: &turn)
    case .saved, .push, .work: break
    }
    followList(isMarkRead: marks != nil)
    let read = mark ?? (configuration.firstRun == .show ? ReadMark.nothing : nil)
    state.isKnown = isListKnown && isMarkKnown
    state.isShown =
      if state.isKnown, let read, let newest { read < .upTo(newest) } else { false }
    if state.isShown != wasShown {
      turn.log(.dot(node: configuration.listPage, shown: state.isShown))
    }
    if let marks {
      save(over: marks, in: &turn)
    } else if isReadDue || !pending.isEmpty {
      turn.load()
    }
  }

  private mutating func handle(_ input: Input, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .snapshot(let cursors):
      turn.record(LatestNotifications(.success(cursors)))
      queue.recordProgress(at: turn.now)
      state.failure = nil
      isListKnown = true
      newest = cursors.max()
    case .ended(let failure):
      turn.record(LatestNotifications(.failure(SourceFailure(message: failure.message))))
      state.failure = failure.message
      let delay = queue.fail(failure, at: turn.now)
      turn.log(.failed(error: failure.message, retryIn: delay))
    case .read(let cursor):
      turn.record(ReadNotifications(upTo: cursor))
      raise(to: (cursor ?? newest).map(ReadMark.upTo))
    case .set(let newMark):
      guard let account = state.account else { return }
      mark = newMark
      pending[account] = MarkChange(mark: newMark, isReplacement: true)
    case .forget(let account, let wasAttached):
      if account == state.account {
        if wasAttached { change(to: nil, in: &turn) } else { mark = nil }
      }
      queue.endPause(for: account)
      pending[account] = MarkChange(isReplacement: true)
    case .refresh: listen(in: &turn)
    }
  }

  private mutating func follow(_ new: LifecycleState, in turn: inout ManualFeatureTurn<Self>) {
    let isReturn = new.isForeground && !lifecycle.isForeground
    let isOther = new.account != lifecycle.account
    lifecycle = new
    if isReturn {
      let isYoung = listeningSince.map { turn.now - $0 < .seconds(10) } ?? false
      let isFresh = isYoung && queue.isBusy && !wasForeground
      wasForeground = true
      isReadDue = state.account != nil
      if !isFresh, !queue.isPaused(for: state.account, at: turn.now) {
        listen(in: &turn)
      }
    }
    if isOther {
      change(to: new.account, in: &turn)
    }
  }

  private mutating func change(to account: AccountID?, in turn: inout ManualFeatureTurn<Self>) {
    if queue.reset() { turn.cancel(Self.listener) }
    state = BadgeDotState()
    state.account = account
    mark = account.flatMap { pending[$0]?.mark }
    newest = nil
    (isListKnown, isMarkKnown, isReadDue) = (false, false, account != nil)
    listen(in: &turn)
  }
}

// MARK: - The mark

extension BadgeDotCore {
  /// Another process may have raised the mark, but none has lowered it.
  private mutating func merge(_ marks: Stored) {
    isReadDue = false
    guard let account = state.account else { return }
    isMarkKnown = true
    let stored = changed(marks[account.rawValue], of: account)
    mark = [mark, stored].compactMap { $0 }.max()
  }

  private func changed(_ stored: ReadMark?, of account: AccountID) -> ReadMark? {
    pending[account].map { $0.applied(to: stored) } ?? stored
  }

  private mutating func save(over marks: Stored, in turn: inout ManualFeatureTurn<Self>) {
    var new = marks
    for account in pending.keys {
      new[account.rawValue] = changed(marks[account.rawValue], of: account)
    }
    if new == marks { pending = [:] } else { turn.save(new) }
  }

  /// Raises the mark while the user is viewing the list, and for the first list.
  ///
  /// The first list of an account without a mark counts as read, also an empty one, after which any
  /// notification is new. The store is read right before, since another process may have stored the first
  /// mark.
  private mutating func followList(isMarkRead: Bool) {
    if mark == nil, isListKnown, configuration.firstRun == .baselineAsRead {
      if isMarkRead {
        raise(to: newest.map(ReadMark.upTo) ?? .nothing)
      } else {
        isReadDue = true
      }
    }
    if lifecycle.isFocused(configuration.listPage) {
      raise(to: newest.map(ReadMark.upTo))
    }
  }

  private mutating func raise(to newMark: ReadMark?) {
    guard let newMark, let account = state.account, mark.map({ $0 < newMark }) ?? true
    else { return }
    mark = newMark
    pending[account, default: MarkChange()].mark = newMark
  }
}

// MARK: - The listener

extension BadgeDotCore {
  /// Starts the listener in place of the one there is, which may have missed something.
  private mutating func listen(in turn: inout ManualFeatureTurn<Self>) {
    guard let account = state.account else { return }
    listeningSince = turn.now
    queue.begin(for: account, at: turn.now)
    turn.perform(.listen(account))
  }

  private mutating func meetDeadline(in turn: inout ManualFeatureTurn<Self>) {
    guard queue.hasTimedOut(at: turn.now), let account = queue.account else {
      return listen(in: &turn)
    }
    turn.cancel(Self.listener)
    turn.perform(.timeOut(account))
  }
}

// MARK: - Configuration

extension BadgeDot {
  /// The behavior for an account without a read mark, as after installing the app.
  public enum FirstRun: String, Sendable, CaseIterable, Codable {
    /// The content of the first snapshot counts as read; notifications that come after it are new.
    case baselineAsRead

    /// Everything is new.
    case show
  }

  /// The rules for what counts as read, and the source's time limit.
  ///
  /// ```swift
  /// let configuration = BadgeDot.Configuration(listPage: "notifications", firstRun: .show)
  /// ```
  public struct Configuration: Sendable {
    /// The page with the list: while the user is viewing it, everything known is read.
    ///
    /// That is, while its scene is active and nothing covers the page there; see
    /// `LifecycleState.isFocused(_:)`.
    public let listPage: PageID

    /// The behavior for an account without a read mark.
    public let firstRun: FirstRun

    /// The time limit for a new listener to report its first list; then it has failed.
    ///
    /// Later lists may take any time.
    public let listTimeout: Duration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - listPage: The page with the list.
    ///   - firstRun: The behavior for an account without a read mark.
    ///   - listTimeout: The time limit for a new listener to report its first list, from one second to
    ///     one day.
    public init(
      listPage: PageID,
      firstRun: FirstRun = .baselineAsRead,
      listTimeout: Duration = .seconds(60)
    ) {
      self.listPage = listPage
      self.firstRun = firstRun
      self.listTimeout = Bounds.interval.nearest(to: listTimeout)
    }
  }
}

extension BadgeDot.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "badge"

  private enum CodingKeys: CodingKey {
    case firstRun
  }

  /// Reads what an account sees at first; without a page.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self(listPage: "")
    self.init(
      listPage: standard.listPage,
      firstRun: try JSONKey.value(.firstRun, in: values, or: standard.firstRun)
    )
  }
}
