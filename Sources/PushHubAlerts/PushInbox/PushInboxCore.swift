import Foundation
public import PushHub

/// Decides which entries there are, and what is written for it; see ``PushInbox``.
///
/// Other processes add files, and this one alone replaces and removes them. So a file whose name is known is
/// never read again, and two files of one notification become one entry. What was read or removed is marked apart
/// from the files, for as long as the system may still list it.
public struct PushInboxCore: FeatureCore {
  /// What was found in the folder and in the system's list.
  public typealias Answer = InboxReading

  /// What the app shows.
  public struct State: Equatable, Sendable {
    /// The account's entries, the newest first.
    public internal(set) var entries: [InboxEntry] = []

    /// The number of unread entries of each account that has any.
    public internal(set) var unreadCounts: [AccountID: Int] = [:]

    /// Whether the entries on disk have been read.
    public internal(set) var isKnown = false
  }

  /// An action of the app or its user, for the account that is shown; without ids, everything is read anew.
  ///
  ///     {"t":9,"inbox":{"action":{"read":["m1"]}}}
  public struct Action: Codable, Equatable, Sendable {
    /// The entries that are read.
    var read: Private<[String]>?

    /// The entries that are removed.
    var removed: Private<[String]>?
  }

  /// A reading of the folder and then of the system's list.
  public struct Request: Equatable, Sendable {
    let number: Int

    /// The files that need not be read.
    let known: Set<String>
  }

  /// The time limit of a reading.
  private static let timeout = Duration.seconds(10)

  /// The key in a transcript.
  public static let name = "inbox"

  /// The app: the accounts share the folder.
  public static let scope = FeatureScope.app

  /// The changes of a notification.
  public static let interests: Set<PushEvent.Kind> = [.received, .opened, .presented, .discarded]

  /// The page, and how long entries are kept.
  public static var configuration: (any RecordedConfiguration.Type)? {
    PushInbox.Configuration.self
  }

  /// What the app shows now.
  public private(set) var state = State()

  let configuration: PushInbox.Configuration
  let folder: InboxFolder
  var ledger = InboxLedger()

  /// The entries, each of which has a file.
  var slots: [InboxKey: InboxEntry] = [:] {
    didSet { isChanged = true }
  }

  /// The accounts that have entries or marks.
  var accounts: [AccountID?] = []
  private var life = LifecycleState()

  /// Whether what the app shows may have changed.
  private var isChanged = false

  /// The number of readings that were wanted, and that of the latest one that has ended.
  private var (wanted, ended) = (0, 0)

  /// The time limit of the reading.
  public private(set) var nextDeadline: ContinuousClock.Instant?

  /// The files that need not be read again.
  private var known: Set<String> = []

  /// The payloads of responses that nothing identifies, each of which reads the latest entry with it.
  private var opened: [PushPayload] = []

  /// The marks of notifications that the latest list lacked.
  private var unlisted: [InboxKey: InboxEntry] = [:]

  /// Whether the system has listed its notifications, so that ``unlisted`` is known.
  private var isListed = false

  private var clock = WallClock()

  init(_ configuration: PushInbox.Configuration, folder: InboxFolder) {
    self.configuration = configuration
    self.folder = folder
  }

  /// The reading that is under way or wanted.
  public var request: Request? { wanted > ended ? Request(number: wanted, known: known) : nil }

  /// The marks, and the files to write and to remove.
  public var stored: InboxLedger? { ledger == InboxLedger() ? nil : ledger }

  /// The accounts that aren't signed in, and have entries or the time of a sign-in.
  public var keptAccounts: Set<AccountID> {
    strangers.union(ledger.signIns.keys.filter(life.isSignedOut))
  }

  /// The accounts that aren't signed in and have entries.
  private var strangers: Set<AccountID> {
    Set(slots.keys.lazy.compactMap(\.account).filter(life.isSignedOut))
  }

  /// The event for a folder that can't be read or written.
  public static func event(for event: KernelEvent) -> PushInboxEvent? {
    if case .storeFailed(let error) = event { .failed(error: error) } else { nil }
  }

