import Foundation
import PushHub
import UserNotifications

// The app's own code, as the article names it.
final class OldNotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
  func fetch() async -> FetchResult { .noData }

  func upload(_ token: Data) {}
}

@MainActor let oldDelegate = OldNotificationDelegate()

@MainActor
final class MessageInbox {
  func open(_ link: String?) -> Bool { link != nil }

  func sync() async throws -> Bool { true }

  func showNotice(of push: Push) {}
}

@MainActor let inbox = MessageInbox()

@MainActor
final class Navigation {
  func open(_ link: String?) -> Bool { link != nil }
}

@MainActor let navigation = Navigation()

actor ShopClient {
  func addDevice(token: String, locale: String?, to account: String) async throws {}

  func removeDevice(token: String, from account: String) async throws {}
}
