import PushHub

/// The error of a text that is no payload, or nil if it is one.
func payloadError(_ json: String) -> PayloadError? {
  payloadError(Array(json.utf8))
}

/// The error of bytes that are no payload, or nil if they are one.
func payloadError(_ bytes: [UInt8]) -> PayloadError? {
  do {
    _ = try PushPayload(json: bytes)
    return nil
  } catch {
    return error
  }
}

extension PushPayload {
  /// The issues as code and path, for short expectations.
  var shortIssues: [String] { issues.map { "\($0.code) \($0.path)" } }
}

/// Payloads as each sender makes them.
enum Fixture {
  static let fcm = #"""
    {"aps":{"alert":{"title":"Parcel","body":"At 18:45"},"badge":3,"mutable-content":1},
    "gcm.message_id":"0:1566917231%abc","google.c.a.e":"1","google.c.sender.id":"123",
    "fcm_options":{"image":"https://example.com/a.png"},"from":"123","collapse_key":"org.example",
    "order_id":"42","google.maps":"kept"}
    """#
  static let umeng = #"""
    {"aps":{"alert":"Sale"},"d":"us11522150108324571311","mutable-content":"1","p":0,"page":"sale"}
    """#
  static let jpush = #"""
    {"aps":{"alert":"Hello","badge":1,"sound":"default"},"_j_business":1,"_j_uid":31254343846,
    "_j_msgid":9007199254740993,"room":"lobby"}
    """#
  static let pushwoosh = #"""
    {"aps":{"alert":"Sale"},"p":"4r","pw_msg":"1","l":"shop://sale","u":"{\"item\":7}","room":2}
    """#
  static let customerIOByFCM = #"""
    {"aps":{"alert":"Order"},"gcm.message_id":"0:2","google.c.fid":"f","CIO-Delivery-ID":"d1",
    "CIO-Delivery-Token":"t1","CIO":{"push":{"link":"shop://orders/7"}},"order":"7"}
    """#
  static let homeAssistantByFCM = #"""
    {"aps":{"alert":"Shopping"},"gcm.message_id":"0:1","google.c.fid":"f","from":"1",
    "url":"/dashboard-main/list","webhook_id":"w1","homeassistant":{"x":1}}
    """#
  static let oneSignalByFCM = #"""
    {"aps":{"alert":"Hello"},"gcm.message_id":"0:3","collapse_key":"c",
    "custom":{"i":"a0b1-c2","a":{"from":"Kim"},"u":"https://example.com"}}
    """#
  static let oneSignal = #"""
    {"aps":{"alert":"Hello"},"custom":{"i":"a0b1-c2","a":{"deal":7},"u":"https://example.com"}}
    """#
  static let oneSignalData = #"""
    {"aps":{"alert":"Hello"},"os_data":{"i":"a0b1-c2","u":"https://example.com"},"deal":7}
    """#
  static let airship = #"""
    {"aps":{"alert":"Match on"},"_":"e68c9ab6","com.urbanairship.metadata":"eyJ2Ijox",
    "_uamid":"Z8-5pCzTEeCV","^d":"match://7","match":7}
    """#
  static let customerIO = #"""
    {"aps":{"alert":"Welcome"},"CIO":{"push":{"link":"app://home"}},"CIO-Delivery-ID":"RPILAgU",
    "CIO-Delivery-Token":"abc","step":2}
    """#
  static let braze = #"""
    {"aps":{"alert":"Deal"},"ab":{"c":"campaign"},"ab_uri":"app://deal","ab_test":"B"}
    """#
  static let brazeLink = #"{"aps":{"alert":"Deal"},"ab_uri":"app://deal","shop":9}"#
  static let pusher = #"""
    {"aps":{"alert":{"title":"Hello","body":"Hello, world!"}},"data":{"order":5,"pusher":
    {"instanceId":"1b880590-6301-4bb5-b34f-45db1c5f5644","publishId":"pubid-33f3f68e-b0c5"}}}
    """#
  static let cleverTap = #"""
    {"aps":{"alert":"Back in stock","mutable-content":1},"wzrk_acct_id":"TEST-R78-ZZK-955Z",
    "wzrk_id":"1778663560_20260513","wzrk_pid":"1580281200_1","wzrk_pn":true,
    "wzrk_dl":"shop://item/7","W$id":"x","item":7}
    """#
  static let iterable = #"""
    {"aps":{"alert":"Your order"},"itbl":{"campaignId":768,"templateId":967,"isGhostPush":false,
    "messageId":"ce6b4a9a3dc84cd1","defaultAction":{"type":"openUrl","data":"https://e.com/o"}},
    "order":"A1"}
    """#
  static let leanplum = #"""
    {"aps":{"alert":{"title":"Level up","body":"You can play on"},"content-available":1},
    "_lpm":5.571215811412e+15,"_lpx":{"__name__":"Open URL","URL":"game://level/4"},
    "lp_sent_time":12345.0,"lp_occurrence_id":"5813dbe3-214d-4031-a3ad-a124b38e0b97","level":4}
    """#
  static let emarsys = #"""
    {"aps":{"alert":{"title":"Hello!","body":"A message"},"mutable-content":1},
    "image_url":"https://example.com/social.png","u":{"sid":"1cf3f_JhIPRzBvNtQF","tier":"gold"},
    "ems":{"multichannelId":"c1","default_action":{"type":"OpenExternalUrl","url":"https://e.com"},
    "actions":[]},"ems_msg":{},"k":1}
    """#
  static let adobe = #"""
    {"aps":{"alert":"Your trip"},"_xdm":{"cjm":{"_experience":{"customerJourneyManagement":
    {"messageExecution":{"messageExecutionID":"16-Sept","messageID":"567"}}}}},
    "adb_uri":"trip://9","adb_media":"https://example.com/a.png","trip":9}
    """#
  static let batch = #"""
    {"aps":{"alert":"Flash sale"},"com.batch":{"i":"Sale-1569598588","l":"shop://sale","t":"c"},
    "theme":"red"}
    """#
  static let klaviyo = #"""
    {"aps":{"alert":{"title":"New arrivals","body":"Have a look"},"mutable-content":1},"body":
    {"_k":{},"action_buttons":[]},"url":"shop://new","rich-media":"https://example.com/a.jpg",
    "key_value_pairs":{"season":"spring"}}
    """#
  static let moEngage = #"""
    {"aps":{"alert":{"title":"Message","body":"msg"},"relevance-score":0.5},"moengage":{"cid":
    "000000000000000030328270_L_0","moe_campaign_id":"000000000000000030328270","app_id":"D_DEBUG"},
    "moe_push_service":"apns","moe_cid_attr":{"sent_epoch_time":1741849950},
    "app_extra":{"moe_deeplink":"news://3","screenData":{"story":"3"}}}
    """#
  static let salesforce = #"""
    {"aps":{"alert":"Test"},"_h":"0z5l1yoCXzYdOLvR9K/CCwAAAAAA","_m":"NDIyOjExNDow","_mt":1,
    "_r":"7ce633b2-bc49-4a9c-9b9e-58d58eaa3c66","_sid":"SFMC","_od":"https://example.com",
    "key1":"v"}
    """#
  static let stream = #"""
    {"aps":{"alert":{"title":"Mira","body":"Hi!"},"category":"stream.chat","mutable-content":1},
    "stream":{"sender":"stream.chat","type":"message.new","version":"v2","id":"e8f3-01",
    "cid":"messaging:general","receiver_id":"leia"},"room":1}
    """#
  static let expo = #"""
    {"aps":{"alert":"Saved","category":"note"},"body":{"note":12},"experienceId":"@mira/notes",
    "projectId":"f19296df-44bd-482a-90bb-2af254c6ac42","scopeKey":"@mira/notes"}
    """#
  static let homeAssistant = #"""
    {"aps":{"alert":{"title":"Dishwasher","body":"Cycle complete."},"sound":"default"},
    "notification_icon":"mdi:dishwasher","url":"/lovelace/kitchen","webhook_id":"cc2c0d5e"}
    """#
  static let pushy = #"""
    {"aps":{"alert":{"title":"Door","body":"Open"},"mutable-content":1},
    "_pushyId":"5e0f7a1b2c3d4e5f60718293","_pushyApns":true,"message":"Open"}
    """#
  static let knock = #"""
    {"aps":{"alert":{"title":"New comment","body":"Mia wrote"}},
    "knock_message_id":"2oDUVp04jploAbYiUy5pQpAQaMc","path":"/posts/7"}
    """#
  static let pinpoint = #"""
    {"aps":{"alert":{"title":"Sale","body":"Ends today"},"mutable-content":1},"data":{"pinpoint":
    {"campaign":{"campaign_id":"c0ffee","campaign_activity_id":"a11","treatment_id":"0"},
    "deeplink":"shop://sale"},"media-url":"https://example.org/sale.png"}}
    """#
  static let sendbird = #"""
    {"aps":{"alert":{"title":"Trip","body":"Ann: See you at six"},"thread-id":"group_1"},"sendbird":
    {"category":"messaging:offline_notification","type":"MESG","message_id":872024427,
    "app_id":"50ED52A9","channel":{"channel_url":"group_1","name":"Trip"}},"trip":6}
    """#
  static let twilio = #"""
    {"aps":{"alert":{"title":"Trip","body":"Ann: See you at six"},"badge":3},"author":"ann",
    "conversation_sid":"CH01","twi_message_type":"twilio.conversations.new_message",
    "twi_message_id":"RU0c01","twi_sound":"default"}
    """#
  static let intercom = #"""
    {"aps":{"alert":{"title":"Support","body":"Lea: Hello"},"category":"INTERCOM"},
    "receiver":"intercom_sdk","intercom_push_type":"notification","conversation_id":"2150000",
    "conversation_part_type":"comment","author_name":"Lea","instance_id":"a1","uri":"shop://help/7"}
    """#
  static let bloomreach = #"""
    {"aps":{"alert":{"title":"Sale","body":"Ends today"},"mutable-content":1},
    "source":"xnpe_platform","action":"deeplink","url":"shop://sale","legacy_ios_category":null,
    "attributes":{"campaign_id":"c1","aisle":3},"url_params":{"utm_campaign":"s"},"silent":false}
    """#
  static let localytics = #"""
    {"aps":{"alert":{"title":"Sale","body":"Ends today"},"mutable-content":1},
    "ll":{"ca":1234567,"cr":7654321,"channel":"push"},"ll_deep_link_url":"shop://sale",
    "ll_attachment_type":"png","aisle":3}
    """#
  static let getui = #"""
    {"aps":{"alert":{"title":"Hi","body":"There"},"mutable-content":1},"_ge_":"1",
    "_gmid_":"OSA-0707_33EqPl:3ab0cb8d-a1-15d1:309f3457","_gurl_":"sdk.example:8123",
    "payload":"{\"page\":\"order\"}"}
    """#
  static let matrix = #"""
    {"aps":{"alert":{"loc-key":"SINGLE_UNREAD_IN_ROOM","loc-args":["Mission"]},"badge":2,
    "mutable-content":1},"room_id":"!a:example.org","event_id":"$b","unread_count":2}
    """#
  static let ntfy = #"""
    {"aps":{"mutable-content":1,"alert":{"title":"Backup","body":"Backup done"}},"id":"hwQ2YpKdmg",
    "time":"1635528741","event":"message","topic":"backups","click":"https://nas.example/log"}
    """#
  static let plain = #"{"aps":{"alert":"Hi"},"d":"a word","x":1}"#

  static let all = [
    fcm, umeng, jpush, pushwoosh, customerIOByFCM, homeAssistantByFCM, oneSignalByFCM, oneSignal,
    oneSignalData, airship, customerIO, braze, brazeLink, pusher,
    cleverTap, iterable, leanplum, emarsys, adobe, batch, klaviyo, moEngage, salesforce, stream,
    expo,
    homeAssistant, pushy, knock, pinpoint, sendbird, twilio, intercom, bloomreach, localytics,
    getui, matrix, ntfy, plain,
  ]

  /// A payload with every kind of token, escape and nesting, for mutations.
  static let varied = #"""
    {"aps":{"alert":{"title":"Grüße \uD83D\uDE00","loc-args":["a","b"]},"badge":1,"sound":
    {"critical":1,"name":"x","volume":0.5}},"n":[null,true,false,-1.5e+3,{}],"e\u00e9":"\n\"\\"}
    """#
}
