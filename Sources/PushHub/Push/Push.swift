public import Foundation

/// One push notification, whatever the number of callbacks that reported it.
///
/// A push is cheap to copy. Its fields are read from the payload on access.
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
    var identity: PushIdentity
    var payload: PushPayload
    var requestIdentifier: String?
    var deliveredAt: Date?
    let receivedAt: Date
  }

  /// The storage that copies of a push share.
  private final class Shared: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private let shared: Shared

  /// The content of a later callback, if this value is about one.
  private var seen: Shared?
  private var latest: Shared { seen ?? shared }

  /// The callbacks that had reported the push when this value was created.
  public internal(set) var callbacks: Set<PushCallbackKind>

  /// Creates a push, for tests and previews; a ``NotificationManager`` creates those that it delivers.
  ///
  /// - Parameters:
  ///   - id: The push's identifier.
  ///   - messageID: The sender's message id.
  ///   - payload: The payload.
  ///   - sender: The sender of the payload; by default the standard one that recognizes it.
  ///   - account: The account that it belongs to.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - deliveredAt: The time when the system delivered the notification.
  ///   - receivedAt: The wall clock's time of the first callback.
  ///   - callbacks: The callbacks that have reported it.
  public init(
    id: String = "push-1",
    messageID: String? = nil,
    payload: PushPayload,
    sender: (any PushSender)? = nil,
    account: AccountID? = nil,
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil,
    receivedAt: Date = Date(timeIntervalSince1970: 0),
    callbacks: Set<PushCallbackKind> = [.remote]
  ) {
    shared = Shared(
      Content(
        id: id,
        identity: PushIdentity(
          sender: sender ?? PushIdentification().identity(of: payload).sender,
          messageID: messageID,
          account: account
        ),
        payload: payload,
        requestIdentifier: requestIdentifier,
        deliveredAt: deliveredAt,
        receivedAt: receivedAt
      )
    )
    self.callbacks = callbacks
  }

  /// The same push, as a later callback has reported it: a service extension may have changed it.
  func asSeen(in occurrence: PushOccurrence) -> Push {
    changed {
      $0.payload = occurrence.payload
      $0.requestIdentifier = occurrence.requestIdentifier ?? $0.requestIdentifier
      $0.deliveredAt = occurrence.deliveredAt ?? $0.deliveredAt
    }
  }

  /// The same push, as that of an account.
  func with(account: AccountID?) -> Push { changed { $0.identity.account = account } }

  private func changed(_ change: (inout Content) -> Void) -> Push {
    var (push, content) = (self, latest.content)
    change(&content)
    push.seen = Shared(content)
    return push
  }
}

extension Push {
  /// Whether both are the same push; two different pushes may have the same ``id``.
  public func isSame(as other: Push) -> Bool { shared === other.shared }

  /// The sender's message id, or else the request identifier, or else `push-N` for the Nth push.
  ///
  /// A notification that is updated under one request identifier is a new push with the same id. So is a
  /// text that is sent again with one collapse id.
  public var id: String { latest.content.id }

  /// The sender's message id, if there is one.
  public var messageID: String? { latest.content.identity.messageID }

  /// The sender, the message id and the account.
  public var identity: PushIdentity { latest.content.identity }

  /// The account that it belongs to: the one that its payload names, else that of an earlier callback, else
  /// the one that was shown when it arrived, or that was shown next.
  public var account: AccountID? { latest.content.identity.account }

  /// The identifier of the notification request, once a callback has it.
  public var requestIdentifier: String? { latest.content.requestIdentifier }

  /// The time when the system delivered the notification, once a callback has it.
  public var deliveredAt: Date? { latest.content.deliveredAt }

  /// The payload, as the callback that the event is about has it.
  ///
  /// A service extension may have changed what the user saw; see ``PushEvent/opened(_:_:)``.
  public var payload: PushPayload { latest.content.payload }

  /// The sender that recognizes the payload.
  public var sender: any PushSender { latest.content.identity.sender }

  /// The wall clock's time of the first callback.
  public var receivedAt: Date { latest.content.receivedAt }

  /// The system's fields.
  public var aps: APS { payload.aps }

  /// The issues of the payload, at most one for each field.
  public var issues: [PayloadIssue] { payload.issues }

  /// The app's own keys, without those of the system and the sender.
  public var customData: [String: JSONValue] { sender.customData(of: payload) }

  /// The link that a tap opens, for senders that define one.
  public var link: String? { sender.link(of: payload) }

  /// Returns the link that a response opens: that of the payload's button, if it is one, else the push's.
  ///
  /// A dismissal opens none. Identifiers of buttons are compared without regard to case.
  public func link(for response: PushResponse) -> String? {
    switch response.action {
    case .default: return link
    case .dismiss: return nil
    case .custom(let id):
      let button = sender.buttons(of: payload).first {
        $0.identifier.lowercased() == id.lowercased()
      }
      return button.map(\.link) ?? link
    }
  }

  /// Decodes the payload, with the app's own keys beside `aps`, as a type of the app.
  ///
  /// - Throws: The error of `JSONDecoder` if the payload doesn't match the type.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try payload.decode(type)
  }
}

/// The kind of callback by which the system reports a push to an app.
public enum PushCallbackKind: Hashable, Sendable, CaseIterable {
  /// The app was launched by a tap, and the launch options have the payload.
  case launch

  /// The app delegate received a remote notification, mostly in the background.
  case remote

  /// The notification center asks how to present a notification in the foreground.
  case present

  /// The user responded to a notification.
  case open
}
