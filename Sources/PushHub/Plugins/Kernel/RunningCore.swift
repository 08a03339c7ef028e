import Foundation

/// What the cores of one kernel share while it handles an input.
struct KernelContext<Core: FeatureCore> {
  var now = ContinuousClock.now
  var date = Date(timeIntervalSince1970: 0)
  var lifecycle: LifecycleState?
  var identification = PushIdentification()
  var signedOut = SignedOutAccounts()
  var generator: any RandomNumberGenerator

  /// The ends of `Retry-After`, by account.
  var pauses: [AccountID: ContinuousClock.Instant] = [:]
  var isSaved = true
  var number = 0

  /// The state that the app showed when a change was last logged.
  var loggedState: Core.State
  var effects: [KernelEffect<Core>] = []

  /// The key of the core that the app shows.
  var shownKey: AccountID {
    Core.scope == .app ? .none : lifecycle?.account ?? .none
  }

  /// The end of the latest `Retry-After`, if that has not passed.
  func pauseEnd(for key: AccountID) -> ContinuousClock.Instant? {
    pauses[key].flatMap { $0 > now ? $0 : nil }
  }

  mutating func report(_ event: KernelEvent) { effects.append(.report(event)) }
}

/// One core with its requests: makes true what the core says, but for what is stored.
struct RunningCore<Core: FeatureCore> {
  /// The key of the core; empty without an account.
  let key: AccountID
  private(set) var core: Core
  var requests = RequestState()

  /// The request under way.
  private(set) var asked: Core.Request?

  /// The request that was refused for good.
  var refused: Core.Request?
  private(set) var isLeaving = false

  /// Whether a core that has ended asked the request under way, so that its answer is nothing to this one.
  private var isFormer = false

  /// The request that was still wanted after its answer, and waits.
  private var repeated: Core.Request?

  /// The value that the core has declared, or began with: one that ignores a merge declares nothing new.
  var declared: Core.Stored?

  /// The reasons for no request in this turn of the kernel.
  var skips: [Core.Event] = []
  private var stateBefore: Core.State
  private var formerLifecycle: LifecycleState?
  private var stuckDeadline: ContinuousClock.Instant?

  /// The time when a kept account counts as signed out.
  private var departure: ContinuousClock.Instant?

  init(_ core: Core, key: AccountID) {
    (self.core, self.key) = (core, key)
    stateBefore = core.state
  }

  private var account: AccountID? { key == .none ? nil : key }
  private var mayAsk: Bool { account != nil || Core.scope == .app }

  /// Whether an account that has left wants nothing more.
  var isDone: Bool {
    isLeaving && core.request == nil && !core.isBusy && core.stored == nil
  }

  /// Whether background work has to wait; not for an open connection.
  var isWorking: Bool { requests.deadline != nil || core.isBusy }

  /// The request under way, for features.
  var underWay: RequestUnderWay<Core.Request>? {
    requests.number.flatMap { number in
      asked.map { RequestUnderWay(request: $0, number: number, deadline: requests.deadline) }
    }
  }

  var isNews: Bool { core.isNews(since: stateBefore) }

  /// Whether a request waits whose number has to be kept before.
  var needsNumber: Bool {
    mayAsk && requests.number == nil && core.requestPolicy.waitsForStore && core.request != nil
  }

  /// Lets ``isNews`` compare with the state now, unless a request is under way.
  ///
  /// A failure counts until nothing is wanted and the server may be asked again.
  mutating func beginNews(isOver: Bool = false, in context: KernelContext<Core>) {
    if isOver || requests.number == nil { stateBefore = core.state }
    if core.request == nil, context.pauseEnd(for: key) == nil { requests.hasFailed = false }
  }

  /// Returns the value that the store ought to have, if that is not ``declared``, which it becomes.
  mutating func declare() -> Core.Stored?? {
    let stored = core.stored
    guard stored != declared else { return nil }
    declared = stored
    return .some(stored)
  }

  /// Starts over with another core, and keeps the request under way.
  mutating func restart(from prototype: Core) {
    (core, isLeaving, stuckDeadline, formerLifecycle, refused) = (prototype, false, nil, nil, nil)
    isFormer = requests.number != nil
  }
}

// MARK: - Inputs

extension RunningCore {
  mutating func handle(_ input: FeatureInput<Core>, in context: inout KernelContext<Core>) {
    var turn = FeatureTurn<Core>(
      now: context.now,
      date: context.date,
      account: account,
      lifecycle: context.lifecycle ?? LifecycleState(),
      formerLifecycle: formerLifecycle,
      identification: context.identification,
      signedOut: context.signedOut,
      pauseEnd: context.pauseEnd(for: key),
      generator: context.generator,
      effects: context.effects
    )
    context.effects = []
    formerLifecycle = turn.lifecycle
    if case .signedOut = input { isLeaving = true }
    core.handle(input, in: &turn)
    departure = context.signedOut.departure(of: core.keptAccounts, after: context.now)
    context.generator = turn.generator
    context.effects = turn.effects
    for skip in turn.skips where !skips.contains(skip) { skips.append(skip) }
    logChange(in: &context)
    if turn.isRestarting || turn.pause != nil { stop(in: &context) }
    if let pause = turn.pause { self.pause(for: pause, in: &context) }
    switch turn.urgency {
    case .soon?: requests.hasten(at: context.now, using: &context.generator)
    case let urgency?:
      refused = nil
      requests.hurry(despitePause: urgency == .pastEverything)
    case nil: break
    }
  }