  /// Follows the app, the system and the user.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    if let jump = clock.jump(at: turn.now, date: turn.date) {
      // A sign-in in the future is that of a wrong clock, and moves with it.
      ledger.signIns = ledger.signIns.mapValues { $0 > turn.date ? $0 + jump : $0 }
    }
    switch input {
    case .begin(let stored):
      ledger = stored ?? InboxLedger()
      ledger.signIns = ledger.signIns.mapValues { min($0, turn.date) }
      for key in ledger.marks.keys { addAccount(of: key) }
      follow(in: &turn)
      read(in: &turn)
    case .lifecycle: follow(in: &turn)
    case .push(let event): receive(event, in: &turn)
    case .refresh: read(in: &turn)
    case .action(let action):
      if let ids = action.read {
        read(keys(ids.wrappedValue), in: &turn)
      } else if let ids = action.removed {
        let keys = keys(ids.wrappedValue).filter { slots[$0] != nil }
        discard(keys)
        if !keys.isEmpty { turn.log(.removed(ids: keys.map(\.id))) }
      } else {
        read(in: &turn)
      }
    case .asked: nextDeadline = turn.now + Self.timeout
    case .progress(let request, let reading): handle(reading, since: request, in: &turn)
    case .answered(let request, .success(let reading)):
      handle(reading, since: request, in: &turn)
      (opened, ended, nextDeadline) = ([], request.number, nil)
    case .answered(_, .failure(let failure)):
      nextDeadline = nil
      turn.log(.failed(error: failure.message))
    case .merged(let stored):
      for case (let file, _?) in ledger.changes { known.insert(file) }
      ledger = stored
    case .deadline:
      recordSignIns(isOver: false, in: turn)
      guard let nextDeadline, nextDeadline <= turn.now else { break }
      turn.log(.noAnswer)
      (ended, self.nextDeadline) = (wanted, nil)
    case .signedOut: break
    }
    publish(in: &turn)
  }
}

// MARK: - The app

extension PushInboxCore {
  private mutating func follow(in turn: inout FeatureTurn<Self>) {
    let former = life
    life = turn.lifecycle
    let left = (former.accounts ?? []).filter(life.isSignedOut).sorted()
    for account in left { empty(account, in: &turn) }
    recordSignIns(isOver: !left.isEmpty, in: turn)
    if life.account != nil, life.account != former.account {
      // The entries of no known account belong to the one that is shown now.
      for entry in slots.values.filter({ $0.account == nil }).oldestFirst {
        (slots[entry.key], ledger.marks[entry.key]) = (nil, nil)
        add([entry], in: &turn)
      }
    }
    isChanged = isChanged || life.account != former.account || life.accounts != former.accounts
    // What another process has written meanwhile may be of an account that has left.
    if !left.isEmpty || turn.hasReturned { read(in: &turn) }
  }

  /// While no account is signed in, the next one may be the former.
  private mutating func recordSignIns(isOver: Bool, in turn: FeatureTurn<Self>) {
    guard let accounts = life.accounts else { return }
    let former = ledger.signIns
    if accounts.isEmpty {
      if isOver { ledger.signIns = former.mapValues { _ in turn.date } }
    } else {
      let kept = former.filter { !turn.hasSignedOut($0.key) }
      let new = former.isEmpty ? Date.distantPast : turn.date
      ledger.signIns = kept.merging(accounts.map { ($0, new) }) { kept, _ in kept }
    }
  }

  private mutating func empty(_ account: AccountID, in turn: inout FeatureTurn<Self>) {
    let keys = slots.keys.filter { $0.account == account || $0.account == nil }
    discard(keys)
    if !keys.isEmpty { turn.log(.emptied(count: keys.count)) }
  }

  private func keys(_ ids: [String]) -> [InboxKey] {
    ids.map { InboxKey(account: life.account, id: $0) }
  }

  private mutating func publish(in turn: inout FeatureTurn<Self>) {
    if let page = configuration.page, life.isFocused(page) {
      read(slots.keys.filter { $0.account == life.account }, in: &turn)
    }
    for account in strangers.sorted() where turn.hasSignedOut(account) {
      empty(account, in: &turn)
    }
    guard isChanged else { return }
    isChanged = false
    let shown = slots.values.filter { $0.account == life.account }
    state.entries = shown.oldestFirst.reversed()
    state.unreadCounts = slots.reduce(into: [:]) { counts, slot in
      guard let account = slot.key.account, !life.isSignedOut(account), !slot.value.isRead
      else { return }
      counts[account, default: 0] += 1
    }
  }
}

// MARK: - Pushes

