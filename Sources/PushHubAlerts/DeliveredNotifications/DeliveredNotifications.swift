import Foundation
public import Observation
public import PushHub

/// Removes notifications from Notification Center that the user no longer needs to see.
///
/// ```swift
/// var configuration = DeliveredNotifications.Configuration()
/// configuration.subjects = { page in page == "inbox" ? [.category("MESSAGE")] : [] }
/// let delivered = DeliveredNotifications(
///   center: SystemNotificationCenter(),
///   configuration: configuration
/// )
/// try host.install(delivered, named: "delivered notifications")
/// ```
///
/// It removes:
///
/// - notifications about a focused page and, when the user leaves the page, those that were delivered
///   in the meantime;
/// - after a sign-out, notifications of that account, and those without a known account that were
///   delivered before;
/// - notifications of an account that isn't signed in, whenever they were delivered;
/// - what a push or the app wants removed, of what was delivered until then. A push does not remove
///   itself.
///
/// - Opportunities: The system's list is read when the feature is attached, when the focused pages
///   change, when the app enters or leaves the foreground, at a sign-in or sign-out, at a push or a
///   response, and when a removal is requested. An event during reading starts it again.
/// - Failures: A center that does not answer within ten seconds is logged. The list is read at the next
///   opportunity, and the removals that are pending are made then.
/// - Background: A push that wants notifications removed keeps the app awake until the list lacks them.
@MainActor
@Observable
public final class DeliveredNotifications {
  /// Called with each event, at once; for logs and tests.
  @ObservationIgnored public var log: ((DeliveredNotificationsEvent) -> Void)?

  private let center: any DeliveredNotificationCenter
  private let runtime: ManualFeatureRuntime<DeliveredNotificationsCore>

  /// Creates a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - center: The system's list.
  ///   - configuration: The rules for what notifications are about.
  public init(
    center: any DeliveredNotificationCenter,
    configuration: Configuration = Configuration()
  ) {
    self.center = center
    runtime = ManualFeatureRuntime(
      DeliveredNotificationsCore(configuration),
      observes: [.received, .opened]
    )
  }
}

extension DeliveredNotifications {
  /// The number of notifications left in Notification Center, as of the last list; `nil` before the first.
  ///
  /// Notifications that the system was asked to remove are not counted, even if its list still has them.
  public var count: Int? { runtime.state }

  /// Removes notifications about some subjects, of those that were delivered until now.
  ///
  /// Ignored while it is not attached.
  public func remove(_ subjects: Set<NotificationSubject>) {
    if runtime.isAttached { runtime.send(.remove(subjects)) }
  }
}

// MARK: - Plugin

extension DeliveredNotifications: LoggingPlugin {
  /// The keys by which a server removes notifications.
  public var payloadKeys: Set<String> {
    ["remove", "threads", "categories", "targets", "messages"]
  }

  /// Begins to follow the app.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { [center] delivered, effect in
      switch effect {
      case .readList:
        delivered.runtime.start { send in send(.list(await center.delivered())) }
      case .remove(let ids): center.remove(ids)
      }
    }
  }

  /// Reads nothing more, and ends work in the background.
  public func detach() {
    runtime.detach()
  }
}

extension DeliveredNotifications: BackgroundWorker {
  /// `false`.
  public var worksInRefreshes: Bool { false }

  /// Returns when the center's list lacks what the push wants removed, or ten seconds later.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    guard let push, !runtime.core.configuration.removal(push).isEmpty else { return .noData }
    return try await runtime.work(for: push)
  }
}
