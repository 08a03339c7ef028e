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
///   in the meantime; of the shown account, and those without a known account;
/// - notifications of an account that isn't signed in, whenever they were delivered; after a start without an
///   account, when another one signs in, or ten seconds after the app was active;
/// - those without a known account, if a sign-out leaves no account signed in that was, and they were
///   delivered before;
/// - what a push or the app wants removed, of what was delivered until then. A push does not remove
///   itself, and one that names an account removes none of another account.
///
/// - Opportunities: The system's list is read when the feature is attached, when the app's phase, pages or
///   accounts change, at a push or a response, and when a removal is requested; and after a removal, until
///   the list lacks what was removed, or for ten seconds.
/// - Failures: A center that does not answer within ten seconds is logged. The list is read at the next
///   opportunity, and the removals that are pending are made then.
/// - Background: A push keeps the app awake until the list was read and lacks what was removed.
///
/// A removal that is requested before it is attached waits until then.
@MainActor
public final class DeliveredNotifications: PushFeature {
  /// Runs the decisions.
  public let runtime: FeatureRuntime<DeliveredNotificationsCore>

  private let center: any DeliveredNotificationCenter

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
    runtime = FeatureRuntime(DeliveredNotificationsCore(configuration)) { _, _ in
      await center.delivered()
    }
  }
}

extension DeliveredNotifications {
  /// The number of notifications left in Notification Center, as of the last list; `nil` before the first.
  ///
  /// Notifications that the system was asked to remove are not counted, even if its list still has them.
  public var count: Int? { state }

  /// Removes notifications about some subjects, of those that were delivered until now.
  ///
  /// ```swift
  /// delivered.remove([.account("ann"), .thread("t1")])
  /// delivered.remove([.all])
  /// ```
  public func remove(_ subjects: Set<NotificationSubject>) { send(Array(subjects)) }

  /// The keys by which a server removes notifications.
  public var payloadKeys: Set<String> {
    ["remove", "threads", "categories", "targets", "messages"]
  }

  /// Removes the notifications.
  public func perform(_ ids: [String]) { center.remove(ids) }
}
