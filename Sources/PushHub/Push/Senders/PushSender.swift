/// A service that sends pushes, known by the keys it puts into them.
///
/// Conform to it to teach the app a sender of its own:
///
/// ```swift
/// struct NewsDesk: PushSender {
///   let name = "newsdesk"
///   func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }
///   func messageID(of payload: PushPayload) -> String? {
///     payload["news"]?["id"]?.stringValue
///   }
///   func customData(of payload: PushPayload) -> [String: JSONValue] {
///     payload["news"]?.objectValue ?? [:]
///   }
/// }
/// ```
///
/// ## The senders that are known without the app's doing
///
/// A payload is recognised by keys that only this sender has. Its message id, custom data and link are
/// read where the sender's own SDK reads them; what is empty here, the sender doesn't tell.
///
/// | name | recognised by | message id | custom data | link |
/// |---|---|---|---|---|
/// | `jpush` | `_j_msgid` | `_j_msgid` | beside `aps` | |
/// | `pushwoosh` | `p` and `pw_msg` | `p` | beside `aps` | `l` |
/// | `onesignal` | `custom.i` or `os_data.i` | the same | `custom.a`, or beside `aps` | `custom.u` or `os_data.u` |
/// | `airship` | `_`, `_uamid` or `com.urbanairship.metadata` | `_` | beside `aps` | `^d` or `^u` |
/// | `customerio` | `CIO-Delivery-ID` | `CIO-Delivery-ID` | beside `aps` | `CIO.push.link` |
/// | `braze` | `ab` or `ab_uri` | | beside `aps` | `ab_uri` |
/// | `pusher` | `data.pusher` | `data.pusher.publishId` | `data` | |
/// | `clevertap` | `wzrk_*` or `W$*` | `wzrk_pid` | beside `aps` | `wzrk_dl` |
/// | `iterable` | `itbl` | `itbl.messageId` | beside `aps` | `itbl.defaultAction.data`, `url` |
/// | `leanplum` | `_lpm`, `_lpu`, `_lpn` or `_lpv` | `lp_occurrence_id` | beside `aps` | `_lpx.URL` |
/// | `emarsys` | `ems` | `u.sid` | beside `aps` | `ems.default_action.url` |
/// | `adobe` | `_xdm` | | beside `aps` | `adb_uri` |
/// | `batch` | `com.batch` | | beside `aps` | `com.batch.l` |
/// | `klaviyo` | `body._k` | `body._k.tm` | `key_value_pairs` | `url` or `web_url` |
/// | `moengage` | `moengage` | | `app_extra` | `app_extra.moe_deeplink`, `moengage.webUrl` |
/// | `salesforce` | `_sid`, or `_m` and `_r` | | beside `aps` | `_od` |
/// | `stream` | `stream.cid` and `stream.type` | `stream.id` of a new message | beside `aps` | |
/// | `expo` | `experienceId` and `body` | | `body` | |
/// | `homeassistant` | `webhook_id` | | beside `aps` | `url`, `uri` or `clickAction` |
/// | `fcm` | `gcm.message_id` | `gcm.message_id` | beside `aps` | |
/// | `umeng` | `d` and `p` | `d` | beside `aps` | |
/// | `apns` | anything | | beside `aps` | |
///
/// FCM also delivers payloads of other senders. Such a payload has FCM's message id, and the other sender's
/// name, custom data and link.
///
/// An id that many messages share, such as that of a campaign, is no message id: the second push
/// would be taken for the first. Such pushes are told apart by their request identifier and content.
///
/// ## What to take care of
///
/// Senders are asked about every push, off the main actor too, and about payloads of all other
/// senders: read what you need by key, and expect any type anywhere.
public protocol PushSender: Sendable {
  /// A short name in lower case, for logs and statistics.
  var name: String { get }

  /// Whether the payload comes from this sender.
  func recognizes(_ payload: PushPayload) -> Bool

  /// The sender's id of the message, by which the push is told from all others; never empty.
  func messageID(of payload: PushPayload) -> String?

  /// What the app itself has put into the payload, without the sender's housekeeping.
  func customData(of payload: PushPayload) -> [String: JSONValue]

  /// The link that the push opens, as its sender defines it.
  func link(of payload: PushPayload) -> String?
}

extension PushSender {
  /// No link, unless the sender defines one.
  public func link(of payload: PushPayload) -> String? { nil }
}

extension [any PushSender] {
  /// The senders that are known without the app's doing, in the order in which they are asked; the
  /// last recognises everything.
  ///
  /// Put senders of your own in front: `senders: [NewsDesk()] + .standard`.
  public static var standard: Self { KeyedSender.table }

  /// The first sender that recognises a payload, or that of a server that speaks to the push service
  /// directly if none does.
  public func sender(of payload: PushPayload) -> any PushSender {
    first { $0.recognizes(payload) } ?? KeyedSender.apns
  }
}
