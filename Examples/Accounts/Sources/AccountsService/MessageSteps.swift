public import AccountsShared
import Foundation
public import PushHub
import PushHubAlerts

extension ServiceExtensionHost {
  /// Opens a message, and keeps and counts it for the account that it turns out to be for.
  public nonisolated static func messages(
    in group: AppGroup,
    keyring: any Keyring,
    scheduler: @escaping @MainActor @Sendable () -> any Scheduler = { LiveScheduler() }
  ) -> ServiceExtensionHost {
    ServiceExtensionHost(
      [.unseal(with: keyring), .inbox(group.inbox), .badge(group.badge)],
      folder: group.service,
      identification: .opened,
      neutralText: "New message",
      scheduler: scheduler
    )
  }
}

extension ServiceExtensionStep {
  private struct Message: Decodable {
    let sender: String
    let text: String
    let chat: String
  }

  /// Opens the message with the key that fits, whose account is that of the message.
  ///
  /// If no key fits, it is for an account that has signed out, and gets the host's neutral text. While the keys can't be
  /// read, as before the first unlock, it is shown as it was sent.
  static func unseal(with keyring: any Keyring) -> Self {
    .changing("unseal", limit: .seconds(5)) { notification in
      let sealed = notification.payload["sealed"]?.stringValue.flatMap { Data(base64Encoded: $0) }
      guard let sealed else { return }
      for account in try keyring.accounts() {
        guard let data = try? keyring.open(sealed, for: account) else { continue }
        let message = try JSONDecoder().decode(Message.self, from: data)
        notification.title = message.sender
        notification.body = message.text
        notification.userInfo["account"] = .string(account.rawValue)
        notification.userInfo["chat"] = .string(message.chat)
        return
      }
      notification.userInfo["account"] = "unknown"
    }
  }
}
