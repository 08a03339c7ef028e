import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// Cores of receipts over an outbox that is a list, in an app that a test plays.
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
    let number: Int
    let ids: [String]
  }

  private(set) var simulation: FeatureSimulation<PushReceiptsCore>
  private(set) var items: [Item] = []

  /// The requests under way, by account.
  private(set) var underWay: [AccountID: Request] = [:]

  /// All requests so far.
  private(set) var requests: [Request] = []
  private(set) var cancelCount = 0
  private(set) var reports: [Duration?] = []
  private(set) var halvings: [Int] = []

  /// Whether a refresh in the background waits.
  private(set) var isRefreshAwaited = false
  private(set) var mistake: String?

  /// Whether the outbox can't be read now.
  var isClosed = false

  /// Whether nothing can be removed from the outbox now.
  var isStuck = false

  init(_ configuration: PushReceipts.Configuration = .small) {
    simulation = FeatureSimulation(
      PushReceiptsCore(configuration),
      generator: FixedGenerator.most
    )
  }

  var now: ContinuousClock.Instant { simulation.now }
  var nextDeadline: ContinuousClock.Instant? { simulation.kernel.nextDeadline }
  var lifecycle: LifecycleState { simulation.lifecycle }
  var waitingCount: Int { simulation.state }
}

extension PushReceipts.Configuration {
  /// Batches of two, and a minute without a spread.
  static var small: Self { Self(batchSize: 2, spread: .zero) }
}

// MARK: - What happens

extension PushReceiptsDriver {
  /// Lets time pass, with each deadline on its way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = nextDeadline, deadline <= end {
      simulation.advance(by: deadline - now)
      performEffects()
    }
    simulation.advance(by: end - now)
  }

  /// A push arrives, for the account that is shown unless it is said otherwise.
  mutating func append(_ account: AccountID? = nil) {
    let push = Push(payload: .init(userInfo: [:]), account: account ?? lifecycle.account)
    simulation.handle(.push(.received(push)))
    performEffects()
  }

  /// The service extension appends a receipt, and the app does not know.
  mutating func appendElsewhere(_ account: AccountID?) {
    items.append(Item(id: "i\(items.count)", account: account))
  }

  mutating func change(_ change: (inout LifecycleState) -> Void) {
    simulation.changeLifecycle(change)
    performEffects()
  }

  mutating func signIn(_ account: AccountID?) { change { $0.account = account } }

  mutating func setPhase(_ phase: AppPhase) { change { $0.phase = phase } }

  mutating func detach() {
    simulation.handle(.detached)
    performEffects()
  }

  mutating func attach() {
    simulation.handle(.lifecycle(lifecycle, after: nil))
    performEffects()
  }

  mutating func refresh() {
    isRefreshAwaited = true
    simulation.handle(.work(isRefresh: true))
    performEffects()
  }

  mutating func send(_ action: PushReceiptsCore.Action) {
    simulation.send(action)
    performEffects()
  }

  mutating func accept() { answer(removing: .sent) }

  mutating func fail(retryAfter: Duration? = nil, isFinal: Bool = false) {
    answer(SourceFailure(message: "503", retryAfter: retryAfter, isFinal: isFinal), removing: nil)
  }

  mutating func reject(retryAfter: Duration? = nil) {
    let rejection = SourceFailure(message: "422", retryAfter: retryAfter)
    answer(rejection: rejection, removing: request?.ids.count == 1 ? .rejected : nil)
  }

  /// Answers the first request under way.
  private mutating func answer(
    _ failure: SourceFailure? = nil,
    rejection: SourceFailure? = nil,
    removing fate: Fate?
  ) {
    guard let request else { return }
    let failure = isStuck && fate != nil ? SourceFailure(message: "stuck") : failure
    if let fate, !isStuck { end(request.ids, as: fate) }
    let answer = ReceiptAnswer(count: request.ids.count, rejection: rejection)
    finish(request, with: failure.map { .failure($0) } ?? .success(answer))
    performEffects()
  }

  private mutating func finish(
    _ request: Request,
    with result: Result<ReceiptAnswer, SourceFailure>
  ) {
    underWay[request.account] = nil
    simulation.handle(.answer(request.number, result))
  }
}

// MARK: - Effects

extension PushReceiptsDriver {
  private mutating func performEffects() {
    while true {
      let effects = simulation.takeEffects()
      guard !effects.isEmpty else { return }
      for effect in effects { perform(effect) }
    }
  }

  private mutating func perform(_ effect: KernelEffect<PushReceiptsCore>) {
    switch effect {
    case .perform(.write(let receipt), _):
      let isKnown = receipt.account.map { lifecycle.accounts?.contains($0) == true } == true
      items.append(
        Item(id: "i\(items.count)", account: receipt.account, knownAt: isKnown ? now : nil)
      )
    case .perform(.count(let account), _): count(for: account)
    case .perform(.removeForeign, _):
      end(items.filter { $0.account.map(lifecycle.isSignedOut) ?? true }.map(\.id), as: .removed)
    case .ask(let request, let account, let number):
      if underWay[account] != nil { mistake = "Two requests of \(account) are under way." }
      let ids = isClosed ? [] : read(request.limit, for: account)
      let request = Request(account: account, number: number, ids: ids)
      underWay[account] = request
      if isClosed {
        finish(request, with: .failure(SourceFailure(message: "closed")))
      } else if ids.isEmpty {
        finish(request, with: .success(ReceiptAnswer(count: 0)))
      } else {
        requests.append(request)
      }
    case .cancel(let number):
      cancelCount += underWay.values.contains { $0.number == number } ? 1 : 0
      underWay = underWay.filter { $0.value.number != number }
    case .report(.failed(_, let delay)): reports.append(delay)
    case .log(.halved(let count)): halvings.append(count)
    case .finishWork: isRefreshAwaited = false
    case .report(.stuck): mistake = "A deadline is stuck."
    default: break
    }
  }

  private func owns(_ item: Item, _ account: AccountID) -> Bool {
    item.fate == .waiting && item.account ?? lifecycle.account == account
  }

  /// From now on the process knows of all that is there.
  private mutating func count(for account: AccountID) {
    var count = 0
    for index in items.indices where owns(items[index], account) {
      count += 1
      if !isClosed, items[index].knownAt == nil { items[index].knownAt = now }
    }
    simulation.send(.counted(isClosed ? 1 : count), for: account)
  }

  private mutating func read(_ limit: Int, for account: AccountID) -> [String] {
    var ids: [String] = []
    for item in items where item.fate == .waiting && ids.count < limit {
      if owns(item, account) {
        ids.append(item.id)
      } else if item.account.map(lifecycle.isSignedOut) == true {
        end([item.id], as: .removed)
      }
    }
    return ids
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
    driver.change { ($0.phase, $0.account) = (.active, "ann") }
    return driver
  }

  /// The first request under way.
  var request: Request? { underWay.min { $0.key < $1.key }?.value }

  /// The ids of the receipts that were sent, request by request.
  var batches: [[String]] { requests.map(\.ids) }

  func ids(_ fate: Fate) -> [String] { items.filter { $0.fate == fate }.map(\.id) }
}
