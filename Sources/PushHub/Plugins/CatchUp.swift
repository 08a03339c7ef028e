/// Runs what fell due while the machine slept, on return to the foreground.
///
/// A ``LiveScheduler``'s timer stands still while the machine sleeps, and fires late by as much.
/// With a catch-up installed, what fell due meanwhile runs as soon as the app is back, before any
/// feature of the default priority hears of the return. An `AppHub` does the same; whoever makes the
/// subjects installs it in one line:
///
/// ```swift
/// try host.install(CatchUp(), named: "catch-up")
/// ```
///
/// A Mac may fall asleep and wake with the app in front all the while. There an `AppHub` also listens
/// for the wake itself.
///
/// It needs nothing but ``Scheduler/runDueActions()``: what else the app knows of, it may tell the
/// scheduler itself.
@MainActor
public final class CatchUp: PushPlugin, LifecycleObserver {
  private var scheduler: (any Scheduler)?

  /// Makes a catch-up that is not attached yet.
  public init() {}

  /// Before the features that hear of a return in their turn.
  public var priority: ObserverPriority { .high }

  /// Catches up from now on.
  public func attach(to context: PluginContext) {
    scheduler = context.scheduler
  }

  /// Does nothing more.
  public func detach() {
    scheduler = nil
  }

  /// Catches up when the app comes to the foreground, or becomes active in it.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event, phase.isForeground else { return }
    scheduler?.runDueActions()
  }
}
