public import Foundation

/// Runs a service extension's steps, and delivers each notification exactly once and in time.
///
/// ```swift
/// @preconcurrency import UserNotifications
///
/// final class NotificationService: UNNotificationServiceExtension {
///   private let host = ServiceExtensionHost([
///     .changing("sender") { $0.title = $0.payload["sender"]?.stringValue ?? $0.title },
///     .picture { $0.payload["picture"]?.stringValue },
///   ])
///
///   override func didReceive(
///     _ request: UNNotificationRequest,
///     withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
///   ) {
///     host.didReceive(request, withContentHandler: contentHandler)
///   }
///
///   override func serviceExtensionTimeWillExpire() {
///     host.serviceExtensionTimeWillExpire()
///   }
/// }
/// ```
///
/// - Order: Steps that change the notification run one after the other; one that only reads runs beside
///   those after it. When a step drops the notification, the steps after it are not started.
/// - Time: A step that changes may take its ``ServiceExtensionStep/limit`` or, without one, its share of what is left
///   of the budget, which is divided by the number of such steps to come. A step that only reads may take all of it.
///   A step that is late is canceled and not waited for.
/// - Failure: The changes of a step count when it returns in time. A step that throws, is late or never
///   returns changes nothing, and the others run.
/// - Accounts: After each step that has changed ``ExtensionNotification/userInfo`` the notification is identified
///   again. Once its account is known and not signed in, it gets a neutral text, and no further step is started.
///   While it is not known which accounts are signed in, all steps run.
/// - Delivery: When all steps have ended or were late, or at once when the system's time is up; once, on the
///   main actor.
@MainActor
public final class ServiceExtensionHost {
  /// A delivery to the system, and the error of content that it has refused.
  typealias PreparedDelivery = (deliver: () -> Void, refusal: (any Error)?)

  @MainActor
  private final class Run {
    /// The notification as the steps that have ended left it.
    var notification: ExtensionNotification
    var record: ExtensionRun
    let accounts: ExtensionAccounts?
    let start: ContinuousClock.Instant
    let prepare: @MainActor (ExtensionNotification) -> PreparedDelivery

    /// The file of the run, if it has one yet.
    var file: String?

    /// The steps that are running, by their places.
    var running: [Int: (start: ContinuousClock.Instant, task: Task<Void, Never>, ScheduledAction)] =
      [:]

    init(
      _ notification: ExtensionNotification,
      for accounts: ExtensionAccounts?,
      at start: ContinuousClock.Instant,
      _ prepare: @escaping @MainActor (ExtensionNotification) -> PreparedDelivery
    ) {
      let request = notification.requestIdentifier
      record = ExtensionRun(push: notification.messageID ?? request, request: request)
      (self.notification, self.accounts) = (notification, accounts)
      (self.start, self.prepare) = (start, prepare)
    }

    /// Whether the account is signed in, as far as is known.
    var isSignedIn: Bool {
      guard let account = notification.account, let accounts else { return true }
      return accounts.all.contains(account)
    }

    /// The end if no step is left.
    var end: ExtensionRun.End {
      notification.isDropped ? .dropped : isSignedIn ? .delivered : .withheld
    }
  }

  private nonisolated let steps: [ServiceExtensionStep]
  private nonisolated let budget: Duration
  private nonisolated let folder: ExtensionRuns?
  private nonisolated let identification: PushIdentification
  private nonisolated let neutralText: String
  private nonisolated let makeScheduler: @MainActor @Sendable () -> any Scheduler
  private nonisolated let log: (@MainActor @Sendable (ExtensionRun) -> Void)?
  private(set) lazy var scheduler = makeScheduler()
  private var runs: [Run] = []

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - steps: The steps that process each notification, in order.
  ///   - budget: The time limit of all steps together; the system allows 30 seconds.
  ///   - folder: The folder in the app group that the app's ``ServiceExtensionMonitor`` has, too, for runs and
  ///     the accounts that are signed in; `nil` for neither.
  ///   - identification: The rules that find out which push a payload is; those of the app's manager.
  ///   - neutralText: The text of a notification for an account that isn't signed in, in the user's language. An
  ///     empty one would be ignored by the system, which then shows what was sent.
  ///   - scheduler: Creates the clock that measures the time, when it is needed.
  ///   - log: Called with each run when it has ended.
  public nonisolated init(
    _ steps: [ServiceExtensionStep],
    budget: Duration = .seconds(25),
    folder: URL? = nil,
    identification: PushIdentification = PushIdentification(),
    neutralText: String = "…",
    scheduler: @escaping @MainActor @Sendable () -> any Scheduler = { LiveScheduler() },
    log: (@MainActor @Sendable (ExtensionRun) -> Void)? = nil
  ) {
    self.steps = steps
    self.budget = budget
    self.folder = folder.map { ExtensionRuns($0) }
    (self.identification, self.neutralText) = (identification, neutralText)
    makeScheduler = scheduler
    self.log = log
  }

