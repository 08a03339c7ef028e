import Foundation
import PushHub
import PushHubAlerts
import Testing

@testable import TestSupport

/// The code of the article on the inbox that decides what is stored.
struct InboxSnippets {
  @Test func `the app says what is stored, and for how long`() throws {
    var configuration = PushInbox.Configuration()
    configuration.page = "inbox"
    configuration.maximumAge = .seconds(7 * 86_400)
    #expect(configuration.page == "inbox")
    let folder = TemporaryFolder()
    let discreet = InboxFolder(folder.url) { entry in
      entry.body = ""
      return entry.payload.aps.hasAlert && entry.payload["ad"] == nil
    }
    let date = Date(timeIntervalSince1970: 0)
    func append(_ json: String) throws -> InboxEntry? {
      try discreet.append(
        ExtensionNotification(payload(json), requestIdentifier: json, date: date)
      )
    }
    #expect(try append(#"{"aps":{"alert":"Hi"}}"#)?.body == "")
    #expect(try append(#"{"aps":{"alert":"Hi"},"ad":1}"#) == nil)
  }
}
