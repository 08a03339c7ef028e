public import PushHub

/// A feature in an app that does everything an app can do, for ``EverySequence``.
///
/// ```swift
/// @Test func `every sequence`() throws {
///   let world = FeatureWorld(ParcelsCore(), store: [:]) { $0.answers = [["A-17"], []] }
///   try EverySequence(of: world.operations, upTo: 4).check(world)
/// }
/// ```
///
/// After each operation it checks what is true of every feature:
///
/// - Nothing hangs: no deadline stays in the past, a request under way has a time limit, and background work
///   ends when nothing is under way.
/// - An account has one request under way at most, while it is signed in or leaving. An answer that comes too
///   late changes nothing.
/// - A store that can be written has what the core declares.
public struct FeatureWorld<Core: FeatureCore>: CheckedWorld where Core.State: Sendable {
  /// Something that happens to the feature.
  public enum Operation: Sendable {
    /// An event arrives.
    case push(PushEvent)

    /// The app or its user acts.
    case action(Core.Action)

    /// The system gives the app time in the background; `true` for a refresh.
    case work(isRefresh: Bool)

    /// The server answers the request under way.
    case answer(Core.Answer)

    /// The request under way fails.
    case fail(SourceFailure)

    /// The answer to a former request comes.
    case lateAnswer(Core.Answer)

    /// Time passes.
    case time(Duration)

    /// Another account is shown, or none.
    case account(AccountID?)

    /// The app enters the background or the foreground.
    case phase(AppPhase)

    /// The store can't be read or written, or can again.
    case lockStore

    /// The feature is detached, and attached again.
    case reattach

    /// The process ends, and another one begins.
    case relaunch
  }

  /// The kernel, the time and the store.
  public package(set) var simulation: FeatureSimulation<Core>

  /// The events that arrive; by default a received push.
  public var pushes: [PushEvent] = [.received(Push(payload: PushPayload(userInfo: [:])))]

  /// The actions of the app and its user.
  public var actions: [Core.Action] = []

  /// The answers of the server.
  public var answers: [Core.Answer] = []

  /// A rule of the feature's own: a description of what is wrong, or `nil`.
  public var rule: (FeatureSimulation<Core>) -> String? = { _ in nil }

  private let core: Core
  private var requests: [AccountID: Int] = [:]

  /// The number of the request that ended last.
  private var ended: Int?
  private var isWorking = false
  private var found: String?

  /// Creates a world in which an account is shown.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The content of the store; without one, nothing is kept.
  ///   - configure: Sets what can happen, and the feature's own rule.
  public init(_ core: Core, store: Core.Values? = nil, configure: (inout Self) -> Void = { _ in }) {
    self.core = core
    simulation = FeatureSimulation(core, store: store)
    configure(&self)
    simulation.changeLifecycle { $0.account = "ann" }
    collect()
  }

  /// Everything that can happen.
  public var operations: [Operation] {
    let failures = [
      SourceFailure(message: "503"), SourceFailure(message: "401", isFinal: true),
      SourceFailure(message: "429", retryAfter: .seconds(90)),
    ]
    return pushes.map(Operation.push) + actions.map(Operation.action)
      + answers.map(Operation.answer) + answers.prefix(1).map(Operation.lateAnswer)
      + (answers.isEmpty ? [] : failures.map(Operation.fail))
      + [
        .work(isRefresh: false), .work(isRefresh: true), .time(.seconds(1)), .time(.seconds(70)),
        .account("ann"), .account("bob"), .account(nil), .phase(.active), .phase(.background),
        .lockStore, .reattach, .relaunch,
      ]
  }

