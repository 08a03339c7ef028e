import PushHub

@testable import PushHubBackend
@testable import PushHubNetworking

/// A core of receipts over an outbox that is a list, in an app that a test plays.
struct PushReceiptsDriver {
  typealias Cycle = PushReceiptsCore.Cycle

  enum Fate: Hashable {
    case waiting
    case sent
    case removed
    case rejected
  }

  struct Item: Hashable {
    let id: String
    let account: AccountID?

    /// When this process appended it, or found it: nil as long as it does not know of it.
    var knownAt: ContinuousClock.Instant?
    var fate = Fate.waiting
  }

  struct Request: Hashable {
    let cycle: Cycle
    let ids: [String]
    let account: AccountID
    let begunAt: ContinuousClock.Instant
  }

  let configuration: PushReceipts.Configuration
  private(set) var core: PushReceiptsCore
  private(set) var now: ContinuousClock.Instant
  private(set) var items: [Item] = []

  /// What is asked of the server.
  private(set) var request: Request?

  /// All that was ever asked.
  private(set) var requests: [Request] = []
  private(set) var cancelCount = 0
  private(set) var reports: [Duration?] = []
  private(set) var halvings: [Int] = []

  /// Whether a refresh in the background waits.
  private(set) var isRefreshAwaited = false
  private(set) var mistake: String?

  /// Whether the outbox can't be read now.
  var isClosed = false

  /// Whether the outbox answers only in ``finishReading()``.
  var isSlow = false
  private(set) var pending: PushReceiptsCore.Effect?
  private var found: [String] = []

  /// How many items there were when that was asked.
  private var pendingCount = 0
  private var account: AccountID?
  private var queue: [PushReceiptsCore.Event] = []
  private var isHandling = false

  init(_ configuration: PushReceipts.Configuration = .small) {
    self.configuration = configuration
    core = PushReceiptsCore(configuration: configuration, generator: FixedGenerator.most)
    now = .now
  }
}

extension PushReceipts.Configuration {
  /// Batches of two, and a minute without a spread.
  static var small: Self { Self(batchSize: 2, spread: .zero) }
}

// MARK: - What happens

extension PushReceiptsDriver {
  mutating func tell(_ event: PushReceiptsCore.Event) {
    queue.append(event)
    guard !isHandling else { return }
    isHandling = true
    while !queue.isEmpty {
      for effect in core.handle(queue.removeFirst(), at: now) {
        perform(effect)
      }
    }
    isHandling = false
  }

  /// Lets time pass, with each deadline of the core met on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end {
      now = max(now, deadline)
      tell(.deadline)
    }
    now = end
  }

  mutating func append() {
    let item = Item(id: "i\(items.count)", account: account, knownAt: now)
    items.append(item)
    tell(.appended(id: item.id, droppedCount: 0))
  }

  /// The service extension appends, of which the app is not told.
  mutating func appendElsewhere(_ account: AccountID?) {
    items.append(Item(id: "i\(items.count)", account: account))
  }

  mutating func begin(_ state: LifecycleState) {
    account = state.account
    tell(.began(state, scope))
  }

  mutating func signIn(_ account: AccountID?) {
    self.account = account
    tell(.account(account, scope))
  }

  mutating func setPhase(_ phase: AppPhase) {
    tell(.phase(phase))
  }

  mutating func answer(_ answer: PushReceiptsCore.Answer) {
    guard let request else { return }
    self.request = nil
    tell(.answered(request.cycle, answer))
  }

  mutating func fail(retryAfter: Duration? = nil, isFinal: Bool = false) {
    let failure = SourceFailure(message: "503", retryAfter: retryAfter, isFinal: isFinal)
    answer(.failed(failure))
  }

  mutating func reject(retryAfter: Duration? = nil) {
    answer(.rejected(ReceiptRejection("422", retryAfter: retryAfter)))
  }

  /// Lets the outbox do what it was asked to.
  ///
  /// - Parameter isLate: Whether it finds what was appended meanwhile too.
  mutating func finishReading(isLate: Bool = false) {
    guard let effect = pending else { return }
    pending = nil
    complete(effect, finding: isLate ? items.count : pendingCount)
  }

  /// All items that there are now, for one that is written as a set of files.
  private var scope: PushReceiptsCore.Scope {
    Set([OutboxDirectory.Name("all-\(items.count)-0.outbox")].compactMap { $0 })
  }
}

