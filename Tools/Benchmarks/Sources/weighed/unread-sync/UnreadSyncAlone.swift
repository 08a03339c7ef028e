import PushHub
import PushHubObservers
import WeighedApp

@main
struct UnreadSyncAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [
        UnreadSync(
          source: Source(),
          configuration: UnreadSync.Configuration(trackedPages: ["home"])
        )
      ]
    }
    print(try app.hear())
  }

  struct Source: UnreadCountSource {
    func unreadCount(for account: AccountID) async throws -> Int { 1 }
  }
}