  /// Runs the steps with a notification.
  ///
  /// - Parameters:
  ///   - notification: The notification as it was sent.
  ///   - deliver: Called exactly once, with what the steps have made of it.
  public func process(
    _ notification: ExtensionNotification,
    deliver: @escaping @MainActor (ExtensionNotification) -> Void
  ) {
    process(notification, preparing: { changed in ({ deliver(changed) }, nil) })
  }

  func process(
    _ notification: ExtensionNotification,
    preparing prepare: @escaping @MainActor (ExtensionNotification) -> PreparedDelivery
  ) {
    let accounts = folder?.accounts
    let run = Run(
      identified(notification, for: accounts),
      for: accounts,
      at: scheduler.now,
      prepare
    )
    runs.append(run)
    proceed(with: run)
  }

  private func identified(
    _ notification: ExtensionNotification,
    for accounts: ExtensionAccounts?
  ) -> ExtensionNotification {
    var notification = notification
    notification.identify(by: identification)
    notification.account = notification.account ?? accounts?.shown
    return notification
  }

  /// Delivers at once what is under way; for the end of the system's time.
  public func expire() {
    for run in runs {
      for index in run.running.keys { end(index, of: run, as: .expired) }
      deliver(run, as: .expired)
    }
  }

  /// Starts the steps whose turn it is, or delivers when there is none and all have ended.
  private func proceed(with run: Run) {
    while run.record.steps.count < steps.count, run.end == .delivered,
      run.running.keys.allSatisfy({ steps[$0].isReadOnly })
    {
      start(run.record.steps.count, of: run)
    }
    guard run.running.isEmpty else { return write(run) }
    deliver(run, as: run.end)
  }

  private func start(_ index: Int, of run: Run) {
    let (step, notification, now) = (steps[index], run.notification, scheduler.now)
    let rest = max(.zero, run.start + budget - now)
    let share = step.isReadOnly ? rest : rest / steps[index...].count { !$0.isReadOnly }
    run.record.steps.append(ExtensionRun.Step(name: step.name, outcome: .running))
    let alarm = scheduler.schedule(after: min(rest, step.limit ?? share)) {
      if self.end(index, of: run, as: .late) { self.proceed(with: run) }
    }
    let task = scheduler.perform(from: "\(step.name), a step of the service extension,") {
      do {
        let changed = try await step.process(notification)
        guard self.end(index, of: run, as: .done) else {
          return changed.removeAttachments(except: notification.attachments)
        }
        if !step.isReadOnly {
          run.notification.removeAttachments(except: changed.attachments)
          run.notification = self.identified(changed, for: run.accounts)
        }
      } catch {
        guard self.end(index, of: run, as: .failed) else { return }
        run.record.steps[index].error = LogText(error).description
      }
      self.proceed(with: run)
    }
    run.running[index] = (now, task, alarm)
  }

  /// - Returns: Whether the step was running; what comes of it later is ignored.
  @discardableResult
  private func end(_ index: Int, of run: Run, as outcome: ExtensionRun.Outcome) -> Bool {
    guard let (start, task, alarm) = run.running.removeValue(forKey: index) else { return false }
    task.cancel()
    scheduler.cancel(alarm)
    run.record.steps[index].outcome = outcome
    run.record.steps[index].took = scheduler.now - start
    return true
  }

  private func deliver(_ run: Run, as end: ExtensionRun.End) {
    runs.removeAll { $0 === run }
    let notification = run.notification
    let delivery = run.prepare(
      run.isSignedIn ? notification : notification.withheld(behind: neutralText)
    )
    run.record.end = end
    run.record.took = scheduler.now - run.start
    run.record.refusal = delivery.refusal.map { LogText($0).description }
    write(run)
    log?(run.record)
    delivery.deliver()
  }

  /// Writes what steps do when they do it, and the end before the delivery: the system may end the process
  /// at any time.
  private func write(_ run: Run) {
    try? folder?.write(run.record, begunAt: run.notification.date, as: &run.file)
  }
}
