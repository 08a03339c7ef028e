public import Observation
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
///   notification, it has one entry.
/// - Reading: A response to a notification reads its entry, unless the user dismisses it; so does
///   ``open(_:)``, and showing ``Configuration/page``.
/// - Opportunities: The folder and the system's list are read when the feature is attached, when the app
///   enters the foreground, at a sign-in or sign-out, and in ``refresh()``.
/// - Accounts: Only the entries of the account that is signed in are shown. Those of no known account belong
///   to the account that is signed in when the app reads them, or signs in next. When an account signs out,
///   its entries and those of no known account are removed, and what arrived until then does not come back.
/// - Bounds: Entries that are too old, and the oldest beyond the folder's maximum, are removed.
/// - Failures: An entry that can't be written is logged, counts nevertheless, and is written when the folder
///   is read next. It is lost when the app ends before.
@MainActor
@Observable
public final class PushInbox {
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

  /// Called with each event, at once; for logs and tests.
  @ObservationIgnored public var log: ((PushInboxEvent) -> Void)?

  private let folder: InboxFolder
  private let center: (any DeliveredNotificationCenter)?
  private let runtime: ManualFeatureRuntime<PushInboxCore>

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
    self.folder = folder
    self.center = center
    runtime = ManualFeatureRuntime(
      PushInboxCore(configuration, folder: folder),
      observes: [.received, .opened, .presented]
    )
  }
}

extension PushInbox {
  /// The account's entries, the newest first.
  public var entries: [InboxEntry] { runtime.state.entries }

  /// The number of unread entries; `nil` until the folder has been read.
  public var unreadCount: Int? {
    runtime.state.isKnown ? entries.count { !$0.isRead } : nil
  }

  /// Reads an entry, and does what a tap on its notification would do: responders are asked.
  ///
  /// An entry can be opened several times. Does nothing while the feature is not attached.
  public func open(_ entry: InboxEntry) {
    guard let context = runtime.context else { return }
    markRead([entry.id])
    context.push.open(
      entry.payload,
      requestIdentifier: entry.requestIdentifier,
      response: PushResponse(isRepeatable: true)
    )
  }

  /// Marks entries as read.
  ///
  /// - Parameter ids: The ids of entries of the account; by default all.
  public func markRead(_ ids: Set<InboxEntry.ID>? = nil) { sendIfAttached(.read(ids)) }

  /// Removes entries, which do not come back.
  public func remove(_ ids: Set<InboxEntry.ID>) { sendIfAttached(.remove(ids)) }

  /// Reads the folder and the system's list, as when the user pulls to refresh.
  public func refresh() { sendIfAttached(.refresh) }

  /// Sends a request of the app, which concerns the entries of now.
  private func sendIfAttached(_ input: PushInboxCore.Input) {
    if runtime.isAttached { runtime.send(input) }
  }
}

// MARK: - Plugin

extension PushInbox: LoggingPlugin {
  /// The page, and how long entries are kept.
  public var recordedConfiguration: (any RecordedConfiguration)? { runtime.core.configuration }

  /// The number of entries, and the number of unread ones.
  public var facts: [(name: String, value: JSONValue)] {
    [
      ("entries", JSONValue(entries.count)),
      ("unread", unreadCount.map { JSONValue($0) } ?? .null),
    ]
  }

  /// Begins to follow the app.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { $0.perform($1) }
  }

  /// Stops; entries stay on disk.
  public func detach() { runtime.detach() }

  private func perform(_ effect: PushInboxCore.Effect) -> PushInboxCore.Input? {
    switch effect {
    case .readFolder: return readFolder()
    case .readList:
      runtime.start { [center] send in send(.delivered(await center?.delivered() ?? [])) }
    case .write(let entry, let name):
      do {
        return .written(entry.id, name: try folder.write(entry, replacing: name))
      } catch {
        log?(.failed(error: LogText(error).description))
        return .written(entry.id, name: nil)
      }
    case .remove(let names):
      do { try folder.files.remove(names) } catch {
        log?(.failed(error: LogText(error).description))
      }
    }
    return nil
  }

  private func readFolder() -> PushInboxCore.Input? {
    do {
      let (names, known) = (try folder.files.names(), runtime.core.knownNames)
      var (entries, broken): ([(name: String, entry: InboxEntry)], [String]) = ([], [])
      var hasFailed = false
      for name in names where !known.contains(name) {
        do {
          entries.append((name, try folder.read(name)))
        } catch is DecodingError {
          broken.append(name)
        } catch {
          hasFailed = true
          log?(.failed(error: LogText(error).description))
        }
      }
      // Before the first unlock no file can be read, and the number of entries isn't known.
      if hasFailed, entries.isEmpty { return nil }
      return .found(entries, broken: broken, names: names)
    } catch {
      log?(.failed(error: LogText(error).description))
      return nil
    }
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
    page = try values.decodeIfPresent(String.self, forKey: .page).map(PageID.init(rawValue:))
    maximumAge = try JSONKey.value(.maximumAge, in: values, or: maximumAge)
  }

  /// Writes the page and the age.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(page?.rawValue, forKey: .page)
    try values.encode(maximumAge, forKey: .maximumAge)
  }
}
