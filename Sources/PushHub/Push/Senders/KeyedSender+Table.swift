extension KeyedSender {
  /// The rows in the order in which they are asked, each with the source of its keys.
  ///
  /// FCM comes after the services that send through it, and keys that are likely to be an app's own come
  /// after FCM.
  static let table: [KeyedSender] = [
    // JPush: the id is an integer beyond 2^53 or a text.
    KeyedSender(
      name: "jpush",
      signs: [[.identifier(["_j_msgid"])]],
      ids: [["_j_msgid"]],
      prefixes: ["_j_"]
    ),
    // Pushwoosh; the app's data is in `u`, as a text.
    //
    // Keys: `PWDataManager.m` and `PushNotificationManager.m` of Pushwoosh/pushwoosh-ios-sdk, which takes
    // two pushes with one `p` for the same.
    KeyedSender(
      name: "pushwoosh",
      signs: [[.text(["p"]), .value(["pw_msg"])]],
      ids: [["p"]],
      links: [["l"]],
      housekeeping: ["p", "l", "h", "rm"],
      prefixes: ["pw_"]
    ),
    // OneSignal, with the app's data in a dictionary of its own.
    KeyedSender(
      name: "onesignal",
      signs: [[.text(["custom", "i"])]],
      ids: [["custom", "i"]],
      links: [["custom", "u"]],
      data: ["custom", "a"]
    ),
    // OneSignal's other form, with the app's data beside `aps`.
    KeyedSender(
      name: "onesignal",
      signs: [[.text(["os_data", "i"])]],
      ids: [["os_data", "i"]],
      links: [["os_data", "u"]],
      housekeeping: ["os_data"]
    ),
    // Airship: `_uamid` is the id of an inbox message that the push belongs to. Each action has a short and
    // a long name.
    //
    // Keys: `PushReceivedEvent`, `DeepLinkAction`, `OpenExternalURLAction` and the message center of
    // urbanairship/ios-library.
    KeyedSender(
      name: "airship",
      signs: [[.text(["_"])], [.text(["com.urbanairship.metadata"])], [.text(["_uamid"])]],
      ids: [["_"]],
      links: [["^d"], ["deep_link_action"], ["^u"], ["open_external_url_action"]],
      buttons: Buttons(
        list: ["com.urbanairship.interactive_actions"],
        links: [["^d"], ["deep_link_action"], ["^u"], ["open_external_url_action"]]
      ),
      housekeeping: [
        "_", "_uamid", "^d", "deep_link_action", "^u", "open_external_url_action",
      ],
      prefixes: ["com.urbanairship."]
    ),
    // Customer.io.
    KeyedSender(
      name: "customerio",
      signs: [[.text(["CIO-Delivery-ID"])]],
      ids: [["CIO-Delivery-ID"]],
      links: [["CIO", "push", "link"]],
      housekeeping: ["CIO"],
      prefixes: ["CIO-Delivery-"]
    ),
    // Braze, which numbers no message; a dictionary `ab` without its members is an app's own.
    //
    // Keys: `ABKPushUtils.m` of braze-inc/braze-swift-sdk and `NotificationService.m` of
    // Appboy/appboy-ios-sdk; for `ab.c`, apps that read it.
    KeyedSender(
      name: "braze",
      signs: [
        [.text(["ab", "c"])], [.dictionary(["ab", "att"])], [.value(["ab", "ab_cd"])],
        [.text(["ab_uri"])],
      ],
      links: [["ab_uri"]],
      housekeeping: ["ab", "ab_uri", "ab_use_webview"]
    ),
    // Pusher Beams.
    //
    // Keys: `PublishId.swift` and `InstanceId.swift` of pusher/push-notifications-swift.
    KeyedSender(
      name: "pusher",
      signs: [[.dictionary(["data", "pusher"])]],
      ids: [["data", "pusher", "publishId"]],
      data: ["data"],
      housekeeping: ["pusher"]
    ),
    // CleverTap; `wzrk_id` is the id of the campaign (with a date), and so none of the message.
    //
    // Keys: `_isCTPushNotification:` and `urlForNotification:` in `CleverTap.m`, and
    // `CTConstants.h`, of CleverTap/clevertap-ios-sdk, which calls `wzrk_id` the campaign's id. The
    // payloads in CleverTap's pages on Android have `wzrk_pid` too, the id of the push.
    KeyedSender(
      name: "clevertap",
      signs: [[.prefix("wzrk_")], [.prefix("W$")]],
      ids: [["wzrk_pid"]],
      links: [["wzrk_dl"]],
      prefixes: ["wzrk_", "W$"]
    ),
    // Iterable.
    //
    // Keys: `IterablePushNotificationMetadata.swift`, `InternalIterableAppIntegration.swift` and
    // the endpoint tests of Iterable/iterable-swift-sdk; a link at `url` is that of old templates.
    KeyedSender(
      name: "iterable",
      signs: [[.dictionary(["itbl"])]],
      ids: [["itbl", "messageId"]],
      links: [
        Place(
          path: ["itbl", "defaultAction", "data"],
          condition: .word(["itbl", "defaultAction", "type"], "openUrl")
        ),
        Place(path: ["url"], condition: .absent(["itbl", "defaultAction"])),
      ],
      buttons: Buttons(
        list: ["itbl", "actionButtons"],
        links: [["action", "data"]],
        linkType: (["action", "type"], "openUrl")
      ),
      housekeeping: ["itbl"]
    ),
    // Leanplum; `_lpm` is the id of the campaign, and `lp_occurrence_id` that of each message.
    //
    // Keys: `LPNotificationsConstants.h`, `getNotificationId` in `NotificationsManager+Utilities.swift`
    // and `NotificationsManagerTest.swift` of Leanplum/Leanplum-iOS-SDK.
    KeyedSender(
      name: "leanplum",
      signs: [[.value(["_lpm"])], [.value(["_lpu"])], [.value(["_lpn"])], [.value(["_lpv"])]],
      ids: [["lp_occurrence_id"]],
      links: [Place(path: ["_lpx", "URL"], condition: .word(["_lpx", "__name__"], "Open URL"))],
      housekeeping: ["lp_occurrence_id", "lp_sent_time"],
      prefixes: ["_lp"]
    ),
    // Emarsys; the app's data may be in `u`, which stays therefore, the id with it.
    //
    // Keys: `NSDictionary+MobileEngage.m`, `EMSPushV3Internal.m` and `push.adoc` of
    // emartech/ios-emarsys-sdk.
    KeyedSender(
      name: "emarsys",
      signs: [[.dictionary(["ems"])]],
      ids: [["u", "sid"]],
      links: [
        Place(
          path: ["ems", "default_action", "url"],
          condition: .word(["ems", "default_action", "type"], "OpenExternalUrl")
        )
      ],
      buttons: Buttons(
        list: ["ems", "actions"],
        identifier: "id",
        links: [["url"]],
        linkType: (["type"], "OpenExternalUrl")
      ),
      housekeeping: ["ems", "ems_msg", "image_url"]
    ),
    // Adobe Journey Optimizer.
    //
    // Keys: `MessagingConstants.swift`, `Messaging+PublicAPI.swift` and `MessagingNotificationHelper.swift`
    // of adobe/aepsdk-messaging-ios, which reads no id that is new for each message.
    KeyedSender(
      name: "adobe",
      signs: [[.dictionary(["_xdm"])]],
      links: [["adb_uri"]],
      housekeeping: ["_xdm"],
      prefixes: ["adb_"]
    ),
    // Batch; its `i` may be the id of a campaign.
    //
    // Keys: `Defined.h`, `BAPushPayload.m` and `batchPushCenterTests.m` of BatchLabs/Batch-iOS-SDK.
    KeyedSender(
      name: "batch",
      signs: [[.dictionary(["com.batch"])]],
      links: [["com.batch", "l"]],
      housekeeping: ["com.batch"]
    ),
    // Klaviyo; `_k.m` is the id of what was written, and `_k.tm` that of each delivery.
    //
    // Keys: `UNNotificationResponse+Klaviyo.swift` and the README of klaviyo/klaviyo-swift-sdk.
    KeyedSender(
      name: "klaviyo",
      signs: [[.value(["body", "_k"])]],
      ids: [["body", "_k", "tm"]],
      links: [["url"], ["web_url"]],
      buttons: Buttons(
        list: ["body", "action_buttons"],
        identifier: "id",
        title: "label",
        links: [["url"]]
      ),
      data: ["key_value_pairs"]
    ),
    // MoEngage; its `cid` is the id of the campaign, and a silent push has `silentPush` alone.
    //
    // Keys: `PushClickPayloadTest.swift` of moengage/iOS-PluginBase, MoEngage's page "Custom
    // Notification Handling", and, for `moe_deeplink`, apps that read it.
    KeyedSender(
      name: "moengage",
      signs: [[.dictionary(["moengage"])]],
      links: [["app_extra", "moe_deeplink"], ["moengage", "webUrl"]],
      data: ["app_extra"],
      housekeeping: ["moe_deeplink"]
    ),
    // Salesforce Marketing Cloud; whether `_r` is new for each message isn't published.
    //
    // Keys: a payload in an app made with its Cordova plugin, and, for `_mediaUrl`, the examples of
    // salesforce-marketingcloud/MarketingCloudSDK-iOS.
    KeyedSender(
      name: "salesforce",
      signs: [[.word(["_sid"], "SFMC")], [.text(["_m"]), .text(["_r"])]],
      links: [["_od"]],
      housekeeping: ["_sid", "_m", "_r", "_h", "_mt", "_od", "_mediaUrl"]
    ),
    // Stream Chat: the id is that of the chat message, which later edits, reactions and reminders
    // share, so only the first push about it is identified by it.
    //
    // Keys: `ChatRemoteNotificationHandler.swift` of GetStream/stream-chat-swift.
    KeyedSender(
      name: "stream",
      signs: [[.text(["stream", "cid"]), .text(["stream", "type"])]],
      ids: [
        Place(path: ["stream", "id"], condition: .word(["stream", "type"], "message.new")),
        Place(
          path: ["stream", "message_id"],
          condition: .word(["stream", "type"], "message.new")
        ),
      ],
      housekeeping: ["stream"]
    ),
    // Expo; `experienceId` alone may be an app's own.
    //
    // Keys: `EXScopedNotificationsUtils.swift` and the tests of `BackgroundEventTransformer.swift` of
    // expo/expo.
    KeyedSender(
      name: "expo",
      signs: [[.text(["experienceId"]), .value(["body"])]],
      data: ["body"]
    ),
    // Home Assistant; `webhook_id` names the server that the app answers to, and stays in the data, as
    // the author's `url` does.
    //
    // Keys: `NotificationManager.swift` of home-assistant/iOS, `legacy.js` of
    // home-assistant/mobile-apps-fcm-push.
    KeyedSender(
      name: "homeassistant",
      signs: [[.text(["webhook_id"])]],
      links: [["url"], ["uri"], ["clickAction"]],
      buttons: Buttons(
        list: ["actions"],
        identifier: "action",
        links: [["uri"], ["url"]],
        opensPush: true
      ),
      housekeeping: ["homeassistant"]
    ),
    // Pushy; its SDK takes two pushes with one `_pushyId` for the same.
    //
    // Keys: `Pushy.swift` of pushy/pushy-sdk-ios.
    KeyedSender(
      name: "pushy",
      signs: [[.text(["_pushyId"])]],
      ids: [["_pushyId"]],
      prefixes: ["_pushy"]
    ),
    // Knock.
    //
    // Keys: `KnockAppDelegate.swift` of knocklabs/knock-swift, and docs.knock.app on iOS push notifications.
    KeyedSender(
      name: "knock",
      signs: [[.text(["knock_message_id"])]],
      ids: [["knock_message_id"]],
      prefixes: ["knock_"]
    ),
    // Amazon Pinpoint; all its ids are of campaigns, journeys and their runs.
    //
    // Keys: `PushNotificationUserInfo+Pinpoint.swift` of aws-amplify/amplify-swift.
    KeyedSender(
      name: "pinpoint",
      signs: [[.dictionary(["data", "pinpoint"])]],
      links: [["data", "pinpoint", "deeplink"]],
      data: ["data"],
      housekeeping: ["pinpoint"]
    ),
    // Sendbird Chat: the id is that of the chat message, so only the push for a new message has it.
    //
    // Keys: docs.sendbird.com on push notifications for iOS, and `SendbirdDataPayload` of its UIKit.
    KeyedSender(
      name: "sendbird",
      signs: [[.text(["sendbird", "channel", "channel_url"])]],
      ids: [
        Place(
          path: ["sendbird", "message_id"],
          condition: .word(["sendbird", "category"], "messaging:offline_notification")
        )
      ],
      housekeeping: ["sendbird"]
    ),
    // Twilio, also for calls; an app needs the keys of the conversation, which stay in the data.
    //
    // Keys: payloads in apps made with the Conversations, Chat and Voice SDKs.
    KeyedSender(
      name: "twilio",
      signs: [[.text(["twi_message_id"])]],
      ids: [["twi_message_id"]],
      prefixes: ["twi_"]
    ),
    // Intercom; none of its ids is new for each message.
    //
    // Keys: `PushPayload` of its SDK for Android.
    KeyedSender(
      name: "intercom",
      signs: [[.text(["intercom_push_type"])]],
      links: [["uri"]],
      housekeeping: ["receiver", "instance_id", "author_name", "uri"],
      prefixes: ["intercom_", "conversation_"]
    ),
    // Bloomreach, formerly Exponea; the app's data is among the attributes of the campaign.
    //
    // Keys: `Exponea.swift` and `PushNotificationParser.swift` of exponea/exponea-ios-sdk.
    KeyedSender(
      name: "bloomreach",
      signs: [[.word(["source"], "xnpe_platform")]],
      links: [
        Place(path: ["url"], condition: .word(["action"], "deeplink")),
        Place(path: ["url"], condition: .word(["action"], "browser")),
      ],
      buttons: Buttons(
        list: ["actions"],
        identifier: "action",
        prefix: "EXPONEA_ACTION_",
        links: [["url"]]
      ),
      data: ["attributes"]
    ),
    // Localytics; its ids are of the campaign, and `ll` alone may be an app's latitude and longitude.
    //
    // Keys: for the link, `PushTrackingActivity` of its SDK for Android, and an app that reads it on iOS; no
    // source of `ll.ca` is public.
    KeyedSender(
      name: "localytics",
      signs: [[.value(["ll", "ca"])], [.text(["ll_deep_link_url"])]],
      links: [["ll_deep_link_url"]],
      housekeeping: ["ll"],
      prefixes: ["ll_"]
    ),
    // Getui; `_gmid_` contains the ids of the task, of the message and of the device.
    //
    // Keys: payloads that apps have published, and `RCTGetuiModule.m` of
    // GetuiLaboratory/react-native-getui.
    KeyedSender(
      name: "getui",
      signs: [[.text(["_gmid_"])]],
      ids: [["_gmid_"]],
      housekeeping: ["_ge_", "_gmid_", "_gurl_"]
    ),
    // Matrix; the ids begin with `!` and `$`, and stay in the data with what the app has asked for.
    //
    // Keys: `apnspushkin.py` of matrix-org/sygnal, and the appendices of the Matrix specification.
    KeyedSender(
      name: "matrix",
      signs: [[.form(["room_id"], "!"), .form(["event_id"], "$")]],
      ids: [["event_id"]]
    ),
    // ntfy; `event` and `topic` may be an app's own, and an app for ntfy needs all keys in the data.
    //
    // Keys: `server_firebase.go` of binwiederhier/ntfy, and docs.ntfy.sh on the id.
    KeyedSender(
      name: "ntfy",
      signs: [
        [
          .word(["event"], "message"), .text(["id"]), .text(["time"]), .text(["topic"]),
          .value(["click"]),
        ],
        [
          .word(["event"], "poll_request"), .text(["id"]), .text(["time"]), .text(["topic"]),
          .text(["poll_id"]),
        ],
      ],
      ids: [["id"]],
      links: [["click"]],
      buttons: Buttons(
        list: ["actions"],
        identifier: "id",
        title: "label",
        links: [["url"]],
        linkType: (["action"], "view")
      )
    ),
    fcm,
    // UMeng Push: `d` and `p` may be an app's own, so the id must have UMeng's form: `u`, a letter for the
    // kind of message, five letters or digits, and 15 digits.
    //
    // Keys: payloads that apps have published, and the kinds in the README of yzchan/umeng-go; the service
    // adds `mutable-content` beside `aps`.
    KeyedSender(
      name: "umeng",
      signs: [[.form(["d"], "uaaaaaa000000000000000"), .value(["p"])]],
      ids: [["d"]],
      housekeeping: ["d", "p", "mutable-content"]
    ),
    apns,
  ]

  /// Firebase Cloud Messaging, which also carries the payloads of other senders.
  ///
  /// Keys: `FIRMessagingConstants.m` and `FIRMessagingExtensionHelper.m` of firebase/firebase-ios-sdk.
  static let fcm = KeyedSender(
    name: "fcm",
    signs: [[.text(["gcm.message_id"])]],
    ids: [["gcm.message_id"]],
    links: [["gcm.app_link"]],
    housekeeping: ["fcm_options", "from", "collapse_key"],
    prefixes: ["google.c.", "gcm."]
  )

  /// A server that uses the push service directly, and every payload that no other sender recognizes.
  static let apns = KeyedSender(name: "apns", signs: [[]])
}
