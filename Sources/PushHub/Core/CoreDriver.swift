/// Feeds a core with events and with its deadlines, and has its shell carry the effects out.
///
/// ```swift
/// final class Reminder: PushPlugin, PushObserver {
///   private let driver = CoreDriver(ReminderCore())
///
///   func attach(to context: PluginContext) {
///     driver.start(on: context.scheduler, for: self) { $0.perform($1) }
///   }
///
///   func detach() {
///     driver.stop()
///   }
///
///   func receive(_ event: PushEvent) {
///     driver.handle(.arrived)
///   }
///
///   private func perform(_ effect: ReminderCore.Effect) {
///     show("You have a push that you have not opened.")
///   }
/// }
/// ```
///
/// - Order: an event is handled, then its effects are carried out, then the next event is handled.
///   One that comes from inside an effect waits its turn, so that all that is told is told in order.
/// - Time: one action at most is scheduled, for the core's next deadline. When the driver stops,
///   nothing is; when it is released with its shell, the action is cancelled in the next turn of the
///   main actor.
/// - Lifetime: the shell keeps the driver, and the driver does not keep the shell.
@MainActor
package final class CoreDriver<Core: DrivenCore> {
  /// What decides; changed by events alone.
  package private(set) var core: Core

  /// Whose time counts and what carries effects out, from the start to the stop.
  private var run: (scheduler: any Scheduler, perform: @MainActor ([Core.Effect]) -> Void)?
  private var waiting: [Core.Event] = []
  private var isHandling = false

  /// How many of those that wait are answers to effects of the event that is being handled.
  private var answerCount = 0

  private lazy var alarm = DeadlineAlarm { [weak self] in self?.handleDeadline() }

  /// Makes a driver that is not started: what it is told is ignored.
  ///
  /// - Parameter core: What decides.
  package init(_ core: Core) {
    self.core = core
  }

  /// Whether events are handled.
  package var isStarted: Bool { run != nil }

  /// Begins to handle events, in place of what was begun before.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - shell: Who carries effects out. It is held weakly; once it is gone nothing is carried out.
  ///   - perform: Carries one effect out, for the shell that it is given, which it should not capture.
  package func start<Shell: AnyObject>(
    on scheduler: any Scheduler,
    for shell: Shell,
    perform: @escaping @MainActor (_ shell: Shell, _ effect: Core.Effect) -> Void
  ) {
    stop()
    run = (
      scheduler,
      { [weak shell] effects in
        guard let shell else { return }
        for effect in effects {
          perform(shell, effect)
        }
      }
    )
    setAlarm()
  }

  /// Ignores what comes from now on, leaves nothing scheduled, and lets go of what it was started with.
  ///
  /// Called from inside an effect, what came before is still handled, and all its effects are carried
  /// out.
  package func stop() {
    run = nil
    alarm.clear()
  }

  /// Lets the core handle an event now or, from inside an effect, after those that wait.
  package func handle(_ event: Core.Event) {
    guard isStarted else { return }
    waiting.append(event)
    handleWaiting()
  }

  /// Gives the core, from inside an effect, what that effect asked for: before every other event, and
  /// after the answers to earlier effects of the same event.
  package func answer(_ event: Core.Event) {
    guard isHandling else { return handle(event) }
    waiting.insert(event, at: answerCount)
    answerCount += 1
  }

  private func handleWaiting() {
    guard !isHandling, var latest = run else { return }
    isHandling = true
    while !waiting.isEmpty {
      latest = run ?? latest
      answerCount = 0
      let effects = core.handle(waiting.remove(at: 0), at: latest.scheduler.now)
      setAlarm()
      latest.perform(effects)
    }
    isHandling = false
    setAlarm()
  }

  /// A deadline that comes from inside an effect comes again when all that waits is handled.
  private func handleDeadline() {
    guard !isHandling else { return }
    handle(Core.deadline)
  }

  private func setAlarm() {
    guard let run else { return }
    alarm.set(to: core.nextDeadline, on: run.scheduler)
  }
}
