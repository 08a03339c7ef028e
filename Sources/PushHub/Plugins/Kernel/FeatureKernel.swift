public import Foundation

/// Makes true what the cores of a feature say: a value, so that a test can try every sequence of inputs.
///
/// A ``FeatureRuntime`` passes it what happens, and carries out the effects that it returns.
public struct FeatureKernel<Core: FeatureCore> {
  private let prototype: Core
  private var seed: Int?
  private var cores: [AccountID: RunningCore<Core>] = [:]
  private var context: KernelContext<Core>
  private var store: KernelStore<Core>

  /// The inputs that wait for the lifecycle and the store.
  private var held: [KernelInput<Core>] = []

  /// The time when kept accounts that aren't signed in count as signed out.
  private var departure: ContinuousClock.Instant?

  /// Whether background work waits.
  private var isAwaited = false

  /// Creates a kernel.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - usesStore: Whether the values of the core are kept.
  ///   - seed: The seed of the random delays.
  public init(
    _ core: Core,
    usesStore: Bool = false,
    seed: Int = Int(UInt32.random(in: 0...UInt32.max))
  ) {
    self.init(core, usesStore: usesStore, generator: KernelGenerator(state: UInt64(seed)))
    self.seed = seed
  }

  /// Draws random delays from a generator of a test.
  package init(_ core: Core, usesStore: Bool, generator: any RandomNumberGenerator) {
    prototype = core
    context = KernelContext(generator: generator)
    store = KernelStore(isUsed: usesStore)
    cores[.none] = RunningCore(core, key: .none)
  }

  /// Draws the random delays of a recording from now on.
  package mutating func replay(seed: Int) {
    context.generator = KernelGenerator(state: UInt64(bitPattern: Int64(seed)))
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

  /// The accounts that have left and want something still.
  public var leavingAccounts: Set<AccountID> { Set(cores.filter(\.value.isLeaving).keys) }

  /// The requests under way, by account.
  public var requests: [AccountID: RequestUnderWay<Core.Request>] {
    cores.compactMapValues(\.requests.underWay)
  }

  /// The request under way of the account that is shown, or of the app.
  public var request: RequestUnderWay<Core.Request>? { requests[shownKey] }

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

  private var shownKey: AccountID {
    Core.scope == .app ? .none : context.lifecycle?.account ?? .none
  }

  /// The order of the cores, the same in a replay.
  private var keys: [AccountID] { Self.sorted(cores.keys) }

  private static func sorted(_ accounts: some Sequence<AccountID>) -> [AccountID] {
    accounts.sorted { $0.rawValue < $1.rawValue }
  }
}

// MARK: - Inputs

extension FeatureKernel {
  /// Handles what happened, and returns the effects in their order.
  public mutating func handle(
    _ input: KernelInput<Core>,
    at now: ContinuousClock.Instant,
    date: Date
  ) -> [KernelEffect<Core>] {
    (context.now, context.date, context.effects) = (now, date, [])
    for key in keys { cores[key]?.beginTurn() }
    var saves = true
    switch input {
    case .detached: end()
    case .loaded(let values):
      store.load(values)
      mergeStored()
      let inputs = held
      held = []
      for input in inputs { take(input) }
    case .saved(let values):
      store.recordSaved(values)
      mergeStored()
    case .storeFailed(let message):
      saves = false
      if store.fail(message, at: now) { context.report(.storeFailed(error: message)) }
    default:
      if store.isDue(at: now), store.isLoaded { context.effects.append(.load) }
      take(input)
    }
    settle()
    if saves, !store.changes.isEmpty { context.effects.append(.save(store.changes)) }
    return context.effects + keys.flatMap { cores[$0]?.skips ?? [] }.map { .log($0) }
  }

  /// Handles an input or, until the lifecycle and the store are known, holds it.
  private mutating func take(_ input: KernelInput<Core>) {
    if !store.isLoaded {
      hold(input)
      if !context.effects.contains(.load) { context.effects.append(.load) }
    } else if context.lifecycle == nil, !input.isLifecycle {
      hold(input)
    } else {
      handle(input)
    }
  }

