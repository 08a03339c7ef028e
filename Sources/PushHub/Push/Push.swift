public import Foundation

/// One push notification, however many of the system's callbacks have shown it.
///
/// A push is cheap to copy, and its fields are read from the payload when they are asked for.
///
/// ```swift
/// func receive(_ event: PushEvent) {
///   guard case .received(let push) = event else { return }
///   print(push.id, push.aps.title ?? "", push.payload["order"] ?? .null)
/// }
/// ```
public struct Push: Sendable, Identifiable {
  private struct Content {
    let id: String
    let messageID: String?
    let payload: PushPayload
    let sender: any PushSender
    let receivedAt: Date
  }

  /// What copies of a push share.
  private final class Shared: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private let shared: Shared
  private var content: Content { shared.content }

  /// The callbacks on which the push had been seen when this value was made.
  public internal(set) var callbacks: Set<PushCallbackKind>

  /// Makes a push, for tests and previews; a ``NotificationManager`` makes those that it delivers.
  ///
  /// - Parameters:
  ///   - id: What tells the push from others.
  ///   - messageID: The sender's own identifier.
  ///   - payload: What was sent.
  ///   - sender: The sender of the payload; by default the ready-made one that recognises it.
  ///   - receivedAt: When the push was first seen, by the wall clock.
  ///   - callbacks: Where it was seen.
  public init(
    id: String = "push-1",
    messageID: String? = nil,
    payload: PushPayload,
    sender: (any PushSender)? = nil,
    receivedAt: Date = Date(timeIntervalSince1970: 0),
    callbacks: Set<PushCallbackKind> = [.remote]
  ) {
    shared = Shared(
      Content(
        id: id,
        messageID: messageID,
        payload: payload,
        sender: sender ?? [any PushSender].standard.sender(of: payload),
        receivedAt: receivedAt
      )
    )
    self.callbacks = callbacks
  }
}

extension Push {
  /// Tells a push from all others that live, also from those with the same ``id``.
  var identity: ObjectIdentifier { ObjectIdentifier(shared) }

  /// Whether both are one push, whatever it has been seen on; two pushes may have the same ``id``.
  public func isSame(as other: Push) -> Bool { identity == other.identity }

  /// The sender's message id, else the request identifier, else `push-N` for the hub's Nth push.
  ///
  /// A notification that is updated in place under one request identifier is a new push with the
  /// same id, and so is the same text that is sent again under one collapse id.
  public var id: String { content.id }

  /// The identifier that the sender gave the message, if the sender gives one.
  public var messageID: String? { content.messageID }

  /// What was sent.
  public var payload: PushPayload { content.payload }

  /// Who sent the push, as far as the payload tells.
  public var sender: any PushSender { content.sender }

  /// When the push was first seen, by the wall clock.
  public var receivedAt: Date { content.receivedAt }

  /// The system's own fields.
  public var aps: APS { payload.aps }

  /// What is strange about the payload; one entry for each strange field.
  public var issues: [PayloadIssue] { payload.issues }

  /// The app's own keys, without what the system and the sender keep for themselves.
  public var customData: [String: JSONValue] { sender.customData(of: payload) }

  /// Where the sender wants a tap to lead, for senders that say so.
  public var link: String? { sender.link(of: payload) }

  /// Decodes the app's own keys, which stand beside `aps`, into a type of the app's.
  ///
  /// - Throws: What `JSONDecoder` throws for a payload that does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try payload.decode(type)
  }
}

/// A way by which the system shows a push to an app.
public enum PushCallbackKind: Hashable, Sendable, CaseIterable {
  /// The app was launched by a tap, and the launch options hold the payload.
  case launch

  /// The application delegate was given a remote notification, mostly in the background.
  case remote

  /// The notification center asks how to present a notification in the foreground.
  case present

  /// The user responded to a notification.
  case open
}
