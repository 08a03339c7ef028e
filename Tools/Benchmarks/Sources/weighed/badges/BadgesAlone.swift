import PushHub
import PushHubNetworking
import PushHubObservers
import WeighedApp

@main
struct BadgesAlone {
  static func main() throws {
    let app = try WeighedApp { scheduler in
      let dot = BadgeDot(
        source: Source(),
        store: MemoryStore<[String: ReadMark]>(),
        configuration: BadgeDot.Configuration(listPage: "list")
      )
      let tree = BadgeTree(scheduler: scheduler)
      tree.connect(dot, to: "me/list")
      return [dot]
    }
    print(try app.hear())
  }

  struct Source: LatestNotificationSource {
    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      ScheduledStream()
    }
  }
}
