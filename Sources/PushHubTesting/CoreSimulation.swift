public import Foundation
public import PushHub

/// A feature's core at a simulated time, for tests of its decisions.
///
/// ```swift
/// var simulation = CoreSimulation(ReminderCore())
/// simulation.handle(.push(.received(push)))
/// simulation.advance(by: .seconds(600))
/// #expect(simulation.takeEffects() == [.log(.reminded)])
/// ```
///
/// It is a value: a copy continues by itself, as ``EverySequence`` needs it.
public struct CoreSimulation<Core: ManualFeatureCore> {
  /// The core.
  public private(set) var core: Core

  /// The monotonic time.
  public private(set) var now: ContinuousClock.Instant

  /// The wall clock, which advances with the monotonic time and can be set.
  public var date: Date

  /// The lifecycle that the core handled last.
  public private(set) var lifecycle = LifecycleState()

  /// The effects of the core since they were last taken.
  public private(set) var effects: [ManualFeatureEffect<Core>] = []

  private let identification: PushIdentification
  private let perform: ((Core.Effect) -> Core.Input?)?

  /// Starts at the present instant, with a date.
  ///
  /// - Parameters:
  ///   - core: The decisions.
  ///   - date: The date on the wall clock.
  ///   - identification: The rules by which the app identifies pushes.
  ///   - perform: Returns the input that an effect of the feature's own leads to at once, if any, as for
  ///     `ManualFeatureRuntime.attach(_:to:perform:)`.
  public init(
    _ core: Core,
    date: Date = Date(timeIntervalSince1970: 1_767_225_600),
    identification: PushIdentification = PushIdentification(),
    perform: ((Core.Effect) -> Core.Input?)? = nil
  ) {
    self.core = core
    self.date = date
    self.identification = identification
    self.perform = perform
    now = ContinuousClock.now
  }
}

extension CoreSimulation {
  /// Lets the core handle an input.
  public mutating func handle(_ input: ManualFeatureInput<Core>) {
    if case .lifecycle(let state, _) = input { lifecycle = state }
    var turn = ManualFeatureTurn<Core>(now: now, date: date, identification: identification)
    core.handle(input, in: &turn)
    effects += turn.effects
    for case .own(let effect) in turn.effects {
      if let input = perform?(effect) { handle(.own(input)) }
    }
  }

  /// Lets the core handle an input of the feature's own.
  public mutating func send(_ input: Core.Input) {
    handle(.own(input))
  }

  /// Changes the lifecycle and lets the core handle each event that leads there.
  public mutating func changeLifecycle(_ change: (inout LifecycleState) -> Void) {
    var state = lifecycle
    change(&state)
    for event in state.events(since: lifecycle) { handle(.lifecycle(state, after: event)) }
  }

  /// Advances the time, with each deadline of the core on the way.
  public mutating func advance(by duration: Duration) {
    let end = now + duration
    while let deadline = core.nextDeadline, deadline <= end {
      move(to: max(now, deadline))
      handle(.deadline)
    }
    move(to: end)
  }

  /// Returns the effects since the last call.
  public mutating func takeEffects() -> [ManualFeatureEffect<Core>] {
    defer { effects = [] }
    return effects
  }

  private mutating func move(to instant: ContinuousClock.Instant) {
    date += (instant - now) / .seconds(1)
    now = instant
  }
}
