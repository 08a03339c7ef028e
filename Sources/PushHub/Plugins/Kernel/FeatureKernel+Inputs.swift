public import Foundation

extension FeatureKernel {
  /// Handles what happened, and returns the effects in their order.
  public mutating func handle(
    _ input: KernelInput<Core>,
    at now: ContinuousClock.Instant,
    date: Date
  ) -> [KernelEffect<Core>] {
    (context.now, context.date, context.effects) = (now, date, [])
    changeAll { core, _ in core.skips = [] }
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
      // What was saved by detaching is read again when the feature is attached again.
      if context.lifecycle == nil { store.close() }
    case .storeFailed(let message):
      saves = false
      if store.fail(message, at: now) { context.report(.storeFailed(error: message)) }
    default:
      if store.isDue(at: now), store.isLoaded { context.effects.append(.load) }
      take(input)
    }
    settle()
    if saves, !store.changes.isEmpty { context.effects.append(.save(store.changes)) }
    for skip in cores.flatMap(\.skips) { context.effects.append(.log(skip)) }
    return context.effects
  }

  /// Handles an input or, until the lifecycle and the store are known, holds it.
  mutating func take(_ input: KernelInput<Core>) {
    if !store.isLoaded {
      hold(input)
      if !context.effects.contains(.load) { context.effects.append(.load) }
    } else if context.lifecycle == nil, !input.isLifecycle {
      hold(input)
    } else {
      handle(input)
    }
  }

  mutating func hold(_ input: KernelInput<Core>) {
    switch input {
    case .work: context.effects.append(.finishWork(.failed))
    case .deadline: break
    default: held.append(input)
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
      var inputs: [KernelInput<Core>] = []
      if isFirst { (inputs, held) = (held, []) }
      if lifecycle.accounts != nil { (inputs, responses) = (inputs + responses, []) }
      for input in inputs where !isForeign(input) { handle(input) }
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
      if isRefresh {
        beginNews()
        changeAll { $0.handle(.refresh, in: &$1) }
      } else if !Core.interests.contains(.received) {
        beginNews()
      }
      isAwaited = true
    case .action(let action, let account):
      record(.action(action), for: account)
      guard let account, Core.scope != .app else { return handleByAll(.action(action)) }
      guard index(of: account) == nil else { return handle(.action(action), by: account) }
      // Only what is kept of the account changes.
      let effects = context.effects
      begin(account, from: common, after: nil)
      handle(.action(action), by: account)
      keep()
      cores.removeAll { $0.key == account }
      context.effects = effects
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
      change(account ?? shownKey) { core, _ in
        core.refused = nil
        core.requests.hurry(despitePause: true)
      }
    case .loaded, .saved, .storeFailed, .detached: break
    }
  }

  /// Holds a response that the core for no account can't carry out, for the account that is shown first.
  mutating func repeatWithAccounts(_ event: PushEvent) {
    guard Core.scope == .shown, event.kind == .opened, context.lifecycle?.accounts == nil,
      !context.effects.contains(where: \.isPerformed)
    else { return }
    responses = (responses + [.push(event)]).suffix(100)
  }

  func isForeign(_ input: KernelInput<Core>) -> Bool {
    guard case .push(.opened(let push, _)) = input, let account = push.account else { return false }
    return context.lifecycle?.isSignedOut(account) == true
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

extension KernelEffect {
  var isPerformed: Bool { if case .perform = self { true } else { false } }
}

extension KernelInput {
  var isLifecycle: Bool { if case .lifecycle = self { true } else { false } }
  var isAction: Bool { if case .action = self { true } else { false } }
}
