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
///   nothing is; when it is let go with its shell, the action goes in the next turn of the main actor.
/// - Lifetime: the shell keeps the driver, and the driver does not keep the shell.
@MainActor
public final class CoreDriver<Core: FeatureCore> {
  /// What decides; changed by events alone.
  public private(set) var core: Core

  /// From a start to a stop.
  private struct Run {
    let number: Int
    let scheduler: any Scheduler
    let perform: @MainActor ([Core.Effect]) -> Void
  }

  private var run: Run?
  private var runCount = 0

  /// An event for the run in which it came; the deadline if it is none.
  private var waiting: [(event: Core.Event?, run: Run)] = []

  /// How many of these are answers to effects of the event that is being handled.
  private var answerCount = 0

  /// The run whose event is being handled.
  private var present: Run?

  private lazy var alarm = DeadlineAlarm { [weak self] in self?.queue(nil) }

  /// Makes a driver that is not started: what it is told is ignored.
  ///
  /// - Parameter core: What decides.
  public init(_ core: Core) {
    self.core = core
  }

  /// Whether events are handled.
  public var isStarted: Bool { run != nil }

  /// Begins to handle events, in place of what was begun before.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - shell: Who carries effects out. It is held weakly; once it is gone nothing is carried out.
  ///   - perform: Carries one effect out, for the shell that it is given, which it should not capture.
  public func start<Shell: AnyObject>(
    on scheduler: any Scheduler,
    for shell: Shell,
    perform: @escaping @MainActor (_ shell: Shell, _ effect: Core.Effect) -> Void
  ) {
    stop()
    runCount += 1
    run = Run(number: runCount, scheduler: scheduler) { [weak shell] effects in
      guard let shell else { return }
      for effect in effects {
        perform(shell, effect)
      }
    }
    setAlarm()
  }

  /// Ignores what comes from now on, and leaves nothing scheduled.
  ///
  /// Called from inside an effect, what came before is still handled, and all its effects are carried
  /// out.
  public func stop() {
    run = nil
    alarm.clear()
  }

  /// Lets the core handle an event now or, from inside an effect, after those that wait.
  public func handle(_ event: Core.Event) {
    queue(event)
  }

  /// Gives the core, from inside an effect, what that effect asked for: before every other event, and
  /// after the answers to earlier effects of the same event.
  public func answer(_ event: Core.Event) {
    guard let present else { return handle(event) }
    waiting.insert((event, present), at: answerCount)
    answerCount += 1
  }

  private func queue(_ event: Core.Event?) {
    guard let run else { return }
    guard present == nil else {
      waiting.append((event, run))
      return
    }
    handle(event, in: run)
    while !waiting.isEmpty {
      let (event, run) = waiting.remove(at: 0)
      handle(event, in: run)
    }
    present = nil
    setAlarm()
  }

  private func handle(_ event: Core.Event?, in run: Run) {
    present = run
    answerCount = 0
    let now = run.scheduler.now
    guard let event = event ?? (core.nextDeadline.map { $0 <= now } ?? false ? Core.deadline : nil)
    else { return }
    let effects = core.handle(event, at: now)
    setAlarm()
    run.perform(effects)
  }

  /// Not while an event of another run is handled, whose time may be another.
  private func setAlarm() {
    guard let run, present.map({ $0.number == run.number }) ?? true else { return }
    alarm.set(to: core.nextDeadline, on: run.scheduler)
  }
}
