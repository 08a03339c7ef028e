import Foundation
import PushHub
import PushHubObservers
import Synchronization
import Testing

/// The code of the article on Firestore, with as much of Firestore as it needs.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FirestoreSnippets {
  @Test func `a listener becomes a source`() async throws {
    let stream = FirestoreSource().snapshots(for: "alice")
    let listener = try #require(Firestore.firestore().listener)
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

  @Test func `the dot takes it`() throws {
    let scheduler = ManualScheduler()
    let host = PluginHost(
      subjects: Subjects(
        push: NotificationManager(scheduler: scheduler),
        lifecycle: AppLifecycle(),
        scheduler: scheduler
      )
    )
    let badge = BadgeDot(
      source: FirestoreSource(),
      store: UserDefaultsReadMarkStore(scheduler: scheduler),
      configuration: BadgeDot.Configuration(listPage: "notifications")
    )
    try host.install(badge, named: "badge")
    #expect(!badge.state.isShown)
  }
}

private struct FirestoreSource: LatestNotificationSource {
  func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in  // 1
      let newest = Firestore.firestore().collection("users/\(account)/notifications")  // 2
        .order(by: "sequence", descending: true).limit(to: 20)  // 3
      let listener = newest.addSnapshotListener { snapshot, error in  // 4
        guard let snapshot else { return stream.finish(throwing: error) }  // 5
        let cursors: [NotificationCursor] = snapshot.documents.compactMap { document in  // 6
          (document["sequence"] as? Int64).map { .init(order: $0, id: document.documentID) }  // 7
        }
        stream.yield(cursors)  // 8
      }  // 9
      stream.onTermination = { _ in listener.remove() }  // 10
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
  let documents: [Document]
}

private final class Registration: Sendable {
  let path: String
  let tell: @Sendable (QuerySnapshot?, (any Error)?) -> Void
  private let removed = Mutex(false)

  init(path: String, tell: @escaping @Sendable (QuerySnapshot?, (any Error)?) -> Void) {
    self.path = path
    self.tell = tell
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  func remove() {
    removed.withLock { $0 = true }
  }
}

private struct Query {
  let path: String

  func order(by field: String, descending: Bool) -> Query { self }

  func limit(to count: Int) -> Query { self }

  func addSnapshotListener(
    _ tell: @escaping @Sendable (QuerySnapshot?, (any Error)?) -> Void
  ) -> Registration {
    let registration = Registration(path: path, tell: tell)
    Firestore.firestore().latest.withLock { $0 = registration }
    return registration
  }
}

private final class Firestore: Sendable {
  private static let shared = Firestore()

  let latest = Mutex<Registration?>(nil)

  static func firestore() -> Firestore { shared }

  var listener: Registration? { latest.withLock { $0 } }

  func collection(_ path: String) -> Query { Query(path: path) }
}