  /// Logs a change of what the app shows since the last one that was logged.
  func logChange(in context: inout KernelContext<Core>) {
    guard key == context.shownKey, core.state != context.loggedState else { return }
    let event = core.event(since: context.loggedState)
    context.loggedState = core.state
    if let event { context.effects.append(.log(event)) }
  }

  mutating func handleDeadlines(in context: inout KernelContext<Core>) {
    // Enough for any list of timers; a core that never gets past now ends here.
    for _ in 0..<1_000 {
      guard let deadline, deadline <= context.now else { return }
      handle(.deadline, in: &context)
      if core.nextDeadline == deadline { break }
    }
    guard let deadline, deadline <= context.now else { return }
    stuckDeadline = deadline
    context.report(.stuck)
  }

  private var deadline: ContinuousClock.Instant? {
    earlier(core.nextDeadline.flatMap { $0 == stuckDeadline ? nil : $0 }, departure)
  }
}

// MARK: - Requests

extension RunningCore {
  func nextDeadline(in context: KernelContext<Core>) -> ContinuousClock.Instant? {
    earlier(requests.number == nil ? nextAttempt(in: context) : requests.deadline, deadline)
  }

  private func nextAttempt(in context: KernelContext<Core>) -> ContinuousClock.Instant? {
    guard mayAsk, context.isSaved || !core.requestPolicy.waitsForStore, core.request != nil,
      core.request != refused
    else { return nil }
    return requests.nextAttempt(after: context.pauses[key], at: context.now)
  }

  /// Cancels the request that is not wanted any more, and begins the one that is.
  mutating func ask(in context: inout KernelContext<Core>) {
    if core.request == nil { stop(in: &context) }
    if core.request != refused { refused = nil }
    if let repeated, core.request != repeated {
      requests.hurry(despitePause: false)
      self.repeated = nil
    }
    guard requests.number == nil, let request = core.request,
      let next = nextAttempt(in: context), next <= context.now
    else { return }
    context.number += 1
    let number = context.number
    (asked, repeated, isFormer) = (request, nil, false)
    requests.begin(number: number, under: core.requestPolicy, at: context.now)
    handle(.asked(request), in: &context)
    skips = []
    context.report(.asked(request: caseName(of: request)))
    context.effects.append(.ask(request, for: key, number: number))
  }

  mutating func timeOut(in context: inout KernelContext<Core>) {
    guard let number = requests.number, let deadline = requests.deadline, deadline <= context.now
    else { return }
    context.effects.append(.cancel(number))
    let limit = Bounds.interval.nearest(to: core.requestPolicy.timeout)
    finish(.failure(SourceFailure(message: "no answer within \(limit)")), in: &context)
  }

  mutating func recordProgress(_ answer: Core.Answer, in context: inout KernelContext<Core>) {
    guard let request = asked else { return }
    requests.recordProgress(at: context.now)
    context.pauses[key] = nil
    if !isFormer { handle(.progress(request, answer), in: &context) }
  }

  mutating func finish(
    _ result: Result<Core.Answer, SourceFailure>,
    in context: inout KernelContext<Core>
  ) {
    guard let request = asked else { return }
    asked = nil
    switch result {
    case .success:
      requests.succeed()
      context.pauses[key] = nil
      if !isFormer { handle(.answered(request, result), in: &context) }
      repeated = !isFormer && core.request == request ? request : nil
      requests.endRound(isRepeated: repeated != nil, at: context.now)
    case .failure(let failure):
      if let pause = failure.retryAfter { self.pause(for: pause, in: &context) }
      if failure.isPermanent, !isFormer { refused = request }
      requests.fail(
        finally: failure.isPermanent,
        backoff: core.requestPolicy.backoff,
        until: context.pauses[key],
        at: context.now,
        using: &context.generator
      )
      if !isFormer { handle(.answered(request, result), in: &context) }
      // Another request that begins at once is no retry.
      let delay = nextAttempt(in: context).flatMap {
        core.request == request || $0 > context.now ? $0 - context.now : nil
      }
      context.report(.failed(error: failure.message, retryIn: delay))
    }
  }

  private func pause(for duration: Duration, in context: inout KernelContext<Core>) {
    context.pauses[key] =
      context.now + Backoff.delay(afterPause: duration, using: &context.generator)
  }

  /// Cancels the request under way.
  mutating func stop(in context: inout KernelContext<Core>) {
    if let number = requests.number { context.effects.append(.cancel(number)) }
    requests.cancel()
    asked = nil
  }
}

extension AccountID {
  /// The key of no account, which no account is.
  static var none: AccountID { "" }
}

/// The earlier of two instants; `nil` is later than any.
func earlier(
  _ one: ContinuousClock.Instant?,
  _ other: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

/// The name of an enum's case, or of the type of another value.
package func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
  return mirror.children.first?.label ?? "\(value)"
}
