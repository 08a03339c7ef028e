import Foundation

/// Makes true what the cores of a feature say: a value, so that a test can try every sequence of inputs.
///
/// A ``FeatureRuntime`` passes it what happens, and carries out the effects that it returns.
public struct FeatureKernel<Core: FeatureCore> {
  let prototype: Core
  var seed: Int?
  var cores: [AccountID: RunningCore<Core>] = [:]
  var context: KernelContext<Core>
  var store: KernelStore<Core>

  /// The inputs that wait for the lifecycle and the store.
  var held: [KernelInput<Core>] = []

  /// The time when kept accounts that aren't signed in count as signed out.
  var departure: ContinuousClock.Instant?

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
    let seed = Int(UInt32.random(in: 0...UInt32.max))
    prototype = core
    self.seed = generator == nil ? seed : nil
    context = KernelContext(
      generator: generator ?? SequenceGenerator(state: UInt64(truncatingIfNeeded: seed)),
      loggedState: core.state
    )
    context.identification = identification
    store = KernelStore(isUsed: usesStore)
    cores[.none] = RunningCore(core, key: .none)
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
  public var core: Core { (cores[shownKey] ?? cores[.none])?.core ?? prototype }

  /// The state that the app shows.
  public var state: Core.State { core.state }

  /// The states of the accounts that are signed in or leaving.
  public var states: [AccountID: Core.State] {
    cores.filter { $0.key != .none }.mapValues(\.core.state)
  }

  /// Returns whether these are ``states``, without making them.
  func hasStates(_ states: [AccountID: Core.State]) -> Bool {
    let count = cores[.none] == nil ? cores.count : cores.count - 1
    return count == states.count && states.allSatisfy { cores[$0.key]?.core.state == $0.value }
  }

  /// The accounts that have left and want something still, or whose values are kept from a former launch.
  public var leavingAccounts: Set<AccountID> {
    Set(cores.filter(\.value.isLeaving).keys).union(strangers)
  }

  /// The requests under way, by account.
  public var requests: [AccountID: RequestUnderWay<Core.Request>] {
    cores.compactMapValues(\.requests.underWay)
  }

  /// The request under way of the account that is shown, or of the app.
  public var request: RequestUnderWay<Core.Request>? { cores[shownKey]?.requests.underWay }

  /// The time when to handle ``KernelInput/deadline`` if nothing happens before.
  public var nextDeadline: ContinuousClock.Instant? {
    guard context.lifecycle != nil, store.isLoaded else { return store.retry }
    return (cores.values.map { $0.nextDeadline(in: context) } + [store.retry, departure])
      .compactMap { $0 }.min()
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

  /// The order of the cores, the same in a replay.
  var keys: [AccountID] { cores.keys.sorted() }
}

// MARK: - Making true what the cores say

extension FeatureKernel {
  mutating func settle() {
    guard context.lifecycle != nil else { return }
    for key in keys { change(key) { $0.handleDeadlines(in: &$1) } }
    keep()
    for key in keys where cores[key]?.isDone == true {
      change(key) { $0.stop(in: &$1) }
      cores[key] = nil
    }
    context.isSaved = store.changes.isEmpty
    for key in keys { change(key) { $0.ask(in: &$1) } }
    keep()
    let all = cores.values
    guard !store.isSaving, !all.contains(where: \.isWorking) else { return }
    finishWork(
      all.contains(where: \.requests.hasFailed)
        ? .failed : all.contains(where: \.isNews) ? .newData : .noData
    )
  }

  mutating func keep() {
    guard store.isUsed else { return }
    for (key, core) in cores where keepsValue(of: key) && core.core.stored != core.declared {
      cores[key]?.declared = core.core.stored
      store.set(core.core.stored, for: key)
    }
    if cores.values.contains(where: \.needsNumber) {
      store.reserveNumber(after: context.number + cores.count)
    }
  }

  mutating func beginNews() {
    guard !isAwaited else { return }
    for key in keys { change(key) { $0.beginNews(in: $1) } }
  }

  mutating func finishWork(_ result: FetchResult) {
    guard isAwaited else { return }
    context.effects.append(.finishWork(result))
    isAwaited = false
    for key in keys { change(key) { $0.beginNews(isOver: true, in: $1) } }
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
