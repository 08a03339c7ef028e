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
  let system: FileSystem
  private let keeps: @Sendable (inout InboxEntry) -> Bool

  /// Opens a folder; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: The folder for its files alone; created with the first entry if it is missing.
  ///   - maximumCount: The maximum number of entries, of all accounts; the oldest are removed. From 1 to
  ///     100,000.
  ///   - files: The file system; a test can make its calls fail.
  ///   - keeps: Returns whether a notification gets an entry, and may change what is stored of it; by default
  ///     one that has an alert, as it is. If it changes a text, the stored payload has no other text either: it
  ///     keeps numbers, and values without white space such as identifiers and links, unless the text is in them.
  public init(
    _ url: URL,
    maximumCount: Int = 500,
    files: FileSystem = .system,
    keeps: @escaping @Sendable (inout InboxEntry) -> Bool = { $0.payload.aps.hasAlert }
  ) {
    self.files = SharedFolder(url, maximumCount: maximumCount, files: files)
    (system, self.keeps) = (files, keeps)
  }

  /// Writes an entry where there is no ``PushInbox``: in a service extension.
  ///
  /// - Parameter notification: The notification, as it is shown. The entry of one without an account belongs to
  ///   the account that is shown when the app reads it, or is shown next.
  /// - Returns: The entry, which is on disk; `nil` if the notification gets none.
  /// - Throws: The error of the file system, with nothing changed.
  /// - Complexity: One file, see `SharedFolder`.
  @discardableResult
  public func append(_ notification: ExtensionNotification) throws -> InboxEntry? {
    let entry = entry(
      InboxEntry(
        notification.payload,
        messageID: notification.messageID,
        requestIdentifier: notification.requestIdentifier,
        account: notification.account,
        date: notification.date,
        texts: (notification.title, notification.subtitle, notification.body)
      )
    )
    guard let entry else { return nil }
    try files.append(id: UUID().uuidString, at: entry.date) { _, _ in
      try JSONEncoder().encode(entry)
    }
    return entry
  }
}

extension InboxFolder {
  /// The entry as it is kept; `nil` if there is none.
  func entry(_ original: InboxEntry?) -> InboxEntry? {
    guard let original, case var entry = original, keeps(&entry) else { return nil }
    entry.hideTexts(changedSince: original)
    return entry
  }

  /// The entry of a notification in the system's list.
  func entry(
    _ notification: DeliveredNotification,
    _ identification: PushIdentification
  ) -> InboxEntry? {
    let identity = identification.identity(of: notification.payload)
    return entry(
      InboxEntry(
        notification.payload,
        messageID: identity.messageID,
        requestIdentifier: notification.id,
        account: identity.account,
        date: notification.date,
        deliveredAt: notification.date,
        texts: (notification.title, notification.subtitle, notification.body)
      )
    )
  }

  /// The name for the file of an entry.
  func name(of entry: InboxEntry) -> String {
    let date = max(0, entry.date.secondsToTheMillisecond * 1_000)
    let stamp = String(10_000_000_000_000_000 + (Int(exactly: date.rounded()) ?? 0)).suffix(16)
    return "\(stamp)-\("\(entry.account?.rawValue ?? "")\n\(entry.id)".stableHash).json"
  }

  /// Reads the files whose names are not known, off the main actor, and removes those that can't be decoded.
  @concurrent
  func read(except known: Set<String>) async throws -> InboxReading {
    let (names, decoder) = (try files.names(), JSONDecoder())
    var (reading, failure) = (InboxReading(), nil as (any Error)?)
    var (arrived, found) = ([InboxEntry](), known.intersection(names))
    for name in names where !known.contains(name) {
      do {
        var entry = try decoder.decode(InboxEntry.self, from: files.read(name))
        entry.file = name
        arrived.append(entry)
        found.insert(name)
      } catch is NewerInboxFormat {
        reading.newer = (reading.newer ?? 0) + 1
        found.insert(name)
      } catch is DecodingError {
        reading.broken = (reading.broken ?? 0) + 1
        try? files.remove([name])
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      } catch {
        failure = error
      }
    }
    // Before the first unlock no file can be read, and the number of entries isn't known. One that can't be read for
    // another reason is tried again with the next reading.
    if let failure, found.isEmpty { throw failure }
    (reading.arrived, reading.known) = (arrived.isEmpty ? nil : arrived, found)
    return reading
  }
}

/// The entries of other processes in the folder, and those of the notifications in the system's list.
///
///     {"t":1,"inbox":{"answer":{"arrived":[{"id":"m1","date":1767225600,"payload":{"aps":{"alert":"Hi"}}}]}}}
public struct InboxReading: Codable, Equatable, Sendable {
  private enum CodingKeys: CodingKey {
    case arrived, listed, broken, newer
  }

  /// The entries of files that were not known.
  var arrived: [InboxEntry]?

  /// The entries of the system's list, if it was read.
  var listed: [InboxEntry]?

  /// The number of files that can't be decoded.
  var broken: Int?

  /// The number of files of a newer format.
  var newer: Int?

  /// The names of all files that need not be read again.
  var known: Set<String>?
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
