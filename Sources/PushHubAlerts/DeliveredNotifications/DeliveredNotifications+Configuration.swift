public import PushHub

extension DeliveredNotifications {
  /// The rules for what notifications, pages and pushes are about.
  public struct Configuration: Sendable {
    /// The subjects of notifications that the user need not see after viewing a page; by default
    /// those whose `target-content-id` is the page's name.
    public var subjects: @Sendable (PageID) -> Set<NotificationSubject> = {
      [.target($0.rawValue)]
    }

    /// The notifications that a push removes; by default those under its key `remove`.
    ///
    /// ```json
    /// {"aps": {"content-available": 1}, "remove": {"threads": ["t1"], "messages": ["m1", "m2"]}}
    /// ```
    ///
    /// There may also be `categories` and `targets`.
    public var removal: @Sendable (Push) -> Set<NotificationSubject> = {
      NotificationSubject.listed(in: $0.payload)
    }

    /// Starts with the defaults.
    public init() {}
  }
}

extension NotificationSubject {
  /// The subjects that a payload lists under `remove`; an item that is not of that form is left out.
  fileprivate static func listed(in payload: PushPayload) -> Set<Self> {
    func all(_ list: String, _ subject: (String) -> Self) -> [Self] {
      (payload["remove"]?[list]?.arrayValue ?? []).compactMap(\.stringValue).map(subject)
    }
    return Set(
      all("threads", thread) + all("categories", category) + all("targets", target)
        + all("messages", message)
    )
  }
}

/// An event of a ``DeliveredNotifications``.
public enum DeliveredNotificationsEvent: FeatureEvent {
  /// Notifications were removed, by these identifiers of their requests.
  case removed(ids: [String])

  /// The system did not give its list in time.
  case noAnswer

  /// A description for people.
  public var message: String {
    switch self {
    case .removed(let ids): "removes \(ids.count.notifications): \(LogText(ids))"
    case .noAnswer: "the system did not return its list in time"
    }
  }

  /// An error for a failure.
  public var level: LogLevel { isPublic ? .error : .info }

  /// Whether it names no notifications.
  public var isPublic: Bool { self == .noAnswer }
}

extension Int {
  package var notifications: String { self == 1 ? "1 notification" : "\(self) notifications" }
}
