import PushHub
import PushHubNetworking

/// A push in the simulated system and server.
struct LiveNotification: Equatable {
  /// The limit of a title or a body, in characters.
  private static let longestText = 200

  /// Its place in the server's list.
  let number: Int

  /// The sender's identifier, if there is one.
  let messageID: String?

  let payload: PushPayload
  let title: String
  let body: String

  /// Whether an account was signed in when it arrived, so that it is in the inbox.
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

  /// The identifier of its request.
  var request: String { "live-\(number)" }

  /// Its entry in the server's list.
  var mark: NotificationCursor {
    NotificationCursor(order: number, id: "n\(number)")
  }

  /// Whether it can be tapped, which one with only a badge or a sound cannot.
  var isVisible: Bool { payload.aps.hasAlert }

  /// Whether its category has buttons.
  var hasButtons: Bool { payload.aps.category == NotificationCategory.message.identifier }

  private static func text(_ text: String?) -> String {
    String((text ?? "").prefix(longestText))
  }
}

extension PushPayload {
  /// Whether the push has no alert, sound or badge.
  var isSilent: Bool { !aps.hasAlert && aps.sound == nil && aps.badge == nil }
}