  private mutating func hold(_ input: KernelInput<Core>) {
    switch input {
    case .work: context.effects.append(.finishWork(.failed))
    case .deadline: break
    default: held.append(input)
    }
  }

  private mutating func handle(_ input: KernelInput<Core>) {
    switch input {
    case .lifecycle(let lifecycle, let event):
      let isFirst = context.lifecycle == nil
      follow(lifecycle, after: event)
      guard isFirst else { return }
      let inputs = held
      held = []
      for input in inputs { handle(input) }
    case .push(let event):
      beginNews()
      let account = Core.scope == .each ? event.push?.account : nil
      if let account {
        handle(.push(event), by: cores[account] == nil ? .none : account)
      } else {
        handleByAll(.push(event))
      }
    case .work(let isRefresh):
      if isRefresh {
        beginNews()
        for key in keys { handle(.refresh, by: key) }
      }
      isAwaited = true
    case .action(let action, let account):
      let account = Core.scope == .each ? account : nil
      record(.action(action), for: account)
      account.map { handle(.action(action), by: $0) } ?? handleByAll(.action(action))
    case .progress(let number, let answer):
      guard let key = key(ofRequest: number) else { return }
      record(.progress(answer), for: key)
      change(key) { $0.recordProgress(answer, in: &$1) }
    case .answer(let number, let result):
      guard let key = key(ofRequest: number) else { return }
      switch result {
      case .success(let answer): record(.answer(answer), for: key)
      case .failure(let failure): record(.failure(failure), for: key)
      }
      change(key) { $0.finish(result, in: &$1) }
    case .deadline:
      for key in keys { change(key) { $0.timeOut(in: &$1) } }
      if let departure, departure <= context.now { signOutStrangers() }
    case .loaded, .saved, .storeFailed, .detached: break
    }
  }

  private func key(ofRequest number: Int) -> AccountID? {
    cores.first { $0.value.requests.underWay?.number == number }?.key
  }

  private mutating func record(_ content: KernelRecord<Core>.Content, for key: AccountID? = nil) {
    let account = Core.scope == .each && key != AccountID.none ? key : nil
    context.effects.append(.record(KernelRecord(content, for: account)))
  }

  private mutating func change(
    _ key: AccountID,
    _ body: (inout RunningCore<Core>, inout KernelContext<Core>) -> Void
  ) {
    guard var core = cores[key] else { return }
    body(&core, &context)
    cores[key] = core
  }

  private mutating func handle(_ input: FeatureInput<Core>, by key: AccountID) {
    change(key) { $0.handle(input, in: &$1) }
  }

  /// Lets the cores that aren't leaving handle what concerns all.
  private mutating func handleByAll(_ input: FeatureInput<Core>) {
    for key in keys where cores[key]?.isLeaving == false { handle(input, by: key) }
  }

  private mutating func mergeStored() {
    guard context.lifecycle != nil else { return }
    for key in keys {
      guard keepsValue(of: key), let stored = store.values?[key], stored != cores[key]?.core.stored
      else { continue }
      handle(.merged(stored), by: key)
    }
  }
}

extension KernelInput {
  fileprivate var isLifecycle: Bool { if case .lifecycle = self { true } else { false } }
  fileprivate var isAction: Bool { if case .action = self { true } else { false } }
}

// MARK: - Accounts

extension FeatureKernel {
  private mutating func follow(_ new: LifecycleState, after event: LifecycleEvent?) {
    let old = context.lifecycle
    context.lifecycle = new
    if old == nil {
      let date = Int(exactly: (context.date.timeIntervalSince1970 * 1_000).rounded()) ?? 0
      context.number = max(context.number, store.values?.requestLimit ?? 0, date)
      if let seed { record(.seed(seed)) }
    } else if old?.isForeground == false, new.isForeground {
      for key in keys { change(key) { core, _ in core.forgetRefusal() } }
      if store.isUsed { context.effects.append(.load) }
    }
    switch Core.scope {
    case .app where old == nil: begin(.none, from: prototype, after: event)
    case .shown where old == nil || old?.account != new.account:
      finishWork(.noData)
      let former = cores.values.first
      for key in keys { change(key) { $0.stop(in: &$1) } }
      cores = [:]
      begin(shownKey, from: prototype, showing: former?.core.state, after: event)
    case .each: followAll(since: old, after: event)
    default: event.map { event in for key in keys { handle(.lifecycle(event), by: key) } }
    }
  }

