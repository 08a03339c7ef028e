public import Foundation

extension FeatureKernel {
  /// Handles what happened, and returns the effects in their order.
  public mutating func handle(
    _ input: KernelInput<Core>,
    at now: ContinuousClock.Instant,
    date: Date
  ) -> [KernelEffect<Core>] {
    (context.now, context.date, context.effects, context.skips) = (now, date, [], [])
    var saves = true
    switch input {
    case .detached: end()
    case .loaded(let values):
      store.load(values)
      mergeStored()
      if context.lifecycle == nil { takeHeld() }
    case .saved(let values):
      store.recordSaved(values)
      mergeStored()
      // What was saved by detaching is read again when the feature is attached again.
      if context.lifecycle == nil { store.close() }
    case .storeFailed(let message):
      saves = false
      if store.fail(message, at: now) { context.report(.storeFailed(error: message)) }
    default:
      if store.isDue(at: now) { context.effects.append(.load) }
      take(input)
    }
    settle()
    if saves, !store.changes.isEmpty { context.effects.append(.save(store.changes)) }
    return context.effects + context.skips.map { .log($0) }
  }

  /// Handles an input or, until the lifecycle and the store are known, holds it.
  mutating func take(_ input: KernelInput<Core>) {
    let isLifecycle = if case .lifecycle = input { true } else { false }
    if store.isLoaded, isLifecycle || context.lifecycle != nil { return handle(input) }
    if !store.isLoaded, !context.effects.contains(.load) { context.effects.append(.load) }
    switch input {
    case .work: context.effects.append(.finishWork(.failed))
    case .deadline: break
    default: held.append(input)
    }
  }

  /// Handles the inputs that were held, but no response for an account that has signed out.
  mutating func takeHeld() {
    let inputs = held
    held = []
    for input in inputs {
      if case .push(.opened(let push, _)) = input, let account = push.account,
        context.lifecycle?.isSignedOut(account) == true
      {
        continue
      }
      take(input)
    }
  }

  mutating func handle(_ input: KernelInput<Core>) {
    switch input {
    case .lifecycle(let lifecycle, let event):
      let isFirst = context.lifecycle == nil
      follow(lifecycle, after: event)
      if event == .networkAvailable {
        changeAll { $0.requests.hasten(at: $1.now, using: &$1.generator) }
      }
      if isFirst || lifecycle.accounts != nil { takeHeld() }
    case .push(let event):
      beginNews()
      let account = Core.scope == .each ? event.push?.account : nil
      if let account {
        handle(.push(event), by: index(of: account) == nil ? .none : account)
      } else {
        handleByAll(.push(event))
      }
      repeatWithAccounts(event)
    case .work(let isRefresh):
      if isRefresh || !Core.interests.contains(.received) { beginNews() }
      if isRefresh { changeAll { $0.handle(.refresh, in: &$1) } }
      isAwaited = true
    case .action(let action, let account):
      record(.action(action), for: account)
      guard let account, Core.scope != .app else { return handleByAll(.action(action)) }
      guard index(of: account) == nil else { return handle(.action(action), by: account) }
      // Only what is kept of the account changes.
      let former = context
      begin(account)
      handle(.action(action), by: account)
      keep()
      cores.removeAll { $0.key == account }
      context = former
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
    case .deadline: changeAll { $0.timeOut(in: &$1) }
    case .begun(let account):
      change(account) { core, _ in core.requests.hurry(despitePause: true) }
    case .loaded, .saved, .storeFailed, .detached: break
    }
  }

  /// Holds a response that the core for no account can't carry out, for the accounts that are set first.
  mutating func repeatWithAccounts(_ event: PushEvent) {
    let isPerformed = context.effects.contains { if case .perform = $0 { true } else { false } }
    guard Core.scope != .app, event.kind == .opened, context.lifecycle?.accounts == nil,
      !isPerformed
    else { return }
    held = (held + [.push(event)]).suffix(100)
  }

  func key(ofRequest number: Int) -> AccountID? {
    cores.first { $0.requests.number == number }?.key
  }

  mutating func record(_ content: KernelRecord<Core>.Content, for key: AccountID? = nil) {
    let common = Core.scope == .each ? AccountID.none : shownKey
    let account = Core.scope == .app || key == common ? nil : key
    context.effects.append(.record(KernelRecord(content, for: account)))
  }

  mutating func change(
    _ key: AccountID,
    _ body: (inout RunningCore<Core>, inout KernelContext<Core>) -> Void
  ) {
    if let index = index(of: key) { body(&cores[index], &context) }
  }

  mutating func changeAll(
    _ body: (inout RunningCore<Core>, inout KernelContext<Core>) -> Void
  ) {
    for index in cores.indices { body(&cores[index], &context) }
  }

  mutating func handle(_ input: FeatureInput<Core>, by key: AccountID) {
    change(key) { $0.handle(input, in: &$1) }
  }

  /// Lets the cores that aren't leaving handle what concerns all.
  mutating func handleByAll(_ input: FeatureInput<Core>) {
    changeAll { if !$0.isLeaving { $0.handle(input, in: &$1) } }
  }

  mutating func mergeStored() {
    guard context.lifecycle != nil else { return }
    for index in cores.indices where keepsValue(of: cores[index].key) {
      guard let stored = store.values?[cores[index].key], stored != cores[index].core.stored
      else { continue }
      cores[index].handle(.merged(stored), in: &context)
    }
  }
}

extension KernelInput {
  var isAction: Bool { if case .action = self { true } else { false } }
}
