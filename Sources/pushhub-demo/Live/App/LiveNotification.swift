import PushHub
import PushHubNetworking

/// A push as the system and the server remember it, who are both played by the live app.
struct LiveNotification: Equatable {
  /// The longest text that is kept of a title or a body, in characters.
  private static let longestText = 200

  /// Its place in the server's list.
  let number: Int

  /// What the sender calls it, if it says.
  let messageID: String?

  let payload: PushPayload
  let title: String
  let body: String

  /// Whether it arrived while an account was signed in, so that it is in the inbox.
  let isInInbox: Bool

  var isOpened = false

  init(_ payload: PushPayload, number: Int, isInInbox: Bool) {
    let aps = payload.aps
    self.number = number
    self.payload = payload
    self.isInInbox = isInInbox
    messageID = [any PushSender].standard.sender(of: payload).messageID(of: payload)
    title = Self.text(aps.title ?? aps.titleLocalization?.call)
    body = Self.text(aps.body ?? aps.bodyLocalization?.call)
  }

  /// What the system calls it.
  var request: String { "live-\(number)" }

  /// What the server's list says of it.
  var mark: NotificationCursor {
    NotificationCursor(order: number, id: "n\(number)")
  }

  /// Whether there is something to tap: a badge or a sound alone leaves nothing behind.
  var isVisible: Bool { payload.aps.hasAlert }

  /// Whether the app has registered buttons for it.
  var hasButtons: Bool { payload.aps.category == NotificationCategory.message.identifier }

  private static func text(_ text: String?) -> String {
    String((text ?? "").prefix(longestText))
  }
}

extension PushPayload {
  /// Whether the user notices nothing of the push, which is for the app alone.
  var isSilent: Bool { !aps.hasAlert && aps.sound == nil && aps.badge == nil }
}
