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

  /// The reasons for no request in this turn of the kernel.
  var skips: [Core.Event] = []

  /// The key of the core that the app shows.
  var shownKey: AccountID {
    Core.scope == .app ? .none : lifecycle?.account ?? .none
  }

  /// The end of the latest `Retry-After`, if that has not passed.
  func pauseEnd(for key: AccountID) -> ContinuousClock.Instant? {
    pauses[key].flatMap { $0 > now ? $0 : nil }
  }

  mutating func report(_ event: KernelEvent) { effects.append(.report(event)) }

  /// Lets the requests of an account wait as its server asks.
  mutating func pause(for duration: Duration, of key: AccountID) {
    pauses[key] = now + Backoff.delay(afterPause: duration, using: &generator)
  }
}

extension RequestState {
  /// Cancels the request under way.
  mutating func stop(in context: inout KernelContext<some FeatureCore>) {
    if let number { context.effects.append(.cancel(number)) }
    cancel()
  }
}

/// One core with its requests: makes true what the core says, but for what is stored.
struct RunningCore<Core: FeatureCore> {
  /// The key of the core; empty without an account.
  let key: AccountID
  private(set) var core: Core
  var requests: RequestState

  /// The latest request.
  private var asked: Core.Request?

  /// Whether a core that has ended asked it, so that its answer is nothing to this one.
  private var isFormer: Bool
  private(set) var isLeaving = false

  /// The value that the core has declared, or began with: one that ignores a merge declares nothing new.
  private var declared: Core.Stored?
  private var stateBefore: Core.State
  private var formerLifecycle: LifecycleState?
  private var stuckDeadline: ContinuousClock.Instant?

  /// The time when a kept account counts as signed out.
  private var departure: ContinuousClock.Instant?

  /// Creates a core that begins with a stored value.
  ///
  /// - Parameter former: The core of the account that has left, whose request under way continues.
  init(_ core: Core, key: AccountID, stored: Core.Stored? = nil, after former: Self? = nil) {
    (self.core, self.key, declared) = (core, key, stored)
    (requests, asked) = (former?.requests ?? RequestState(), former?.asked)
    requests.isRefused = false
    isFormer = former != nil
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
    mayAsk && core.requestPolicy.waitsForStore && core.request != nil
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
}

// MARK: - Inputs

extension RunningCore {
  mutating func handle(_ input: FeatureInput<Core>, in context: inout KernelContext<Core>) {
    if case .signedOut = input { isLeaving = true }
    var turn = FeatureTurn<Core>(
      account: account,
      formerLifecycle: formerLifecycle,
      context: context,
      requests: requests
    )
    formerLifecycle = context.lifecycle
    core.handle(input, in: &turn)
    (context, requests) = (turn.context, turn.requests)
    departure = context.signedOut.departure(of: core.keptAccounts, after: context.now)
    logChange(in: &context)
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
    guard mayAsk, core.request != nil, context.isSaved || !core.requestPolicy.waitsForStore
    else { return nil }
    return requests.nextAttempt(after: context.pauses[key], at: context.now)
  }

  /// Cancels the request that is not wanted any more, and begins the one that is.
  mutating func ask(in context: inout KernelContext<Core>) {
    if core.request == nil { requests.stop(in: &context) }
    if core.request != asked { requests.wantAnother() }
    guard requests.number == nil, let request = core.request,
      let next = nextAttempt(in: context), next <= context.now
    else { return }
    context.number += 1
    let number = context.number
    (asked, isFormer) = (request, false)
    requests.begin(number: number, under: core.requestPolicy, at: context.now)
    handle(.asked(request), in: &context)
    context.skips = []
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
    let backoff = core.requestPolicy.backoff
    switch result {
    case .success:
      requests.cancel()
      context.pauses[key] = nil
    case .failure(let failure):
      if let pause = failure.retryAfter { context.pause(for: pause, of: key) }
      requests.fail(
        finally: failure.isPermanent,
        backoff: backoff,
        at: context.now,
        using: &context.generator
      )
    }
    if !isFormer { handle(.answered(request, result), in: &context) }
    let isWanted = core.request == request
    if isFormer || !isWanted { requests.isRefused = false }
    guard case .failure(let failure) = result else {
      return requests.succeed(
        isRepeated: isWanted && !isFormer,
        backoff: backoff,
        at: context.now,
        using: &context.generator
      )
    }
    // Another request that begins at once is no retry.
    let delay = nextAttempt(in: context).flatMap {
      isWanted || $0 > context.now ? $0 - context.now : nil
    }
    context.report(.failed(error: failure.message, retryIn: delay))
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
