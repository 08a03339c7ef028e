import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on the inbox.
@MainActor
struct InboxSnippets: AppFixture {
  let app = SimulatedApp()
  private let temporary = TemporaryFolder()
  private var group: URL { temporary.url }

  private func install(
    _ center: any DeliveredNotificationCenter,
    in host: PluginHost
  ) throws -> PushInbox {
    let folder = InboxFolder(group.appending(path: "inbox"))
    let inbox = PushInbox(folder: folder, center: center)
    try host.install(inbox, named: "inbox")
    return inbox
  }

  @Test func `what the extension writes is in the list, and counts`() async throws {
    let steps: [ServiceExtensionStep] = [
      .inbox(InboxFolder(group.appending(path: "inbox"))),
      .badge(SharedBadge(group.appending(path: "badge"))),
    ]
    let extensionHost = ServiceExtensionHost(steps, scheduler: { [clock] in clock })
    var badges: [Int?] = []
    for id in ["m1", "m2"] {
      extensionHost.process(
        ExtensionNotification(try message(id), requestIdentifier: id, date: clock.date)
      ) { badges.append($0.badge) }
    }
    #expect(await eventually { badges.count == 2 })
    #expect(Set(badges) == [1, 2])
    let inbox = try install(ListedNotifications(), in: host)
    await clock.settle()
    #expect(inbox.unreadCount == 2)
  }

  @Test func `the app says what is stored, and for how long`() throws {
    var configuration = PushInbox.Configuration()
    configuration.page = "inbox"
    configuration.maximumAge = .seconds(7 * 86_400)
    #expect(configuration.page == "inbox")
    let discreet = InboxFolder(group.appending(path: "inbox")) { entry in
      entry.body = ""
      return entry.payload.aps.hasAlert && entry.payload["ad"] == nil
    }
    let date = Date(timeIntervalSince1970: 0)
    func append(_ json: String) throws -> InboxEntry? {
      try discreet.append(
        ExtensionNotification(try payload(json), requestIdentifier: json, date: date)
      )
    }
    #expect(try append(#"{"aps":{"alert":"Hi"}}"#)?.body == "")
    #expect(try append(#"{"aps":{"alert":"Hi"},"ad":1}"#) == nil)
  }
}
