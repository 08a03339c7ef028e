extension NotificationManager {
  /// How a notification manager behaves.
  public struct Configuration: Sendable {
    /// Who may have sent a push; the first that recognises a payload is its sender.
    public var senders: [any PushSender] = PushSenders.standard

    /// How a push is presented in the foreground when no observer has an opinion.
    public var defaultPresentation: PresentationOptions = .all

    /// How long observers may work on a push in the background; the system allows 30 seconds.
    public var backgroundBudget: Duration = .seconds(25)

    /// How the answers of several observers become one.
    public var fetchResultPolicy: FetchResultPolicy = .newDataThenFailed

    /// How many events are retained for observers that attach later; at least 1.
    public var mailboxCapacity = 32

    /// How long an event is retained for observers that attach later.
    public var mailboxMaximumAge: Duration = .seconds(300)

    /// How many pushes are remembered to recognise them again; at least 1.
    public var ledgerCapacity = 256

    /// Within which time the same content on another channel is the same push, where it has no id.
    public var contentWindow: Duration = .seconds(10)

    /// The device token that the app knows from an earlier launch, so that it is not news.
    public var knownDeviceToken: DeviceToken?

    /// Starts with the defaults.
    public init() {}
  }
}
