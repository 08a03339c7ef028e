/// A service that sends pushes, recognized by the keys of its payloads.
///
/// Conform to it to add a sender of your own:
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
/// ## Standard senders
///
/// A payload is recognized by keys that only this sender uses. Its message id, custom data and link are
/// read where the sender's own SDK reads them; an empty cell means that the sender doesn't provide it.
///
/// | name | recognized by | message id | custom data | link |
/// |---|---|---|---|---|
/// | `jpush` | `_j_msgid` | `_j_msgid` | beside `aps` | |
/// | `pushwoosh` | `p` and `pw_msg` | `p` | beside `aps` | `l` |
/// | `onesignal` | `custom.i` or `os_data.i` | the same | `custom.a`, or beside `aps` | `custom.u` or `os_data.u` |
/// | `airship` | `_`, `_uamid` or `com.urbanairship.metadata` | `_` | beside `aps` | `^d` or `^u` |
/// | `customerio` | `CIO-Delivery-ID` | `CIO-Delivery-ID` | beside `aps` | `CIO.push.link` |
/// | `braze` | `ab.c`, `ab.att`, `ab.ab_cd` or `ab_uri` | | beside `aps` | `ab_uri` |
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
/// | `pushy` | `_pushyId` | `_pushyId` | beside `aps` | |
/// | `knock` | `knock_message_id` | `knock_message_id` | beside `aps` | |
/// | `pinpoint` | `data.pinpoint` | | `data` | `data.pinpoint.deeplink` |
/// | `sendbird` | `sendbird.channel.channel_url` | `sendbird.message_id` of a new message | beside `aps` | |
/// | `twilio` | `twi_message_id` | `twi_message_id` | beside `aps` | |
/// | `intercom` | `intercom_push_type` | | beside `aps` | `uri` |
/// | `bloomreach` | `source`, which is `xnpe_platform` | | `attributes` | `url` |
/// | `localytics` | `ll.ca` or `ll_deep_link_url` | | beside `aps` | `ll_deep_link_url` |
/// | `getui` | `_gmid_` | `_gmid_` | beside `aps` | |
/// | `matrix` | `room_id` and `event_id` of Matrix's form | `event_id` | beside `aps` | |
/// | `ntfy` | `event`, `id`, `time`, `topic`, and `click` or `poll_id` | `id` | beside `aps` | `click` |
/// | `fcm` | `gcm.message_id` | `gcm.message_id` | beside `aps` | `gcm.app_link` |
/// | `umeng` | `d` of UMeng's form, and `p` | `d` | beside `aps` | |
/// | `apns` | anything | | beside `aps` | |
///
/// FCM also delivers payloads of other senders. Such a payload has FCM's message id, and the other sender's
/// name, custom data and link.
///
/// The payloads of `airship` (`com.urbanairship.interactive_actions`), `iterable` (`itbl.actionButtons`), `emarsys`
/// (`ems.actions`), `klaviyo` (`body.action_buttons`), `homeassistant`, `bloomreach` and `ntfy` (`actions`) may have
/// buttons, each with a link of its own; see ``Push/link(for:)``.
///
/// An id that many messages share, such as that of a campaign, isn't a message id: the second push would be
/// recognized as the first. Such pushes are distinguished by their request identifier and content.
///
/// ## Requirements
///
/// Senders are asked about every push, also off the main actor and about payloads of all other senders.
/// Read only the keys that you need, and expect values of any type.
public protocol PushSender: Sendable {
  /// A short name in lowercase, for logs and statistics.
  var name: String { get }

  /// Whether the payload comes from this sender.
  func recognizes(_ payload: PushPayload) -> Bool

  /// The sender's id of the message, which identifies the push; never empty.
  func messageID(of payload: PushPayload) -> String?

  /// The app's own data in the payload, without the sender's keys.
  func customData(of payload: PushPayload) -> [String: JSONValue]

  /// The link that the push opens, as its sender defines it.
  func link(of payload: PushPayload) -> String?

  /// The buttons that the payload has, and their links.
  func buttons(of payload: PushPayload) -> [PushButton]
}

/// A button that a payload has, which belongs to no category of the app.
public struct PushButton: Equatable, Sendable {
  /// The identifier of the response.
  public var identifier: String

  /// The title; empty if the payload has none, since the app's category has the button.
  public var title: String

  /// The link that the button opens, if its sender defines one.
  public var link: String?

  /// Describes a button.
  public init(identifier: String, title: String, link: String? = nil) {
    (self.identifier, self.title, self.link) = (identifier, title, link)
  }
}

extension PushSender {
  /// No link, unless the sender defines one.
  public func link(of payload: PushPayload) -> String? { nil }

  /// No buttons, unless the sender defines some.
  public func buttons(of payload: PushPayload) -> [PushButton] { [] }
}
