import PushHub

@testable import PushHubBackend
@testable import PushHubNetworking

/// A core of receipts over an outbox that is a list, in an app that a test plays.
struct PushReceiptsDriver {
  enum Fate: Hashable {
    case waiting
    case sent
    case removed
    case rejected
  }

  struct Item: Hashable {
    let id: String
    let account: AccountID?

    /// When this process counted it; nil as long as it does not know of it.
    var knownAt: ContinuousClock.Instant?
    var fate = Fate.waiting
  }

  struct Request: Equatable {
    let line: RequestLine.Request
    let ids: [String]
    let begunAt: ContinuousClock.Instant

    var account: AccountID { line.account }
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

  /// How often nothing was found to be sent.
  private(set) var emptyCount = 0
  private(set) var reports: [Duration?] = []
  private(set) var halvings: [Int] = []

  /// Whether a refresh in the background waits.
  private(set) var isRefreshAwaited = false
  private(set) var mistake: String?

  /// Whether the outbox can't be read now.
  var isClosed = false

  /// Whether nothing can be removed from the outbox now.
  var isStuck = false
  private var found: [String] = []
  private var state = LifecycleState()
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
    items.append(Item(id: "i\(items.count)", account: state.account))
    tell(.appended(waiting: count()))
  }

  /// The service extension appends, of which the app is not told.
  mutating func appendElsewhere(_ account: AccountID?) {
    items.append(Item(id: "i\(items.count)", account: account))
  }

  mutating func begin(_ state: LifecycleState) {
    self.state = state
    tell(.state(state, waiting: count()))
  }

  mutating func signIn(_ account: AccountID?) {
    if state.account != nil {
      end(items.map(\.id), as: .removed)
    }
    state.account = account
    begin(state)
  }

  mutating func setPhase(_ phase: AppPhase) {
    state.phase = phase
    begin(state)
  }

  mutating func detach() {
    tell(.state(LifecycleState(), waiting: 0))
  }

  mutating func refresh() {
    isRefreshAwaited = true
    tell(.backgroundRefresh(waiting: count()))
  }

  mutating func accept() {
    answer(nil)
  }

  mutating func fail(retryAfter: Duration? = nil, isFinal: Bool = false) {
    answer(SourceFailure(message: "503", retryAfter: retryAfter, isFinal: isFinal))
  }

  mutating func reject(retryAfter: Duration? = nil) {
    answer(SourceFailure(message: "422", retryAfter: retryAfter), isRejection: true)
  }

  private mutating func answer(_ failure: SourceFailure?, isRejection: Bool = false) {
    guard let request else { return }
    self.request = nil
    let count = isRejection ? request.ids.count : nil
    tell(.answered(request.line.number, failure, rejected: count))
  }
}

// MARK: - Effects

extension PushReceiptsDriver {
  private mutating func perform(_ effect: PushReceiptsCore.Effect) {
    switch effect {
    case .send(let request, let limit): send(request, limit)
    case .cancel:
      cancelCount += 1
      request = nil
    case .remove(let rejection): remove(rejection)
    case .log(.failed(_, let delay)): reports.append(delay)
    case .log(.halved(let count)): halvings.append(count)
    case .log(.waiting): break
    case .log(let entry): mistake = "\(entry) is not the core's."
    case .release: isRefreshAwaited = false
    }
  }

  private mutating func send(_ line: RequestLine.Request, _ limit: Int) {
    if request != nil || line.account != state.account {
      mistake = "\(line) begins beside \(request as Any), in \(state)."
    }
    guard !isClosed else {
      return tell(.outboxFailed(SourceFailure(message: "closed")))
    }
    found = []
    for item in items where item.fate == .waiting && found.count < limit {
      if [line.account, nil].contains(item.account) {
        found.append(item.id)
      } else {
        end([item.id], as: .removed)
      }
    }
    guard !found.isEmpty else {
      emptyCount += 1
      return tell(.removed(rejection: nil, waiting: count()))
    }
    let next = Request(line: line, ids: found, begunAt: now)
    request = next
    requests.append(next)
  }

  private mutating func remove(_ rejection: SourceFailure?) {
    if request != nil || rejection != nil && found.count != 1 {
      mistake = "\(found) are removed, with \(request as Any)."
    }
    guard !isStuck else { return tell(.outboxFailed(SourceFailure(message: "stuck"))) }
    end(found, as: rejection == nil ? .sent : .rejected)
    tell(.removed(rejection: rejection, waiting: count()))
  }

  /// What the outbox says; from now on the process knows of all that is there.
  private mutating func count() -> Int {
    for index in items.indices where items[index].fate == .waiting && state.account != nil {
      items[index].knownAt = items[index].knownAt ?? now
    }
    return items.count { $0.fate == .waiting }
  }

  private mutating func end(_ ids: [String], as fate: Fate) {
    for index in items.indices
    where ids.contains(items[index].id) && items[index].fate == .waiting {
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
