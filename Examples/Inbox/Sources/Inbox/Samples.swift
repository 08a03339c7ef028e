import PushHub
import PushHubObservers

/// Stands for a server: three messages are unread.
struct SampleUnreadCounts: UnreadCountSource {
  func unreadCount(for account: AccountID) async throws -> Int {
    3
  }
}

/// Stands for a listener on a server's list, of which one entry is known.
struct SampleNews: LatestNotificationSource {
  func snapshots(for account: AccountID) -> AsyncStream<[NotificationCursor]> {
    AsyncStream { continuation in
      continuation.yield([NotificationCursor(order: 1, id: "welcome")])
    }
  }
}

/// Something that can be had for a while.
struct Offer {
  let id: String
  let title: String
  let timeLeft: Duration

  static let samples = [
    Offer(id: "coffee", title: "Coffee for two", timeLeft: .seconds(95)),
    Offer(id: "cinema", title: "Cinema tonight", timeLeft: .seconds(3_725)),
    Offer(id: "museum", title: "Museum on Sunday", timeLeft: .seconds(86_400)),
  ]
}
