import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

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
    let account: AccountID
    let ids: [String]
    let begunAt: ContinuousClock.Instant
  }

  let configuration: PushReceipts.Configuration
  private var simulation: CoreSimulation<PushReceiptsCore>
  private(set) var items: [Item] = []

  /// The request under way.
  private(set) var request: Request?

  /// All requests so far.
  private(set) var requests: [Request] = []
  private(set) var cancelCount = 0

  /// How often nothing was found to send.
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

  init(_ configuration: PushReceipts.Configuration = .small) {
    self.configuration = configuration
    simulation = CoreSimulation(
      PushReceiptsCore(configuration: configuration, generator: FixedGenerator.most)
    )
  }

  var core: PushReceiptsCore { simulation.core }
  var now: ContinuousClock.Instant { simulation.now }
  private var account: AccountID? { simulation.lifecycle.account }
}

extension PushReceipts.Configuration {
  /// Batches of two, and a minute without a spread.
  static var small: Self { Self(batchSize: 2, spread: .zero) }
}

// MARK: - What happens

extension PushReceiptsDriver {
  private mutating func handle(_ input: ManualFeatureInput<PushReceiptsCore>) {
    simulation.handle(input)
    performEffects()
  }

  private mutating func performEffects() {
    for answer in simulation.takeEffects().compactMap({ perform($0) }) {
      simulation.send(answer)
      performEffects()
    }
  }

  /// Lets time pass, with each deadline of the core on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end {
      simulation.advance(by: deadline - now)
      performEffects()
    }
    simulation.advance(by: end - now)
  }

  mutating func append() {
    handle(.push(.received(.empty)))
  }

  /// The service extension appends a receipt, and the app does not know.
  mutating func appendElsewhere(_ account: AccountID?) {
    items.append(Item(id: "i\(items.count)", account: account))
  }

  mutating func begin(_ state: LifecycleState) {
    handle(.lifecycle(state, after: nil))
  }

  mutating func signIn(_ account: AccountID?) {
    change { $0.account = account }
  }

  mutating func setPhase(_ phase: AppPhase) {
    change { $0.phase = phase }
  }

  private mutating func change(_ change: (inout LifecycleState) -> Void) {
    var state = simulation.lifecycle
    change(&state)
    begin(state)
  }

  mutating func detach() {
    handle(.detached)
  }

  mutating func refresh() {
    isRefreshAwaited = true
    handle(.work(for: nil))
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
    guard let count = request?.ids.count else { return }
    request = nil
    handle(.own(.answered(failure, count: count, isRejection: isRejection)))
  }
}

// MARK: - Effects

extension PushReceiptsDriver {
  private mutating func perform(
    _ effect: ManualFeatureEffect<PushReceiptsCore>
  ) -> PushReceiptsCore.Input? {
    switch effect {
    case .own(.write(_, _, _, let account, _)):
      items.append(Item(id: "i\(items.count)", account: account))
      return .counted(count(), isWritten: true)
    case .own(.count): return .counted(count(), isWritten: false)
    case .own(.removeAll(_)): end(items.map(\.id), as: .removed)
    case .own(.send(let account, _, let limit)): return send(for: account, limit)
    case .own(.remove(let rejection, _)): return remove(rejection)
    case .cancel:
      cancelCount += 1
      request = nil
    case .log(.failed(_, let delay)): reports.append(delay)
    case .log(.halved(let count)): halvings.append(count)
    case .finishWork: isRefreshAwaited = false
    case .log, .record, .load, .save: break
    }
    return nil
  }

  private mutating func send(for account: AccountID, _ limit: Int) -> PushReceiptsCore.Input? {
    if request != nil || account != self.account {
      mistake = "\(account)'s request begins beside \(request as Any), in \(simulation.lifecycle)."
    }
    guard !isClosed else { return .outboxFailed(SourceFailure(message: "closed")) }
    found = []
    for item in items where item.fate == .waiting && found.count < limit {
      if [account, nil].contains(item.account) {
        found.append(item.id)
      } else {
        end([item.id], as: .removed)
      }
    }
    guard !found.isEmpty else {
      emptyCount += 1
      return .removed(rejection: nil, waiting: count())
    }
    let next = Request(account: account, ids: found, begunAt: now)
    request = next
    requests.append(next)
    return nil
  }

  private mutating func remove(_ rejection: SourceFailure?) -> PushReceiptsCore.Input {
    if request != nil || rejection != nil && found.count != 1 {
      mistake = "\(found) are removed, with \(request as Any)."
    }
    guard !isStuck else { return .outboxFailed(SourceFailure(message: "stuck")) }
    end(found, as: rejection == nil ? .sent : .rejected)
    return .removed(rejection: rejection, waiting: count())
  }

  /// The outbox's number of entries; from now on the process knows of all that is there.
  private mutating func count() -> Int {
    for index in items.indices where items[index].fate == .waiting && account != nil {
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

  /// The ids of the receipts that were sent, request by request.
  var batches: [[String]] { requests.map(\.ids) }

  func ids(_ fate: Fate) -> [String] { items.filter { $0.fate == fate }.map(\.id) }
}