// MARK: - Effects

extension PushReceiptsDriver {
  private mutating func perform(_ effect: PushReceiptsCore.Effect) {
    switch effect {
    case .read, .acknowledge, .discard, .remove:
      if pending != nil {
        mistake = "The outbox is asked for two things at once."
      }
      if isSlow {
        pending = effect
        pendingCount = items.count
      } else {
        complete(effect, finding: items.count)
      }
    case .send(let cycle): send(cycle)
    case .cancel:
      cancelCount += 1
      request = nil
    case .report(_, let delay): reports.append(delay)
    case .reportHalving(let count): halvings.append(count)
    case .release: isRefreshAwaited = false
    }
  }

  private mutating func send(_ cycle: Cycle) {
    guard request == nil, pending == nil, let account else {
      mistake = "Something else is under way, or nobody is signed in."
      return
    }
    let sent = items.filter { found.contains($0.id) }
    if !sent.allSatisfy({ [account, nil].contains($0.account) }) || sent.isEmpty {
      mistake = "\(sent) is sent for \(account)."
    }
    let next = Request(cycle: cycle, ids: found, account: account, begunAt: now)
    request = next
    requests.append(next)
  }

  mutating func refresh() {
    isRefreshAwaited = true
    tell(.backgroundRefresh)
  }

  private mutating func complete(_ effect: PushReceiptsCore.Effect, finding seenCount: Int) {
    switch effect {
    case .read(let cycle, let account, let limit): read(cycle, account, limit, of: seenCount)
    case .acknowledge(let cycle):
      end(.sent)
      tell(.noted(cycle))
    case .discard(let cycle, _):
      if found.count != 1 {
        mistake = "\(found) are given up."
      }
      end(.rejected)
      tell(.noted(cycle))
    case .remove(let cycle, let removal):
      let count = removal.scope?.first?.generation ?? 0
      for index in items.indices.prefix(count)
      where removal.includes(items[index].account) && items[index].fate == .waiting {
        items[index].fate = .removed
      }
      tell(.removed(cycle))
    case .send, .cancel, .report, .reportHalving, .release: break
    }
  }

  private mutating func read(
    _ cycle: Cycle,
    _ account: AccountID,
    _ limit: Int,
    of seenCount: Int
  ) {
    guard !isClosed else {
      found = []
      let nothing = PushReceiptsCore.Found(
        count: 0,
        waitingCount: 0,
        firstID: nil,
        isComplete: false
      )
      return tell(.read(cycle, nothing))
    }
    let places = items.indices.prefix(seenCount).filter {
      items[$0].fate == .waiting && [account, nil].contains(items[$0].account)
    }
    if core.isReading(cycle) {
      found = places.prefix(limit).map { items[$0].id }
      for place in places where self.account == account {
        items[place].knownAt = items[place].knownAt ?? now
      }
    }
    let first = places.first.map { items[$0].id }
    let count = min(limit, places.count)
    tell(.read(cycle, .init(count: count, waitingCount: places.count, firstID: first)))
  }

  private mutating func end(_ fate: Fate) {
    for index in items.indices
    where found.contains(items[index].id) && items[index].fate == .waiting {
      items[index].fate = fate
    }
  }
}

// MARK: - Usual starts

extension PushReceiptsDriver {
  /// Ann is signed in, in the foreground, and nothing waits.
  static func inForeground(_ configuration: PushReceipts.Configuration = .small) -> Self {
    var driver = Self(configuration)
    driver.begin(LifecycleState(phase: .active, account: "ann"))
    return driver
  }

  /// The ids of what was sent, request by request.
  var batches: [[String]] { requests.map(\.ids) }

  func ids(_ fate: Fate) -> [String] { items.filter { $0.fate == fate }.map(\.id) }
}
