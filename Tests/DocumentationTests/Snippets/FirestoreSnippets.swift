import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

/// The code of the article on Firestore, with as much of Firestore as it needs.
@MainActor
struct FirestoreSnippets {
  @Test func `a listener becomes a source`() async throws {
    let stream = FirestoreSource().snapshots(for: "alice")
    let listener = try #require(Firestore.firestore().listener(of: "alice"))
    listener.send(QuerySnapshot(documents: [Document(documentID: "n1", sequence: 7)]), nil)
    listener.send(nil, CocoaError(.fileReadUnknown))
    var snapshots: [[NotificationCursor]] = []
    await #expect(throws: CocoaError.self) {
      for try await snapshot in stream { snapshots.append(snapshot) }
    }
    #expect(snapshots == [[NotificationCursor(order: 7, id: "n1")]])
    #expect(listener.isRemoved)
    #expect(listener.path == "users/alice/notifications")
  }

  @Test func `an empty cache is not a list, and the server's empty list is`() async throws {
    let stream = FirestoreSource().snapshots(for: "bob")
    let listener = try #require(Firestore.firestore().listener(of: "bob"))
    var iterator = stream.makeAsyncIterator()
    listener.send(QuerySnapshot(documents: [], isFromCache: true), nil)
    listener.send(QuerySnapshot(documents: [], isFromCache: false), nil)
    #expect(try await iterator.next()?.isEmpty == true)
    listener.send(QuerySnapshot(documents: [], isFromCache: true), nil)
    let cached = [Document(documentID: "n1", sequence: 7)]
    listener.send(QuerySnapshot(documents: cached, isFromCache: true), nil)
    #expect(try await iterator.next()?.count == 1)
  }

  @Test func `the dot uses it as its source`() throws {
    let (host, folder) = (SimulatedApp().host, URL.temporaryDirectory)
    let badge = BadgeDot(
      source: FirestoreSource(),
      store: FileStore(url: folder.appending(path: "read-marks.json")),
      configuration: BadgeDot.Configuration(listPage: "notifications")
    )
    try host.install(badge, named: "badge")
    #expect(!badge.isShown)
  }
}

private struct FirestoreSource: LatestNotificationSource {
  func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in  // 1
      let newest = Firestore.firestore().collection("users/\(account)/notifications")  // 2
        .order(by: "sequence", descending: true).limit(to: 20)  // 3
      let listener = newest.addSnapshotListener(includeMetadataChanges: true) { list, error in  // 4
        guard let list else { return stream.finish(throwing: error) }  // 5
        if list.isEmpty && list.metadata.isFromCache { return }  // 6
        let cursors: [NotificationCursor] = list.documents.compactMap { document in  // 7
          (document["sequence"] as? Int64).map { .init(order: $0, id: document.documentID) }  // 8
        }
        stream.yield(cursors)  // 9
      }  // 10
      stream.onTermination = { _ in listener.remove() }  // 11
    }
  }
}

// MARK: - What Firestore brings

private struct Document {
  let documentID: String
  let sequence: Int64

  subscript(field: String) -> Any? { field == "sequence" ? sequence : nil }
}

private struct QuerySnapshot {
  struct Metadata {
    let isFromCache: Bool
  }

  let documents: [Document]
  let metadata: Metadata

  init(documents: [Document], isFromCache: Bool = false) {
    self.documents = documents
    metadata = Metadata(isFromCache: isFromCache)
  }

  var isEmpty: Bool { documents.isEmpty }
}

private final class Registration: Sendable {
  typealias Receive = @Sendable (QuerySnapshot?, (any Error)?) -> Void

  let path: String
  private let includesMetadataChanges: Bool
  private let body: Receive
  private let latestIDs = Lock<[String]?>(nil)
  private let removed = Lock(false)

  init(path: String, includesMetadataChanges: Bool, body: @escaping Receive) {
    self.path = path
    self.includesMetadataChanges = includesMetadataChanges
    self.body = body
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  func remove() {
    removed.withLock { $0 = true }
  }

  /// Sends a snapshot if a document has changed, or if metadata changes are included.
  func send(_ snapshot: QuerySnapshot?, _ error: (any Error)?) {
    let ids = snapshot?.documents.map(\.documentID)
    let isChange = latestIDs.withLock { latest in
      defer { latest = ids }
      return latest == nil || latest != ids
    }
    if isChange || includesMetadataChanges {
      body(snapshot, error)
    }
  }
}

private struct Query {
  let path: String

  func order(by field: String, descending: Bool) -> Query { self }

  func limit(to count: Int) -> Query { self }

  func addSnapshotListener(
    includeMetadataChanges: Bool,
    listener body: @escaping Registration.Receive
  ) -> Registration {
    let registration = Registration(
      path: path,
      includesMetadataChanges: includeMetadataChanges,
      body: body
    )
    Firestore.firestore().listeners.withLock { $0[path] = registration }
    return registration
  }
}

private final class Firestore: Sendable {
  private static let shared = Firestore()

  /// The latest of each path.
  let listeners = Lock<[String: Registration]>([:])

  static func firestore() -> Firestore { shared }

  func listener(of account: AccountID) -> Registration? {
    listeners.withLock { $0["users/\(account)/notifications"] }
  }

  func collection(_ path: String) -> Query { Query(path: path) }
}
