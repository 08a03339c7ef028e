public import Foundation

/// A notification in a service extension: what was sent, and what steps change before it is shown.
///
/// It is a value. A ``ServiceExtensionStep`` works on a copy, so that a step that fails or is late
/// changes nothing.
public struct ExtensionNotification: Equatable, Sendable {
  /// The sender of a message of a conversation, for a communication notification.
  public struct Sender: Equatable, Sendable {
    /// The name that the system shows.
    public var name: String

    /// The sender's address, such as a phone number; `nil` to use the name.
    public var handle: String?

    /// The image file's contents; `nil` for none.
    public var avatar: Data?

    /// The name of the group that the message was sent to; `nil` for a message to the user alone.
    public var groupName: String?

    /// Describes a sender.
    public init(
      name: String,
      handle: String? = nil,
      avatar: Data? = nil,
      groupName: String? = nil
    ) {
      self.name = name
      self.handle = handle
      self.avatar = avatar
      self.groupName = groupName
    }
  }

  /// The payload as it was sent, with what steps have changed in ``userInfo``.
  public private(set) var payload: PushPayload

  /// The notification request's identifier.
  public let requestIdentifier: String

  /// The message id.
  ///
  /// The host identifies the payload before the first step, and again after each step that has changed it.
  public internal(set) var messageID: String?

  /// The account that the payload names, else the one that the app shows; `nil` while neither is known.
  ///
  /// A step that learns the account writes it into ``userInfo``, where the ``PushIdentification`` of app and
  /// extension finds it.
  public internal(set) var account: AccountID?

  /// The buttons that the payload itself has, with their titles.
  private(set) var buttons: [PushButton] = []

  /// The date when the extension received it, by the wall clock.
  public let date: Date

  /// The title.
  public var title: String

  /// The subtitle.
  public var subtitle: String

  /// The text.
  public var body: String

  /// The number for the app's icon; `nil` leaves the icon as it is.
  public var badge: Int?

  /// The conversation that the system groups it with; empty for none.
  public var threadIdentifier: String

  /// The category, which has the buttons; empty for none.
  public var categoryIdentifier: String

  /// The name of the sound: a file of the app, or `default`; `nil` for none.
  public var sound: String?

  /// The importance and urgency; `nil` for the default.
  public var interruptionLevel: APS.InterruptionLevel?

  /// The files to attach.
  ///
  /// The system moves each file that it accepts; others are removed.
  public var attachments: [URL] = []

  /// The sender, for a communication notification; `nil` for any other.
  public var sender: Sender?

  /// Whether the notification is not shown at all.
  ///
  /// The system allows that only for an app with the entitlement
  /// [com.apple.developer.usernotifications.filtering](https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.usernotifications.filtering);
  /// for any other it shows the notification as it was sent.
  public var isDropped = false

  /// Creates a notification with the texts of its payload, as in an extension whose app localizes none.
  ///
  /// - Parameters:
  ///   - payload: The payload as it was sent.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - date: The date when the extension received it.
  ///   - identification: The rules that find out which push it is, for a step that runs alone; a host uses its
  ///     own.
  public init(
    _ payload: PushPayload,
    requestIdentifier: String,
    date: Date,
    identification: PushIdentification = PushIdentification()
  ) {
    self.payload = payload
    self.requestIdentifier = requestIdentifier
    self.date = date
    let aps = payload.aps
    title = aps.title ?? ""
    subtitle = aps.subtitle ?? ""
    body = aps.body ?? ""
    badge = aps.badge
    threadIdentifier = aps.threadID ?? ""
    categoryIdentifier = aps.category ?? ""
    sound = aps.sound
    interruptionLevel = aps.interruptionLevel
    identify(by: identification)
  }
}

extension ExtensionNotification {
  /// The values of the payload by key.
  ///
  /// What a step changes here is what later steps receive, what the app's observers receive with the
  /// presentation and the response, and what the system keeps with the notification. `aps` is as it was sent,
  /// whatever texts are shown. Add keys rather than removing some: without a message id, the app recognizes the
  /// notification by those that were sent. A value nested deeper than ``PushPayload/maximumDepth`` is ignored.
  ///
  /// - Complexity: O(*n*) in the size of the payload.
  public var userInfo: [String: JSONValue] {
    get { payload.object }
    set {
      payload = (try? PushPayload(json: JSONValue.object(newValue).jsonText.utf8)) ?? payload
    }
  }

  /// Finds out which push it is, by the payload as it is now.
  mutating func identify(by identification: PushIdentification) {
    let identity = identification.identity(of: payload)
    (messageID, account) = (identity.messageID, identity.account)
    buttons = identity.sender.buttons(of: payload).filter { !$0.title.isEmpty }
  }

  /// The notification with a text in place of all that its account alone may see.
  func withheld(behind text: String) -> Self {
    removeAttachments()
    var notification = self
    (notification.title, notification.subtitle, notification.body) = ("", "", text)
    (notification.attachments, notification.sender, notification.badge) = ([], nil, nil)
    notification.categoryIdentifier = ""
    return notification
  }

  /// Removes the files of its attachments.
  ///
  /// - Parameter kept: The files that stay.
  func removeAttachments(except kept: [URL] = []) {
    for file in attachments where !kept.contains(file) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}
