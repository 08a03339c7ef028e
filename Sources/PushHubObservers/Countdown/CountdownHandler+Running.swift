public import PushHub

extension CountdownHandler {
  /// Whether the handler is started; it is from the beginning.
  public var isRunning: Bool { core.isRunning }

  /// Whether the time stands still: the handler is stopped, detached, or paused in the background.
  public var isStandingStill: Bool { core.isStandingStill }

  /// What happens to the time in the background; may be changed at any time.
  public var backgroundPolicy: BackgroundPolicy {
    get { core.policy }
    set { handle(.policy(newValue)) }
  }

  /// Lets the time go on from where it stood.
  public func start() {
    handle(.run(true))
  }

  /// Lets the time stand still; models and targets stay.
  public func stop() {
    handle(.run(false))
  }
}

extension CountdownHandler: PushPlugin, LifecycleObserver {
  /// Follows the app's phase from what is true now; time that stood still since a detachment goes on.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
  }

  /// Lets the time stand still; models and targets stay.
  public func detach() {
    guard context != nil else { return }
    context = nil
    handle(.detached)
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    handle(.began(state.phase))
  }

  /// Follows the phases.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .phaseChanged(let phase) = event {
      handle(.phase(phase))
    }
  }
}
