public import PushHub
public import PushHubNetworking

/// The decisions of a ``BadgeDot``: what is new, and what counts as read.
///
/// The dot follows from the newest notification of the current list and from the account's read mark.
public struct BadgeDotCore: FeatureCore {
  /// The notifications of an account.
  public typealias Answer = [NotificationCursor]

  /// An event of the dot.
  public typealias Event = BadgeDotEvent

  /// An action of the app.
  public enum Action: Codable, Equatable, Sendable {
    /// The user has read everything up to a notification; `nil` for the newest known.
    case read(upTo: NotificationCursor?)

    /// The mark is another one, or none; the stored one is removed first.
    case set(ReadMark?)

    /// The mark that was set is stored.
    case keep

    /// Nothing of the account is kept or shown until it signs in again.
    case forget

    /// The listener starts again.
    case refresh

    /// The server wants to be left alone.
    case pause(Duration)
  }

  /// An effect that the dot carries out itself.
  public enum Effect: Equatable, Sendable {
    /// Read how long the account's server wants to be left alone.
    case readRetryAfter(AccountID)
  }

  /// A request of the source.
  public enum Request: Sendable {
    /// Lists, until the connection ends.
    case listen
  }

  /// The key of the records.
  public static let name = "badge"

  /// No events: the source reports what is new.
  public static let interests: Set<PushEvent.Kind> = []

  let configuration: BadgeDot.Configuration

  /// The account's read mark.
  private(set) var mark: ReadMark?

  /// Whether the mark was set, so that a greater one must go from the store before.
  private var isReset = false

  /// The newest notification of the current list.
  private(set) var newest: NotificationCursor?
  private var isListed = false
  private var failure: String?

  /// Whether a store without a mark of the account has none, and isn't a store that can't be read yet.
  private var isStoreKnown: Bool
  private var isForgotten = false
  private var wasForeground = false

  /// The time when the listener began; `nil` if none is under way.
  private var listeningSince: ContinuousClock.Instant?

  /// Creates a core.
  ///
  /// - Parameter isStoreKnown: Whether an empty store is known to be readable.
  init(configuration: BadgeDot.Configuration, isStoreKnown: Bool = true) {
    (self.configuration, self.isStoreKnown) = (configuration, isStoreKnown)
  }
}

// MARK: - What ought to be true

extension BadgeDotCore {
  /// Whether the newest notification is after the mark.
  public var state: BadgeDotState {
    let isKnown = isListed && isStoreKnown && (mark != nil || configuration.firstRun == .show)
    let isNew = newest.map { mark ?? .nothing < .upTo($0) } ?? false
    return BadgeDotState(isShown: isKnown && isNew, isKnown: isKnown, failure: failure)
  }

  /// The mark.
  public var stored: ReadMark? { isStoreKnown && !isReset ? mark : nil }

  /// The greater one.
  public static func merged(_ mine: ReadMark, with stored: ReadMark) -> ReadMark {
    max(mine, stored)
  }

  /// The listener.
  public var request: Request? { isForgotten ? nil : .listen }

  /// The time limit for the first list.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: configuration.listTimeout) }

  /// Returns the event of a dot that appears or disappears.
  public func event(since old: BadgeDotState) -> BadgeDotEvent? {
    state.isShown == old.isShown
      ? nil : .dot(node: configuration.listPage, shown: state.isShown)
  }

  /// Returns the event of a listener or a store that has failed.
  public static func event(for event: KernelEvent) -> BadgeDotEvent? {
    switch event {
    case .failed(let error, let delay): .failed(error: error, retryIn: delay)
    case .storeFailed(let error): .storeFailed(error: error)
    case .asked, .stuck: nil
    }
  }
}

// MARK: - Inputs

extension BadgeDotCore {
  /// Handles an input.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    guard let account = turn.account, !isForgotten else { return }
    let isForeground = turn.lifecycle.isForeground
    switch input {
    case .begin(let stored):
      if let stored { merge(stored) }
      (wasForeground, isStoreKnown) = (isForeground, isStoreKnown || isForeground)
      turn.retryNow(despiteRetryAfter: true)
    case .lifecycle where turn.hasReturned:
      let isYoung = listeningSince.map { turn.now - $0 < .seconds(10) } ?? false
      let mayBeSuspended = wasForeground || !isYoung || !isStoreKnown
      if mayBeSuspended, turn.pauseEnd == nil { turn.restart() }
      wasForeground = true
    case .merged(let stored): merge(stored)
    case .asked: listeningSince = turn.now
    case .progress(_, let cursors):
      (isListed, newest, failure) = (true, cursors.max(), nil)
      isStoreKnown = isStoreKnown || isForeground
    case .answered(_, let result):
      listeningSince = nil
      if case .failure(let error) = result {
        failure = error.message
        if error.retryAfter == nil, !error.isPermanent { turn.perform(.readRetryAfter(account)) }
      }
    case .action(.read(let cursor)): raise(to: cursor ?? newest)
    case .action(.set(let new)): (mark, isReset) = (new, true)
    case .action(.keep): isReset = false
    case .action(.forget):
      (isForgotten, isListed, mark, newest, failure) = (true, false, nil, nil, nil)
    case .action(.refresh): turn.restart(despiteRetryAfter: true)
    case .action(.pause(let duration)): turn.pause(for: duration)
    case .lifecycle, .push, .refresh, .signedOut, .deadline: break
    }
    if isListed, isStoreKnown, mark == nil, configuration.firstRun == .baselineAsRead {
      mark = newest.map(ReadMark.upTo) ?? .nothing
    }
    if isListed, turn.lifecycle.isFocused(configuration.listPage) { raise(to: newest) }
  }

  /// Another process may have raised the mark, but none has lowered it.
  private mutating func merge(_ stored: ReadMark) {
    (mark, isStoreKnown) = (max(mark ?? stored, stored), true)
  }

  private mutating func raise(to cursor: NotificationCursor?) {
    guard let new = cursor.map(ReadMark.upTo) else { return }
    mark = max(mark ?? new, new)
  }
}

// MARK: - State

/// The new notifications as an app shows them.
public struct BadgeDotState: Equatable, Sendable {
  /// Whether there is a notification after the read mark.
  public var isShown = false

  /// Whether the account's list and read mark are known.
  public var isKnown = false

  /// The reason why the listener failed since the latest list; `nil` if it didn't.
  public var failure: String?
}