  private mutating func followAll(since old: LifecycleState?, after event: LifecycleEvent?) {
    if old == nil {
      begin(.none, from: prototype, after: event)
    } else if let event {
      handle(.lifecycle(event), by: .none)
    }
    guard let present = context.lifecycle?.accounts else { return }
    for key in Self.sorted(present.union(cores.keys)) where key != .none {
      let isLeaving = cores[key]?.isLeaving
      if present.contains(key), isLeaving != false {
        begin(key, from: cores[.none]?.core ?? prototype, after: event)
      } else if let event {
        handle(.lifecycle(event), by: key)
      }
      if !present.contains(key), isLeaving == false { handle(.signedOut, by: key) }
    }
    if departure == nil, context.lifecycle?.phase == .active, !strangers.isEmpty {
      departure = context.now + .seconds(10)
    }
  }

  /// The accounts whose values are kept although they aren't signed in, as those that left in a former launch.
  private var strangers: [AccountID] {
    guard let present = context.lifecycle?.accounts, let kept = store.values?.accounts.keys
    else { return [] }
    return Self.sorted(
      kept.filter { $0 != .none && cores[$0] == nil && !present.contains($0) }
    )
  }

  private mutating func signOutStrangers() {
    departure = nil
    for key in strangers {
      begin(key, from: cores[.none]?.core ?? prototype, after: nil)
      handle(.signedOut, by: key)
    }
  }

  /// Lets a core begin; one that is leaving keeps its request under way, whose outcome decides.
  private mutating func begin(
    _ key: AccountID,
    from core: Core,
    showing state: Core.State? = nil,
    after event: LifecycleEvent?
  ) {
    if cores[key]?.isLeaving == true {
      cores[key]?.restart(from: core)
    } else {
      cores[key] = RunningCore(core, key: key, loggedState: state)
    }
    let stored = keepsValue(of: key) ? store.values?[key] : nil
    cores[key]?.declared = stored
    handle(.begin(stored), by: key)
    if let event { handle(.lifecycle(event), by: key) }
  }

  private func keepsValue(of key: AccountID) -> Bool { key != .none || Core.scope != .shown }

  private mutating func end() {
    for key in keys { change(key) { $0.stop(in: &$1) } }
    finishWork(.noData)
    let state = state
    cores = [.none: RunningCore(prototype, key: .none, loggedState: state)]
    (context.pauses, context.lifecycle, departure) = ([:], nil, nil)
    change(.none) { $0.logChange(in: &$1) }
    held = held.filter(\.isAction)
    store.close()
  }
}

// MARK: - Making true what the cores say

extension FeatureKernel {
  private mutating func settle() {
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
      all.contains(where: \.hasFailed)
        ? .failed : all.contains(where: \.isNews) ? .newData : .noData
    )
  }

  private mutating func keep() {
    guard store.isUsed else { return }
    for (key, core) in cores where keepsValue(of: key) && core.core.stored != core.declared {
      cores[key]?.declared = core.core.stored
      store.set(core.core.stored, for: key)
    }
    if cores.values.contains(where: \.needsNumber) {
      store.reserveNumber(after: context.number + cores.count)
    }
  }

  private mutating func beginNews() {
    guard !isAwaited else { return }
    for key in keys { change(key) { core, _ in core.beginNews() } }
  }

  private mutating func finishWork(_ result: FetchResult) {
    guard isAwaited else { return }
    context.effects.append(.finishWork(result))
    isAwaited = false
    for key in keys { change(key) { core, _ in core.beginNews(isOver: true) } }
  }
}

/// SplitMix64.
struct KernelGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
