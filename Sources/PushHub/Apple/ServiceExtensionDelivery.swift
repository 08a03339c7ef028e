#if canImport(UserNotifications) && !os(tvOS)
import Dispatch
public import Foundation
import Synchronization
// The framework promises the compiler nothing about its classes; they stay in the call that brought
// them, and what the work gets and gives are values.
@unsafe @preconcurrency public import UserNotifications

/// Changes a notification in a service extension, and hands it to the system exactly once.
///
/// ```swift
/// final class NotificationService: UNNotificationServiceExtension {
///   private let delivery = ServiceExtensionDelivery()
///
///   override func didReceive(
///     _ request: UNNotificationRequest,
///     withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
///   ) {
///     delivery.didReceive(request, withContentHandler: contentHandler) { payload in
///       var changes = NotificationChanges()
///       changes.title = try await names.name(for: payload["sender"])
///       return changes
///     }
///   }
///
///   override func serviceExtensionTimeWillExpire() {
///     delivery.serviceExtensionTimeWillExpire()
///   }
/// }
/// ```
///
/// What is delivered is the content with the changes; or as it came, when the work throws, or is
/// not done when the system says that time is up or after the budget. The extension needs PushHub
/// alone, and no application. See
/// [UNNotificationServiceExtension](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
public final class ServiceExtensionDelivery: Sendable {
  private let budget: Duration
  package let makeScheduler: @MainActor @Sendable () -> any Scheduler
  package let log: (@Sendable (any Error) -> Void)?
  private let holds = Mutex<[NotificationHold]>([])

  /// Makes a delivery.
  ///
  /// - Parameters:
  ///   - budget: How long the work may take; the system allows 30 seconds.
  ///   - scheduler: Makes the clock that measures it, when it is needed.
  ///   - log: Told what the work throws, and why the system refuses an attachment.
  public init(
    budget: Duration = .seconds(25),
    scheduler: @escaping @MainActor @Sendable () -> any Scheduler = { LiveScheduler() },
    log: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.budget = budget
    makeScheduler = scheduler
    self.log = log
  }

  /// Holds a notification while work is done for it, and hands it to the system.
  ///
  /// The call returns when it has called the system's handler, once, on the thread that it was
  /// called on: the system gives an extension's notification a thread, and says on another one that
  /// time is up. On the main thread, where the work may have to run, nothing can be waited for: the
  /// content is delivered as it came.
  ///
  /// - Parameters:
  ///   - request: The notification.
  ///   - contentHandler: The system's handler.
  ///   - work: Finds out what to change, on the main actor; cancelled when its time is up.
  public func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: (UNNotificationContent) -> Void,
    work: @escaping @MainActor @Sendable (PushPayload) async throws -> NotificationChanges
  ) {
    guard !MainQueueMark.isHere else { return contentHandler(request.content) }
    let hold = NotificationHold()
    holds.withLock { $0.append(hold) }
    start(work, on: PushPayload(request), for: hold)
    let changes = hold.wait()
    holds.withLock { $0.removeAll { $0 === hold } }
    contentHandler(changes?.applied(to: request.content, telling: log) ?? request.content)
  }

  /// Delivers at once what is held; to be called when the system says that time is up.
  public func serviceExtensionTimeWillExpire() {
    for hold in holds.withLock({ $0 }) {
      hold.end(with: nil)
    }
  }

  private func start(
    _ work: @escaping @MainActor @Sendable (PushPayload) async throws -> NotificationChanges,
    on payload: PushPayload,
    for hold: NotificationHold
  ) {
    Task { @MainActor [budget, makeScheduler, log] in
      let scheduler = makeScheduler()
      let task = scheduler.perform {
        do {
          hold.end(with: try await work(payload))
        } catch {
          log?(error)
          hold.end(with: nil)
        }
      }
      let deadline = scheduler.schedule(after: budget) { hold.end(with: nil) }
      hold.whenEnded {
        Task { @MainActor in
          task.cancel()
          scheduler.cancel(deadline)
        }
      }
    }
  }
}

/// One notification that waits for its changes; ended once, whoever comes first.
private final class NotificationHold: Sendable {
  private struct State {
    var hasEnded = false
    var changes: NotificationChanges?
    var cleanUp: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Blocks the calling thread until it has ended.
  func wait() -> NotificationChanges? {
    semaphore.wait()
    return state.withLock { $0.changes }
  }

  func end(with changes: NotificationChanges?) {
    let (isFirst, cleanUp) = state.withLock { state in
      guard !state.hasEnded else { return (false, nil as (@Sendable () -> Void)?) }
      state.hasEnded = true
      state.changes = changes
      return (true, state.cleanUp)
    }
    guard isFirst else { return }
    cleanUp?()
    semaphore.signal()
  }

  /// Runs something when it ends; at once if it has.
  func whenEnded(_ cleanUp: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.cleanUp = cleanUp
      return state.hasEnded
    }
    if hasEnded {
      cleanUp()
    }
  }
}

/// What a service extension changes about a notification; what is `nil` stays as it came.
public struct NotificationChanges: Hashable, Sendable {
  /// The new title.
  public var title: String?

  /// The new subtitle.
  public var subtitle: String?

  /// The new text.
  public var body: String?

  /// The new number for the app's icon; zero removes it.
  public var badge: Int?

  /// The category whose actions are offered.
  public var categoryIdentifier: String?

  /// The thread under which notifications are grouped.
  public var threadIdentifier: String?

  /// Files to attach, such as images; one that the system refuses is left out.
  ///
  /// The system moves the file of one that it takes, and leaves that of another where it is.
  public var attachments: [URL] = []

  /// Changes nothing yet.
  public init() {}

  /// A copy of the content with the changes.
  ///
  /// See [UNMutableNotificationContent](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent).
  public func applied(to content: UNNotificationContent) -> UNNotificationContent {
    applied(to: content, telling: nil)
  }

  /// - Parameter log: Told why the system refuses an attachment.
  fileprivate func applied(
    to content: UNNotificationContent,
    telling log: (@Sendable (any Error) -> Void)?
  ) -> UNNotificationContent {
    guard let changed = content.mutableCopy() as? UNMutableNotificationContent else {
      return content
    }
    changed.title = title ?? changed.title
    changed.subtitle = subtitle ?? changed.subtitle
    changed.body = body ?? changed.body
    changed.badge = badge.map { NSNumber(value: $0) } ?? changed.badge
    changed.categoryIdentifier = categoryIdentifier ?? changed.categoryIdentifier
    changed.threadIdentifier = threadIdentifier ?? changed.threadIdentifier
    changed.attachments += attachments.compactMap { url in
      do {
        return try UNNotificationAttachment(
          identifier: url.lastPathComponent,
          url: url,
          options: nil
        )
      } catch {
        log?(error)
        return nil
      }
    }
    return changed
  }
}
#endif
