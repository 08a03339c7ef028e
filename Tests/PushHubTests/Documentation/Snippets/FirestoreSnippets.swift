import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import Synchronization
import Testing

/// The code of the article on Firestore, with as much of Firestore as it needs.
@MainActor
struct FirestoreSnippets {
  @Test func `a listener becomes a source`() async throws {
    let stream = FirestoreSource().snapshots(for: "alice")
    let listener = try #require(Firestore.firestore().listener(of: "alice"))
    listener.tell(QuerySnapshot(documents: [Document(documentID: "n1", sequence: 7)]), nil)
    listener.tell(nil, CocoaError(.fileReadUnknown))
    var heard: [[NotificationCursor]] = []
    await #expect(throws: CocoaError.self) {
      for try await snapshot in stream { heard.append(snapshot) }
    }
    #expect(heard == [[NotificationCursor(order: 7, id: "n1")]])
    #expect(listener.isRemoved)
    #expect(listener.path == "users/alice/notifications")
  }

  @Test func `an empty cache is no list, and the server's empty list is one`() async throws {
    let stream = FirestoreSource().snapshots(for: "bob")
    let listener = try #require(Firestore.firestore().listener(of: "bob"))
    var iterator = stream.makeAsyncIterator()
    listener.tell(QuerySnapshot(documents: [], isFromCache: true), nil)
    listener.tell(QuerySnapshot(documents: [], isFromCache: false), nil)
    #expect(try await iterator.next()?.isEmpty == true)
    listener.tell(QuerySnapshot(documents: [], isFromCache: true), nil)
    let cached = [Document(documentID: "n1", sequence: 7)]
    listener.tell(QuerySnapshot(documents: cached, isFromCache: true), nil)
    #expect(try await iterator.next()?.count == 1)
  }

  @Test func `the dot takes it`() throws {
    let scheduler = ManualScheduler()
    let host = PluginHost(
      context: PluginContext(
        push: NotificationManager(scheduler: scheduler),
        lifecycle: AppLifecycle(),
        scheduler: scheduler
      )
    )
    let badge = BadgeDot(
      source: FirestoreSource(),
      store: ReadMarkStore(key: "notifications.read"),
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
  typealias Tell = @Sendable (QuerySnapshot?, (any Error)?) -> Void

  let path: String
  private let includesMetadataChanges: Bool
  private let body: Tell
  private let told = Mutex<[String]?>(nil)
  private let removed = Mutex(false)

  init(path: String, includesMetadataChanges: Bool, body: @escaping Tell) {
    self.path = path
    self.includesMetadataChanges = includesMetadataChanges
    self.body = body
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  func remove() {
    removed.withLock { $0 = true }
  }

  /// Tells a snapshot, unless no document has changed and nobody asked for anything else.
  func tell(_ snapshot: QuerySnapshot?, _ error: (any Error)?) {
    let ids = snapshot?.documents.map(\.documentID)
    let isChange = told.withLock { told in
      defer { told = ids }
      return told == nil || told != ids
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
    listener body: @escaping Registration.Tell
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
  let listeners = Mutex<[String: Registration]>([:])

  static func firestore() -> Firestore { shared }

  func listener(of account: AccountID) -> Registration? {
    listeners.withLock { $0["users/\(account)/notifications"] }
  }

  func collection(_ path: String) -> Query { Query(path: path) }
}
