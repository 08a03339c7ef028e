import Foundation
import PushHub

/// What the app itself keeps of an inbox, in a file beside those of the entries.
public struct InboxLedger: Codable, Equatable, Sendable {
  private enum CodingKeys: CodingKey {
    case marks, signIns
  }

  /// The notifications that were read or removed, without their texts.
  var marks: [InboxKey: InboxEntry] = [:]

  /// The date when each account signed in on this device; the distant past for the first one.
  var signIns: [AccountID: Date] = [:]

  /// The entries to write, by the names of their files; `nil` for a file to remove.
  var changes: [String: InboxEntry?] = [:]
}

/// Makes the changes of a ledger in the folder, and keeps the ledger there.
@MainActor
final class InboxStore: Store {
  private let folder: InboxFolder
  private let file: FileStore<InboxLedger>

  /// What the file has, which this process alone writes.
  private var saved: InboxLedger?

  init(_ folder: InboxFolder) {
    self.folder = folder
    file = FileStore(
      url: folder.files.url.appending(path: "marks", directoryHint: .notDirectory),
      isBackedUp: false,
      files: folder.system
    )
  }

  func load() throws -> PushInboxCore.Values? {
    saved = try saved ?? file.load()
    return saved.map { ["": $0] }
  }

  func update(_ change: (PushInboxCore.Values?) -> PushInboxCore.Values) throws
    -> PushInboxCore.Values
  {
    try save(change(try load()))
    return try load() ?? [:]
  }

  /// Tries all changes, whichever of them fails: a removal makes room for the others.
  func save(_ values: PushInboxCore.Values) throws {
    // A ledger that has become empty is missing in the values.
    guard var ledger = values[""] ?? saved.map({ _ in InboxLedger() }) else { return }
    var failure: (any Error)?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { failure = failure ?? error }
    }
    let changes = ledger.changes.sorted { $0.key < $1.key }
    ledger.changes = [:]
    for case (let name, let entry?) in changes {
      attempt { try folder.files.replace(name, with: JSONEncoder().encode(entry)) }
    }
    if ledger != saved {
      attempt {
        try folder.system.makeFolder(at: folder.files.url)
        try file.save(ledger)
        saved = ledger
      }
    }
    attempt { try folder.files.remove(changes.filter { $0.value == nil }.map(\.key)) }
    if let failure { throw failure }
  }
}
