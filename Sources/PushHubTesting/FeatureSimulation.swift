public import Foundation
public import PushHub

/// A feature's kernel at a simulated time, with a store, for tests of its decisions.
///
/// ```swift
/// var parcels = FeatureSimulation(ParcelsCore())
/// parcels.changeLifecycle { $0.account = "ann" }
/// parcels.answer(.success(["A-17"]))
/// #expect(parcels.state == ["A-17"])
/// ```
///
/// It is a value: a copy continues by itself, as ``EverySequence`` needs it.
public struct FeatureSimulation<Core: FeatureCore> {
  /// The kernel.
  public private(set) var kernel: FeatureKernel<Core>

  /// The monotonic time.
  public private(set) var now = ContinuousClock.now

  /// The wall clock, which advances with the monotonic time and can be set.
  public var date: Date

  /// The lifecycle that the kernel handled last.
  public private(set) var lifecycle = LifecycleState()

  /// The content of the store.
  public var store: Core.Values

  /// Whether the store can't be read or written now.
  public var isStoreLocked = false

  /// The effects since they were last taken, except for those of the store.
  public private(set) var effects: [KernelEffect<Core>] = []

  /// A description of why the feature never comes to rest; `nil` if it does.
  public private(set) var mistake: String?

  /// Replaces an input, or leaves it out, as a kernel with a mistake would, to see that tests find it.
  package var distort: (KernelInput<Core>, FeatureKernel<Core>) -> KernelInput<Core>? = {
    input,
    _ in input
  }

  let usesStore: Bool
  private let generator: any RandomNumberGenerator
  private let identification: PushIdentification
  private var isAttached = false

  /// Starts a launch, in the background and without an account.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - store: The content of the store; without one, nothing is kept.
  ///   - date: The date on the wall clock.
  ///   - generator: The source of random delays; by default the same in each run.
  ///   - identification: The rules by which the app identifies pushes.
  public init(
    _ core: Core,
    store: Core.Values? = nil,
    date: Date = Date(timeIntervalSince1970: 1_767_225_600),
    generator: (any RandomNumberGenerator)? = nil,
    identification: PushIdentification = PushIdentification()
  ) {
    (self.generator, self.identification) = (generator ?? SequenceGenerator(), identification)
    usesStore = store != nil
    kernel = FeatureKernel(core)
    self.store = store ?? [:]
    self.date = date
    relaunch(core)
  }
}

extension FeatureSimulation {
  /// The state that the app shows.
  public var state: Core.State { kernel.state }

  /// The request under way of the account that is shown.
  public var request: Core.Request? { kernel.request?.request }

  /// Lets the kernel handle an input.
  public mutating func handle(_ input: KernelInput<Core>) {
    if case .lifecycle(let state, _) = input { (lifecycle, isAttached) = (state, true) }
    if case .detached = input { isAttached = false }
    var inputs = [input]
    while !inputs.isEmpty {
      guard let input = distort(inputs.removeFirst(), kernel) else { continue }
      for effect in kernel.handle(input, at: now, date: date) {
        switch effect {
        case .load: inputs.append(isStoreLocked ? .storeFailed("locked") : .loaded(store))
        case .save(let changes):
          if !isStoreLocked { store = changes.merged(with: store) }
          inputs.append(isStoreLocked ? .storeFailed("locked") : .saved(store))
        default: effects.append(effect)
        }
      }
    }
  }

  /// Lets the cores handle an action.
  public mutating func send(_ action: Core.Action, for account: AccountID? = nil) {
    handle(.action(action, for: account))
  }

  /// Changes the lifecycle and lets the kernel handle each event that leads there; the first one begins.
  public mutating func changeLifecycle(_ change: (inout LifecycleState) -> Void) {
    var state = lifecycle
    change(&state)
    guard isAttached else { return handle(.lifecycle(state, after: nil)) }
    for event in state.events(since: lifecycle) { handle(.lifecycle(state, after: event)) }
  }

  /// Answers the request under way of an account or, without one, of the one that is shown.
  public mutating func answer(
    _ result: Result<Core.Answer, SourceFailure>,
    for account: AccountID? = nil
  ) {
    let request = account.map { kernel.requests[$0] } ?? kernel.request
    if let request { handle(.answer(request.number, result)) }
  }

  /// Advances the time, with each deadline on the way.
  ///
  /// A feature with more than 10,000 deadlines has a ``mistake``.
  public mutating func advance(by duration: Duration) {
    let end = now + duration
    for _ in 0..<10_000 {
      guard let deadline = kernel.nextDeadline, deadline <= end else { return move(to: end) }
      move(to: max(now, deadline))
      handle(.deadline)
    }
    mistake = "\(Core.name) has a deadline again and again: see its nextDeadline."
  }

  /// Ends the process, and starts another one: the store and the time go on.
  public mutating func relaunch(_ core: Core) {
    kernel = FeatureKernel(
      core,
      usesStore: usesStore,
      generator: generator,
      identification: identification
    )
    (effects, lifecycle, isAttached) = ([], LifecycleState(), false)
  }

  /// Returns the effects since the last call.
  public mutating func takeEffects() -> [KernelEffect<Core>] {
    defer { effects = [] }
    return effects
  }

  private mutating func move(to instant: ContinuousClock.Instant) {
    date += (instant - now) / .seconds(1)
    now = instant
  }
}
