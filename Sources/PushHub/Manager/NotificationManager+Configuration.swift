extension NotificationManager {
  /// How a notification manager behaves.
  public struct Configuration: Sendable {
    /// Who may have sent a push; the first that recognises a payload is its sender.
    public var senders: [any PushSender]

    /// How a push is presented in the foreground when no observer has an opinion.
    public var defaultPresentation: PresentationOptions

    /// How long observers may work on a push in the background; the system allows 30 seconds.
    public var backgroundBudget: Duration

    /// How the answers of several observers become one.
    public var fetchResultPolicy: FetchResultPolicy

    /// How many events are retained for observers that attach later; at least 1.
    public var mailboxCapacity: Int

    /// How long an event is retained for observers that attach later.
    public var mailboxMaximumAge: Duration

    /// How many pushes are remembered to recognise them again; at least 1.
    public var ledgerCapacity: Int

    /// Within which time the same content on another channel is the same push, where it has no id.
    public var contentWindow: Duration

    /// The device token that the app knows from an earlier launch, so that it is not news.
    public var knownDeviceToken: DeviceToken?

    /// Starts with the defaults, but for what is given.
    public init(
      senders: [any PushSender] = PushSenders.standard,
      defaultPresentation: PresentationOptions = .all,
      backgroundBudget: Duration = .seconds(25),
      fetchResultPolicy: FetchResultPolicy = .newDataThenFailed,
      mailboxCapacity: Int = 32,
      mailboxMaximumAge: Duration = .seconds(300),
      ledgerCapacity: Int = 256,
      contentWindow: Duration = .seconds(10),
      knownDeviceToken: DeviceToken? = nil
    ) {
      self.senders = senders
      self.defaultPresentation = defaultPresentation
      self.backgroundBudget = backgroundBudget
      self.fetchResultPolicy = fetchResultPolicy
      self.mailboxCapacity = mailboxCapacity
      self.mailboxMaximumAge = mailboxMaximumAge
      self.ledgerCapacity = ledgerCapacity
      self.contentWindow = contentWindow
      self.knownDeviceToken = knownDeviceToken
    }
  }
}
