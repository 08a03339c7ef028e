public import PushHub

extension DeliveredNotifications {
  /// What is about what.
  public struct Configuration: Sendable {
    /// What the notifications are about that the user need not see after looking at a page; by default
    /// those whose `target-content-id` is the page's name.
    public var subjects: @MainActor (PageID) -> Set<NotificationSubject> = {
      [.target($0.rawValue)]
    }

    /// Whose a notification is; by default nobody knows.
    public var owner: @MainActor (PushPayload) -> AccountID? = { _ in nil }

    /// What a push says is to be removed; by default what is under its key `remove`.
    ///
    /// ```json
    /// {"aps": {"content-available": 1}, "remove": {"threads": ["t1"], "messages": ["m1", "m2"]}}
    /// ```
    ///
    /// There may also be `categories` and `targets`.
    public var removal: @MainActor (Push) -> Set<NotificationSubject> = {
      NotificationSubject.listed(in: $0.payload)
    }

    /// Who may have sent the pushes, as in the manager's configuration.
    public var senders: [any PushSender]

    /// How long the system may take to give its list; from one second to one day.
    public let timeout: Duration

    /// Starts with the defaults, but for what is given.
    public init(
      senders: [any PushSender] = .standard,
      timeout: Duration = .seconds(10)
    ) {
      self.senders = senders
      self.timeout = timeout.clamped(to: ConfigurationBounds.interval)
    }
  }
}

extension NotificationSubject {
  private static let lists: [(key: String, subject: @Sendable (String) -> Self)] = [
    ("threads", { .thread($0) }), ("categories", { .category($0) }),
    ("targets", { .target($0) }), ("messages", { .message($0) }),
  ]

  /// What a payload lists under `remove`; what is not of that form is left out.
  fileprivate static func listed(in payload: PushPayload) -> Set<Self> {
    guard let removal = payload["remove"]?.objectValue else { return [] }
    return lists.reduce(into: []) { subjects, list in
      let names = removal[list.key]?.arrayValue ?? []
      subjects.formUnion(names.compactMap(\.stringValue).map(list.subject))
    }
  }
}

/// What a ``DeliveredNotifications`` did.
public enum DeliveredNotificationsLogEntry: Hashable, Sendable {
  /// Notifications were removed, by these identifiers of their requests.
  case removed([String])

  /// The system did not give its list in time.
  case noAnswer
}
