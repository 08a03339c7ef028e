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
      changeAll { core, _ in core.requests.isRefused = false }
      if store.isUsed { context.effects.append(.load) }
    }
    if Core.scope == .shown, old?.account != new.account {
      finishWork(.noData)
      changeAll { $0.requests.stop(in: &$1) }
      cores = []
    }
    let present = Core.scope == .each ? (new.accounts ?? []).union([.none]) : [shownKey]
    for key in present.union(cores.map(\.key)).sorted() {
      let isLeaving = running(key)?.isLeaving
      if present.contains(key), isLeaving != false {
        begin(key, after: event)
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
      begin(key)
      handle(.signedOut, by: key)
    }
  }

  /// Lets a core begin, as a copy of the one for no account; one that is leaving keeps its request under way.
  mutating func begin(_ key: AccountID, after event: LifecycleEvent? = nil) {
    let stored = keepsValue(of: key) ? store.values?[key] : nil
    let core = RunningCore(
      running(.none)?.core ?? prototype,
      key: key,
      stored: stored,
      after: running(key)
    )
    cores.removeAll { $0.key == key }
    cores.append(core)
    cores.sort { $0.key < $1.key }
    handle(.begin(stored), by: key)
    if let event { handle(.lifecycle(event), by: key) }
  }

  func keepsValue(of key: AccountID) -> Bool { key != .none || Core.scope != .shown }

  mutating func end() {
    changeAll { $0.requests.stop(in: &$1) }
    finishWork(.noData)
    cores = []
    (context.pauses, context.lifecycle, context.signedOut) = ([:], nil, SignedOutAccounts())
    RunningCore(prototype, key: .none).logChange(in: &context)
    held.removeAll { !$0.isAction }
    store.close()
  }
}
