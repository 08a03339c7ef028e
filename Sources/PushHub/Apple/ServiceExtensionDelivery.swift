#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
import Synchronization
// The framework promises the compiler nothing about its classes. A request and its content don't
// change, and are handed on as they came; what the work gets and gives are values.
@unsafe @preconcurrency public import UserNotifications

/// Changes a notification in a service extension, and hands it to the system exactly once.
///
/// ```swift
/// @preconcurrency import UserNotifications
///
/// final class NotificationService: UNNotificationServiceExtension {
///   private let delivery = ServiceExtensionDelivery()
///
///   override func didReceive(
///     _ request: UNNotificationRequest,
///     withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
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
/// The handler is called from any thread, which the framework allows and does not say to the compiler:
/// hence `@preconcurrency` and `@Sendable`. What is delivered is the content with the changes; or as it
/// came, when the work throws, or is not done when the system says that time is up or after the budget.
/// The extension needs PushHub alone, and no application. See
/// [UNNotificationServiceExtension](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
public final class ServiceExtensionDelivery: Sendable {
  private struct Pending {
    let deliver: @Sendable (NotificationChanges) -> Void
    var changes = NotificationChanges()
    var work: Task<Void, Never>?
  }

  private let budget: Duration
  package let makeScheduler: @MainActor @Sendable () -> any Scheduler
  package let log: (@Sendable (any Error) -> Void)?
  private let pending = Mutex<[UUID: Pending]>([:])

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

  /// Keeps a notification while work is done for it, and hands it to the system once.
  ///
  /// The call returns at once, on whatever thread the system makes it.
  ///
  /// - Parameters:
  ///   - request: The notification.
  ///   - contentHandler: The system's handler; called once, from any thread.
  ///   - work: Finds out what to change, on the main actor; cancelled when its time is up.
  public func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    work: @escaping @MainActor @Sendable (PushPayload) async throws -> NotificationChanges
  ) {
    didReceive(request, withContentHandler: contentHandler) { payload, _ in
      try await work(payload)
    }
  }

  /// - Parameter work: Also given what to call with changes that hold if its time is up.
  package func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    updating work:
      @escaping @MainActor @Sendable (
        PushPayload, _ update: @escaping @Sendable (NotificationChanges) -> Void
      ) async throws -> NotificationChanges
  ) {
    let id = UUID()
    let (payload, content) = (PushPayload(request), request.content)
    let entry = Pending { [log] in contentHandler($0.applied(to: content, telling: log)) }
    pending.withLock { $0[id] = entry }
    Task { @MainActor [self] in
      let scheduler = makeScheduler()
      let deadline = scheduler.schedule(after: budget) { [self] in end(id) }
      let task = scheduler.perform { [self] in
        defer { scheduler.cancel(deadline) }
        do {
          let update: @Sendable (NotificationChanges) -> Void = { [self] changes in
            pending.withLock { $0[id]?.changes = changes }
          }
          end(id, with: try await work(payload, update))
        } catch {
          log?(error)
          end(id, with: NotificationChanges())
        }
      }
      let isOver = pending.withLock { pending in
        pending[id]?.work = task
        return pending[id] == nil
      }
      if isOver { task.cancel() }
    }
  }

  /// Delivers at once what is pending; to be called when the system says that time is up.
  public func serviceExtensionTimeWillExpire() {
    for id in pending.withLock({ Array($0.keys) }) { end(id) }
  }

  /// Delivers a notification, unless that is done.
  ///
  /// - Parameter changes: What to change; by default what is known so far.
  private func end(_ id: UUID, with changes: NotificationChanges? = nil) {
    guard let entry = pending.withLock({ $0.removeValue(forKey: id) }) else { return }
    entry.deliver(changes ?? entry.changes)
    entry.work?.cancel()
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
