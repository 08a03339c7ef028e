import Foundation

/// Makes true what the cores of a feature say: a value, so that a test can try every sequence of inputs.
///
/// A ``FeatureRuntime`` passes it what happens, and carries out the effects that it returns.
public struct FeatureKernel<Core: FeatureCore> {
  let prototype: Core
  var seed: Int?

  /// The cores in the order of their keys, which a replay repeats.
  var cores: [RunningCore<Core>] = []
  var context: KernelContext<Core>
  var store: KernelStore<Core>

  /// The inputs that wait for the lifecycle and the store, or for the accounts that are set first.
  var held: [KernelInput<Core>] = []

  /// Whether background work waits.
  var isAwaited = false

  /// Creates a kernel.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - usesStore: Whether the values of the core are kept.
  ///   - generator: The source of random delays. Without one, they come of a seed, which is recorded.
  ///   - identification: The rules by which the app identifies pushes.
  public init(
    _ core: Core,
    usesStore: Bool = false,
    generator: (any RandomNumberGenerator)? = nil,
    identification: PushIdentification = PushIdentification()
  ) {
    prototype = core
    context = KernelContext(
      identification: identification,
      generator: generator ?? SequenceGenerator(),
      loggedState: core.state
    )
    store = KernelStore(isUsed: usesStore)
    if generator == nil { replay(seed: Int(UInt32.random(in: 0...UInt32.max))) }
  }

  /// Draws the random delays of a recording, from the first on unless they come of that seed already.
  mutating func replay(seed: Int) {
    guard seed != self.seed else { return }
    self.seed = seed
    context.generator = SequenceGenerator(state: UInt64(truncatingIfNeeded: seed))
  }
}

// MARK: - The present

extension FeatureKernel {
  /// The core of the account that is shown, or of the app.
  public var core: Core { (running(shownKey) ?? running(.none))?.core ?? prototype }

  /// The core of an account that is signed in or leaving, or with `nil` that of none.
  public func core(of account: AccountID?) -> Core? { running(account ?? .none)?.core }

  /// The state that the app shows.
  public var state: Core.State { core.state }

  /// The states of the accounts that are signed in or leaving.
  public var states: [AccountID: Core.State] {
    var states: [AccountID: Core.State] = [:]
    for core in cores where core.key != .none { states[core.key] = core.core.state }
    return states
  }

  /// The accounts that have left and want something still, or whose values are kept from a former launch.
  public var leavingAccounts: Set<AccountID> {
    Set(cores.filter(\.isLeaving).map(\.key)).union(strangers)
  }

  /// Whether an account has signed out, as ``FeatureTurn/hasSignedOut(_:)`` has it for a core.
  public func hasSignedOut(_ account: AccountID) -> Bool {
    context.signedOut.contains(account, at: context.now)
  }

  /// The requests under way, by account.
  public var requests: [AccountID: RequestUnderWay<Core.Request>] {
    var requests: [AccountID: RequestUnderWay<Core.Request>] = [:]
    for core in cores { requests[core.key] = core.underWay }
    return requests
  }

  /// The request under way of the account that is shown, or of the app.
  public var request: RequestUnderWay<Core.Request>? { running(shownKey)?.underWay }

  /// The time when to handle ``KernelInput/deadline`` if nothing happens before.
  public var nextDeadline: ContinuousClock.Instant? {
    guard context.lifecycle != nil, store.isLoaded else { return store.retry }
    let departure = context.signedOut.departure(of: strangers, after: context.now)
    var next = earlier(store.retry, departure)
    for core in cores { next = earlier(next, core.nextDeadline(in: context)) }
    return next
  }

  /// What is true of the core that is shown, for people.
  var facts: [(name: String, value: JSONValue)] {
    [
      ("state", state), ("request", request?.request ?? core.request), ("stored", core.stored),
    ].compactMap { (name, value: Any?) in
      value.flatMap(JSONValue.init(reflecting:)).map { (name, $0) }
    }
  }

  var shownKey: AccountID { context.shownKey }

  func index(of key: AccountID) -> Int? { cores.firstIndex { $0.key == key } }

  func running(_ key: AccountID) -> RunningCore<Core>? { index(of: key).map { cores[$0] } }
}

// MARK: - Making true what the cores say

extension FeatureKernel {
  mutating func settle() {
    guard context.lifecycle != nil else { return }
    signOutStrangers()
    changeAll { $0.handleDeadlines(in: &$1) }
    keep()
    context.isSaved = store.changes.isEmpty
    changeAll { $0.ask(in: &$1) }
    cores.removeAll { $0.isDone }
    keep()
    guard isAwaited, !store.isSaving, !cores.contains(where: \.isWorking) else { return }
    finishWork(
      cores.contains { $0.isNews && !$0.requests.hasFailed }
        ? .newData : cores.contains(where: \.requests.hasFailed) ? .failed : .noData
    )
  }

  mutating func keep() {
    guard store.isUsed else { return }
    for index in cores.indices where keepsValue(of: cores[index].key) {
      guard let stored = cores[index].declare() else { continue }
      store.set(stored, for: cores[index].key)
    }
    if cores.contains(where: { $0.needsNumber }) {
      store.reserveNumber(after: context.number + cores.count)
    }
  }

  mutating func beginNews() {
    guard !isAwaited else { return }
    changeAll { $0.beginNews(in: $1) }
  }

  mutating func finishWork(_ result: FetchResult) {
    guard isAwaited else { return }
    context.effects.append(.finishWork(result))
    isAwaited = false
    changeAll { $0.beginNews(isOver: true, in: $1) }
  }
}

/// A SplitMix64 generator, by default with the same numbers in every run.
package struct SequenceGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64 = 0x5EED) {
    self.state = state
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