  /// Whether it changes anything.
  public func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .answer, .fail: simulation.request != nil
    case .lateAnswer: ended != nil
    case .account(let account): simulation.lifecycle.account != account
    case .phase(let phase): simulation.lifecycle.phase != phase
    default: true
    }
  }

  /// Lets an operation happen.
  public mutating func perform(_ operation: Operation) {
    switch operation {
    case .push(let event): simulation.handle(.push(event))
    case .action(let action): simulation.send(action)
    case .work(let isRefresh):
      isWorking = true
      simulation.handle(.work(isRefresh: isRefresh))
    case .answer(let answer): self.answer(.success(answer))
    case .fail(let failure): answer(.failure(failure))
    case .lateAnswer(let answer):
      guard let ended else { return }
      // Any input lets the kernel try the store again.
      var other = simulation
      other.handle(.deadline)
      simulation.handle(.answer(ended, .success(answer)))
      if simulation.state != other.state {
        found = "An answer that came too late changed the state."
      }
    case .time(let duration): simulation.advance(by: duration)
    case .account(let account): simulation.changeLifecycle { $0.account = account }
    case .phase(let phase): simulation.changeLifecycle { $0.phase = phase }
    case .lockStore: simulation.isStoreLocked.toggle()
    case .reattach:
      let lifecycle = simulation.lifecycle
      simulation.handle(.detached)
      collect()
      if !requests.isEmpty { found = "A request is under way although the feature is detached." }
      simulation.handle(.lifecycle(lifecycle, after: nil))
    case .relaunch:
      let lifecycle = simulation.lifecycle
      simulation.relaunch(core)
      (requests, ended, isWorking) = ([:], nil, false)
      simulation.handle(.lifecycle(lifecycle, after: nil))
    }
    collect()
  }

  private mutating func answer(_ result: Result<Core.Answer, SourceFailure>) {
    end(simulation.kernel.request?.number)
    simulation.answer(result)
  }

  private mutating func end(_ number: Int?) {
    ended = number ?? ended
    requests = requests.filter { $0.value != number }
  }

  private mutating func collect() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .ask(_, let account, let number):
        if requests[account] != nil { found = "Two requests are under way." }
        requests[account] = number
      case .cancel(let number): end(number)
      case .finishWork: isWorking = false
      case .report(.stuck): found = "\(Core.name) has a deadline that it doesn't replace."
      default: break
      }
    }
  }

  /// What is wrong with the feature.
  public var mistake: String? {
    let kernel = simulation.kernel
    if let found = found ?? simulation.mistake ?? rule(simulation) { return found }
    if let deadline = kernel.nextDeadline, deadline < simulation.now {
      return "A deadline stays in the past."
    }
    if !kernel.requests.isEmpty, kernel.nextDeadline == nil {
      return "A request has no time limit."
    }
    if isWorking, kernel.requests.isEmpty, !kernel.core.isBusy {
      return "Background work doesn't end."
    }
    if Core.scope == .shown,
      kernel.requests.keys.contains(where: { $0 != simulation.lifecycle.account })
    {
      return "A request is under way for an account that isn't shown."
    }
    var rested = simulation
    rested.isStoreLocked = false
    rested.advance(by: .seconds(11))
    let account = Core.scope == .app ? "" : rested.lifecycle.account ?? ""
    if rested.usesStore, Core.scope != .shown || account != "" {
      let (kept, declared) = (rested.store[account], rested.kernel.core.stored)
      if kept != declared { return "The store does not have what the core declares." }
    }
    return rested.mistake
  }
}

// MARK: - Laws

extension FeatureCore {
  /// Checks that merging is commutative, associative and idempotent.
  ///
  /// ```swift
  /// #expect(MarkCore.mergeMistake(among: marks) == nil)
  /// ```
  ///
  /// - Parameter values: Values of every kind.
  /// - Returns: A description of the first mistake, or `nil`.
  /// - Complexity: O(*n*³)
  public static func mergeMistake(among values: [Stored]) -> String? {
    for one in values {
      if merged(one, with: one) != one { return "Merging \(one) with itself changes it." }
      for two in values {
        let both = merged(one, with: two)
        if both != merged(two, with: one) { return "The order of \(one) and \(two) counts." }
        for three in values
        where merged(both, with: three) != merged(one, with: merged(two, with: three)) {
          return "The grouping of \(one), \(two) and \(three) counts."
        }
      }
    }
    return nil
  }
}
