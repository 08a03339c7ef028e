#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework promises the compiler nothing about its classes. A request does not change; the content
// that is changed stays on the main actor, and a copy of it is delivered.
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
///     delivery.didReceive(request, withContentHandler: contentHandler) { payload, content in
///       content.title = try await names.name(for: payload["sender"])
///     }
///   }
///
///   override func serviceExtensionTimeWillExpire() {
///     delivery.serviceExtensionTimeWillExpire()
///   }
/// }
/// ```
///
/// The handler is called on the main actor, which the framework allows and does not declare:
/// hence `@preconcurrency` and `@Sendable`. What is delivered is the content as the work has changed it;
/// as far as it has, when the extension's time expires or after the budget; or as it came, when the
/// work throws. The extension needs PushHub alone, and no application. See
/// [UNNotificationServiceExtension](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
@MainActor
public final class ServiceExtensionDelivery {
  private struct Pending {
    let content: UNMutableNotificationContent
    let contentHandler: @Sendable (UNNotificationContent) -> Void
    let work: Task<Void, Never>
  }

  private let budget: Duration
  private nonisolated let makeScheduler: @MainActor @Sendable () -> any Scheduler
  package nonisolated let log: (@Sendable (any Error) -> Void)?
  private var pending: [UUID: Pending] = [:]

  /// Makes a delivery.
  ///
  /// - Parameters:
  ///   - budget: How long the work may take; the system allows 30 seconds.
  ///   - scheduler: Makes the clock that measures it, when it is needed.
  ///   - log: Called with what the work throws.
  public nonisolated init(
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
  ///   - contentHandler: The system's handler; called once, on the main actor.
  ///   - work: Changes the content, on the main actor; cancelled when its time is up. What it changes
  ///     after that has no effect.
  public nonisolated func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    work:
      @escaping @MainActor @Sendable (
        PushPayload, UNMutableNotificationContent
      ) async throws -> Void
  ) {
    onMainActor { [self] in
      guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
        return contentHandler(request.content)
      }
      let id = UUID()
      let scheduler = makeScheduler()
      let deadline = scheduler.schedule(after: budget) { self.end(id) }
      let task = scheduler.perform {
        defer { scheduler.cancel(deadline) }
        do {
          try await work(PushPayload(request), content)
          self.end(id)
        } catch {
          self.log?(error)
          self.end(id, with: request.content)
        }
      }
      pending[id] = Pending(content: content, contentHandler: contentHandler, work: task)
    }
  }

  /// Delivers at once what is pending; to be called when the extension's time expires.
  public nonisolated func serviceExtensionTimeWillExpire() {
    waitOnMainActor { [self] in
      for id in pending.keys { end(id) }
    }
  }

  /// Delivers a notification, unless that is done.
  ///
  /// - Parameter content: What to deliver; by default what the work has made of it so far.
  private func end(_ id: UUID, with content: UNNotificationContent? = nil) {
    guard let entry = pending.removeValue(forKey: id) else { return }
    entry.work.cancel()
    entry.contentHandler(
      content ?? entry.content.copy() as? UNNotificationContent ?? entry.content
    )
  }
}
#endif
