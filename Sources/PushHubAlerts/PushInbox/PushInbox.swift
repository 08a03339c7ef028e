public import PushHub

/// The notifications that the user received, read or unread, for a list in the app.
///
/// ```swift
/// let inbox = PushInbox(
///   folder: InboxFolder(group.appending(path: "inbox")),
///   center: SystemNotificationCenter()
/// )
/// try host.install(inbox, named: "inbox")
/// ```
///
/// - Sources: Entries come from the app's service extension (see `ServiceExtensionStep.inbox`), from the
///   system's callbacks, and from its list of delivered notifications. However many of them show a
///   notification, it has one entry. One with a later delivery date is new and unread.
/// - Reading: A response to a notification reads its entry, unless the user dismisses it; so does
///   ``open(_:)``, and showing ``Configuration/page``. What was read or removed stays so for as long as the
///   system may list it.
/// - Opportunities: The folder and the system's list are read off the main actor when the feature is attached,
///   when the app enters the foreground, with each notification that arrives there, at a sign-out, and in
///   ``refresh()``.
/// - Accounts: The entries of each account that is signed in are kept, and those of the one that is shown are in
///   the list. An entry whose payload names no account belongs to the account that is shown when the app learns
///   of it, or is shown next, unless it was delivered before that account's sign-in. When an account signs out,
///   its entries and those of no known account are removed, and don't come back.
/// - Bounds: Entries that are too old, and the oldest beyond the folder's maximum, are removed. Age counts once
///   the clock has been right for an hour.
/// - Failures: An entry that can't be written is logged, counts nevertheless, and is written later. It is lost
///   when the app ends before.
@MainActor
public final class PushInbox: PushFeature {
  /// The rules for which entries there are.
  public struct Configuration: Sendable {
    /// The page with the list, if showing it reads all entries.
    public var page: PageID?

    /// The time that an entry is kept; from one minute to ten years.
    public var maximumAge = Duration.seconds(30 * 86_400) {
      didSet {
        maximumAge = Bounds(.seconds(60) ... .seconds(3_650 * 86_400)).nearest(
          to: maximumAge
        )
      }
    }

    /// Starts with the defaults.
    public init() {}
  }

  /// Runs the decisions.
  public private(set) lazy var runtime = makeRuntime()

  private let folder: InboxFolder
  private let center: (any DeliveredNotificationCenter)?
  private let configuration: Configuration

  /// Creates a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - folder: The folder of the entries. One process replaces and removes entries; others append.
  ///   - center: The system's list of delivered notifications; `nil` to do without it.
  ///   - configuration: The rules for which entries there are.
  public init(
    folder: InboxFolder,
    center: (any DeliveredNotificationCenter)? = nil,
    configuration: Configuration = Configuration()
  ) {
    (self.folder, self.center, self.configuration) = (folder, center, configuration)
  }

  private func makeRuntime() -> FeatureRuntime<PushInboxCore> {
    FeatureRuntime(
      PushInboxCore(configuration, folder: folder),
      store: InboxStore(folder),
      isOpenEnded: false,
      stream: { [weak self, folder, center] request, _, progress in
        let reading = try await folder.read(except: request.known)
        guard let center else { return reading }
        progress(reading)
        let notifications = await center.delivered()
        let identification = self?.runtime.subject?.identification ?? PushIdentification()
        return InboxReading(listed: notifications.compactMap { folder.entry($0, identification) })
      }
    )
  }
}

extension PushInbox {
  /// The account's entries, the newest first.
  public var entries: [InboxEntry] { state.entries }

  /// The number of unread entries; `nil` until the folder has been read.
  public var unreadCount: Int? {
    state.isKnown ? entries.count { !$0.isRead } : nil
  }

  /// The number of unread entries of each account that has any; `nil` until the folder has been read.
  public var unreadCounts: [AccountID: Int]? { state.isKnown ? state.unreadCounts : nil }

  /// Reads an entry, and does what a tap on its notification would do: responders are asked.
  ///
  /// An entry can be opened several times. Does nothing while the feature is not attached.
  public func open(_ entry: InboxEntry) {
    guard let subject = runtime.subject else { return }
    if entries.contains(where: { $0.key == entry.key }) { markRead([entry.id]) }
    subject.open(
      entry.payload,
      requestIdentifier: entry.requestIdentifier,
      response: PushResponse(isRepeatable: true),
      deliveredAt: entry.deliveredAt
    )
  }

  /// Marks entries as read.
  ///
  /// - Parameter ids: The ids of entries of the account; by default all.
  public func markRead(_ ids: Set<InboxEntry.ID>? = nil) {
    let ids = ids ?? Set(entries.map(\.id))
    send(PushInboxCore.Action(read: Private(ids.sorted())))
  }

  /// Removes entries, which do not come back.
  public func remove(_ ids: Set<InboxEntry.ID>) {
    send(PushInboxCore.Action(removed: Private(ids.sorted())))
  }

  /// Reads the folder and the system's list, as when the user pulls to refresh.
  public func refresh() { send(PushInboxCore.Action()) }

  /// The page, and how long entries are kept.
  public var recordedConfiguration: (any RecordedConfiguration)? { configuration }

  /// The number of entries, and the number of unread ones.
  public var facts: [(name: String, value: JSONValue)] {
    [
      ("entries", JSONValue(entries.count)),
      ("unread", unreadCount.map { JSONValue($0) } ?? .null),
    ]
  }
}

// MARK: - Recording

extension PushInbox.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "inbox"

  private enum CodingKeys: CodingKey {
    case page, maximumAge
  }

  /// Reads the page and the age.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    page = try values.decodeIfPresent(PageID.self, forKey: .page)
    maximumAge = try JSONKey.value(.maximumAge, in: values, or: maximumAge)
  }

  /// Writes the page and the age.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(page.map { Private($0, .word) }, forKey: .page)
    try values.encode(maximumAge, forKey: .maximumAge)
  }
}
