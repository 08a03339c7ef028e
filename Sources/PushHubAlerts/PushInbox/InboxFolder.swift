public import Foundation
public import PushHub

/// The location of the entries of a ``PushInbox``, in a `SharedFolder` of the app and its service extension.
///
/// ```swift
/// let folder = InboxFolder(group.appending(path: "inbox")) { entry in
///   entry.body = ""  // a stored entry has no text
///   return entry.payload.aps.hasAlert
/// }
/// ```
///
/// Both open it with the same configuration. The folder is in no backup, and on Apple's devices encrypted
/// until the user has unlocked them once after a start.
public struct InboxFolder: Sendable {
  let files: SharedFolder
  private let keeps: @Sendable (inout InboxEntry) -> Bool

  /// Opens a folder; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: The folder for its files alone; created with the first entry if it is missing.
  ///   - maximumCount: The maximum number of entries, of all accounts; the oldest are removed. From 1 to
  ///     100,000.
  ///   - files: The file system; a test can make its calls fail.
  ///   - keeps: Returns whether a notification gets an entry, and may change what is stored of it; by default
  ///     one that has an alert, as it is.
  public init(
    _ url: URL,
    maximumCount: Int = 500,
    files: FileSystem = .system,
    keeps: @escaping @Sendable (inout InboxEntry) -> Bool = { $0.payload.aps.hasAlert }
  ) {
    self.files = SharedFolder(url, maximumCount: maximumCount, files: files)
    self.keeps = keeps
  }

  /// Writes an entry where there is no ``PushInbox``: in a service extension.
  ///
  /// - Parameters:
  ///   - notification: The notification, as it is shown.
  ///   - account: Its account; by default the one that the payload names. Without one, it belongs to the
  ///     account that is signed in when the app reads it, or signs in next.
  /// - Returns: The entry, which is on disk; `nil` if the notification gets none.
  /// - Throws: The error of the file system, with nothing changed.
  /// - Complexity: One file, see `SharedFolder`.
  @discardableResult
  public func append(
    _ notification: ExtensionNotification,
    account: AccountID? = nil
  ) throws -> InboxEntry? {
    let entry = entry(
      notification.payload,
      messageID: notification.messageID,
      requestIdentifier: notification.requestIdentifier,
      account: account ?? notification.account,
      date: notification.date
    ) { entry in
      entry.title = notification.title
      entry.subtitle = notification.subtitle
      entry.body = notification.body
    }
    if let entry { try write(entry) }
    return entry
  }

  /// The entry of a notification; `nil` if it gets none, or if nothing identifies it.
  func entry(
    _ payload: PushPayload,
    messageID: String?,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date,
    change: (inout InboxEntry) -> Void = { _ in }
  ) -> InboxEntry? {
    guard
      var entry = InboxEntry(
        payload,
        messageID: messageID,
        requestIdentifier: requestIdentifier,
        account: account,
        date: date
      )
    else { return nil }
    change(&entry)
    return keeps(&entry) ? entry : nil
  }

  /// Writes an entry.
  ///
  /// - Returns: The name of its file.
  @discardableResult
  package func write(_ entry: InboxEntry, replacing name: String? = nil) throws -> String {
    let data = try JSONEncoder().encode(entry)
    guard let name else {
      return try files.append(id: UUID().uuidString, at: entry.date) { _, _ in data }.name
    }
    try files.replace(name, with: data)
    return name
  }

  /// - Throws: A `DecodingError` for a file that is no entry.
  func read(_ name: String) throws -> InboxEntry {
    try JSONDecoder().decode(InboxEntry.self, from: files.read(name))
  }
}

extension ServiceExtensionStep {
  /// A step that writes an entry for the app's inbox.
  ///
  /// Put it behind the steps that change texts, whose texts the entry has.
  ///
  /// - Parameter folder: The folder of the app's ``PushInbox``.
  public static func inbox(_ folder: InboxFolder) -> Self {
    .reading("inbox") { try folder.append($0) }
  }
}
