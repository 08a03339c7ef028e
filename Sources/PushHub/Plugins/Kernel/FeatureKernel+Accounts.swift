import Foundation

extension FeatureKernel {
  mutating func follow(_ new: LifecycleState, after event: LifecycleEvent?) {
    let old = context.lifecycle
    context.lifecycle = new
    context.signedOut.follow(new, at: context.now)
    if old == nil {
      let date = Int(exactly: (context.date.timeIntervalSince1970 * 1_000).rounded()) ?? 0
      // A damaged store must not make the numbers overflow.
      let limit = min(store.values?.requestLimit ?? 0, 1 << 53)
      context.number = max(context.number, limit, date)
      if let seed { record(.seed(seed)) }
    } else if old?.isForeground == false, new.isForeground {
      changeAll { core, _ in core.refused = nil }
      if store.isUsed { context.effects.append(.load) }
    }
    switch Core.scope {
    case .app where old == nil: begin(.none, from: prototype, after: event)
    case .shown where old == nil || old?.account != new.account:
      finishWork(.noData)
      changeAll { $0.stop(in: &$1) }
      cores = []
      begin(shownKey, from: prototype, after: event)
    case .each: followAll(since: old, after: event)
    default: if let event { changeAll { $0.handle(.lifecycle(event), in: &$1) } }
    }
  }

  mutating func followAll(since old: LifecycleState?, after event: LifecycleEvent?) {
    if old == nil {
      begin(.none, from: prototype, after: event)
    } else if let event {
      handle(.lifecycle(event), by: .none)
    }
    guard let present = context.lifecycle?.accounts else { return }
    for key in present.union(cores.map(\.key)).sorted() where key != .none {
      let isLeaving = running(key)?.isLeaving
      if present.contains(key), isLeaving != false {
        begin(key, from: common, after: event)
      } else if let event {
        handle(.lifecycle(event), by: key)
      }
      if !present.contains(key), isLeaving == false { handle(.signedOut, by: key) }
    }
  }

  /// The accounts whose values are kept although they aren't signed in, as those that left in a former launch.
  var strangers: [AccountID] {
    guard Core.scope == .each, let lifecycle = context.lifecycle,
      let kept = store.values?.accounts.keys
    else { return [] }
    return kept.filter { $0 != .none && index(of: $0) == nil && lifecycle.isSignedOut($0) }.sorted()
  }

  mutating func signOutStrangers() {
    for key in strangers where context.signedOut.contains(key, at: context.now) {
      begin(key, from: common, after: nil)
      handle(.signedOut, by: key)
    }
  }

  /// Lets a core begin; one that is leaving keeps its request under way, whose outcome decides.
  mutating func begin(
    _ key: AccountID,
    from core: Core,
    after event: LifecycleEvent?
  ) {
    let index = cores.firstIndex { $0.key >= key } ?? cores.endIndex
    if index == cores.endIndex || cores[index].key != key {
      cores.insert(RunningCore(core, key: key), at: index)
    } else if cores[index].isLeaving {
      cores[index].restart(from: core)
    } else {
      cores[index] = RunningCore(core, key: key)
    }
    let stored = keepsValue(of: key) ? store.values?[key] : nil
    cores[index].declared = stored
    cores[index].handle(.begin(stored), in: &context)
    if let event { cores[index].handle(.lifecycle(event), in: &context) }
  }

  /// What an account's core begins as.
  var common: Core { running(.none)?.core ?? prototype }

  func keepsValue(of key: AccountID) -> Bool { key != .none || Core.scope != .shown }

  mutating func end() {
    changeAll { $0.stop(in: &$1) }
    finishWork(.noData)
    cores = [RunningCore(prototype, key: .none)]
    (context.pauses, context.lifecycle, context.signedOut) = ([:], nil, SignedOutAccounts())
    change(.none) { $0.logChange(in: &$1) }
    (held, responses) = (held.filter(\.isAction), [])
    store.close()
  }
}