extension PushInboxCore {
  private mutating func receive(_ event: PushEvent, in turn: inout FeatureTurn<Self>) {
    guard let push = event.push else { return }
    if case .presented = event { read(in: &turn) }
    let response: PushResponse? =
      if case .opened(_, let response) = event { response } else { nil }
    let isOpened = response != nil && response?.action != .dismiss
    let entry = InboxEntry(
      push.payload,
      messageID: push.messageID,
      requestIdentifier: push.requestIdentifier,
      account: push.account,
      date: push.deliveredAt ?? push.receivedAt,
      deliveredAt: push.deliveredAt
    )
    if entry == nil, push.aps.hasAlert {
      // The system's list has the id.
      if isOpened { opened.append(push.payload) }
      read(in: &turn)
    }
    guard var entry = folder.entry(entry) else { return }
    if case .discarded = event { return discardAssumed(as: &entry, in: turn) }
    // A response alone doesn't always have the date of its notification, which may be one of an account that has left.
    let isDated = push.deliveredAt != nil || !push.callbacks.isDisjoint(with: [.remote, .present])
    if entry.account == nil || entry.account == life.account && latest(entry.key) == nil {
      let date = isDated ? entry.date : .distantPast
      guard let owned = owned(entry, from: date, in: turn) else { return }
      entry = owned
    }
    if let former = latest(entry.key), response != nil || !isDated,
      push.deliveredAt == nil || !former.isFollowed(by: entry)
    {
      return isOpened ? read([entry.key], in: &turn) : ()
    }
    // An entry that was changed before it was stored may have another id when it is opened.
    guard response?.isRepeatable != true else { return }
    entry.isRead = isOpened
    add([entry], in: &turn)
  }

  /// An arrival as that of the account that is shown or, if its payload names none, that has the same notification,
  /// such as one that the service extension has learned; `nil` if the account has signed in later.
  func owned(
    _ entry: InboxEntry,
    from date: Date,
    in turn: FeatureTurn<Self>
  ) -> InboxEntry? {
    let account = turn.identification.account(of:)
    var entry = entry
    entry.account = life.account
    let same = ([life.account] + accounts).map { InboxKey(account: $0, id: entry.id) }.first {
      guard let former = latest($0) else { return false }
      return ($0.account != nil || former.isRemoved) && !former.isFollowed(by: entry)
    }
    if let same, account(entry.payload) == nil {
      entry.account = same.account
      return entry
    }
    let signIn =
      life.account.map { ledger.signIns[$0] }
      ?? (life.accounts == [] ? ledger.signIns.values.max() : nil)
    let end = signIn ?? .distantPast
    guard date < end && end <= turn.date else { return entry }
    return account(entry.payload) == nil ? nil : entry
  }

  private func latest(_ key: InboxKey) -> InboxEntry? { slots[key] ?? ledger.marks[key] }
}

// MARK: - Readings

extension PushInboxCore {
  private mutating func read(in turn: inout FeatureTurn<Self>) {
    wanted += 1
    turn.retryNow()
  }

  private mutating func handle(
    _ reading: InboxReading,
    since request: Request,
    in turn: inout FeatureTurn<Self>
  ) {
    state.isKnown = true
    if let present = reading.known {
      // A file that is gone has made room for others.
      let gone = request.known.subtracting(present)
      discard { $0.file.map(gone.contains) == true }
      known.subtract(request.known)
      known.formUnion(present)
    }
    if let count = reading.broken { turn.log(.broken(count: count)) }
    if let count = reading.newer { turn.log(.newer(count: count)) }
    // Those that name an account first: others may be the same notification.
    for isNamed in [true, false] {
      add((reading.arrived ?? []).filter { ($0.account != nil) == isNamed }, in: &turn)
    }
    if let listed = reading.listed {
      add(listed, in: &turn)
      // Forgets the marks of what two lists have lacked: a response takes a notification off the list before it comes.
      let ids = Set(listed.map(\.id))
      let gone = ledger.marks.filter { slots[$0.key] == nil && !ids.contains($0.key.id) }
      for key in gone.keys where unlisted[key] != nil { ledger.marks[key] = nil }
      (unlisted, isListed) = (gone, true)
    }
    for payload in opened {
      let same = slots.values.filter { $0.payload == payload }
      if let latest = same.oldestFirst.last { read([latest.key], in: &turn) }
    }
    prune(in: turn)
  }

  /// Removes what is too old or too much, and corrects dates in the future.
  private mutating func prune(in turn: FeatureTurn<Self>) {
    for (key, mark) in ledger.marks where mark.date > turn.date {
      ledger.marks[key]?.date = turn.date.toTheMillisecond
    }
    for (key, var entry) in slots where entry.date > turn.date {
      entry.date = turn.date.toTheMillisecond
      slots[key] = entry
      if let file = entry.file { ledger.changes[file] = entry }
    }
    let age = configuration.maximumAge / .seconds(1)
    if clock.isSteady(for: .seconds(3_600), at: turn.now) {
      discard { turn.date.timeIntervalSince($0.date) > age }
    }
    let count = folder.files.maximumCount
    discard(slots.values.oldestFirst.dropLast(count).map(\.key))
    let removed = ledger.marks.values.filter {
      slots[$0.key] == nil && (!isListed || unlisted[$0.key] != nil)
    }
    for mark in removed.oldestFirst.dropLast(2 * count) { ledger.marks[mark.key] = nil }
  }
}
