import PushHub
import Testing

@testable import TestSupport

/// A payload as its sender makes it, and what must be read from it.
struct KnownPayload: Sendable, CustomTestStringConvertible {
  let json: String
  let name: String
  var id: String?
  var data: [String: JSONValue] = [:]
  var link: String?

  init(
    _ json: String,
    _ name: String,
    id: String? = nil,
    data: [String: JSONValue],
    link: String? = nil
  ) {
    self.json = json
    self.name = name
    self.id = id
    self.data = data
    self.link = link
  }

  var testDescription: String { name }

  static let all = [
    KnownPayload(
      Fixture.fcm,
      "fcm",
      id: "0:1566917231%abc",
      data: ["order_id": "42", "google.maps": "kept"]
    ),
    KnownPayload(Fixture.umeng, "umeng", id: "us11522150108324571311", data: ["page": "sale"]),
    KnownPayload(Fixture.jpush, "jpush", id: "9007199254740993", data: ["room": "lobby"]),
    KnownPayload(
      Fixture.pushwoosh,
      "pushwoosh",
      id: "4r",
      data: ["u": #"{"item":7}"#, "room": 2],
      link: "shop://sale"
    ),
    KnownPayload(
      Fixture.customerIOByFCM,
      "customerio",
      id: "0:2",
      data: ["order": "7"],
      link: "shop://orders/7"
    ),
    KnownPayload(
      Fixture.homeAssistantByFCM,
      "homeassistant",
      id: "0:1",
      data: ["url": "/dashboard-main/list", "webhook_id": "w1"],
      link: "/dashboard-main/list"
    ),
    KnownPayload(
      Fixture.oneSignalByFCM,
      "onesignal",
      id: "0:3",
      data: ["from": "Kim"],
      link: "https://example.com"
    ),
    KnownPayload(
      Fixture.oneSignal,
      "onesignal",
      id: "a0b1-c2",
      data: ["deal": 7],
      link: "https://example.com"
    ),
    KnownPayload(
      Fixture.oneSignalData,
      "onesignal",
      id: "a0b1-c2",
      data: ["deal": 7],
      link: "https://example.com"
    ),
    KnownPayload(
      Fixture.airship,
      "airship",
      id: "e68c9ab6",
      data: ["match": 7],
      link: "match://7"
    ),
    KnownPayload(
      Fixture.customerIO,
      "customerio",
      id: "RPILAgU",
      data: ["step": 2],
      link: "app://home"
    ),
    KnownPayload(Fixture.braze, "braze", data: ["ab_test": "B"], link: "app://deal"),
    KnownPayload(Fixture.brazeLink, "braze", data: ["shop": 9], link: "app://deal"),
    KnownPayload(Fixture.pusher, "pusher", id: "pubid-33f3f68e-b0c5", data: ["order": 5]),
    KnownPayload(
      Fixture.cleverTap,
      "clevertap",
      id: "1580281200_1",
      data: ["item": 7],
      link: "shop://item/7"
    ),
    KnownPayload(
      Fixture.iterable,
      "iterable",
      id: "ce6b4a9a3dc84cd1",
      data: ["order": "A1"],
      link: "https://e.com/o"
    ),
    KnownPayload(
      Fixture.leanplum,
      "leanplum",
      id: "5813dbe3-214d-4031-a3ad-a124b38e0b97",
      data: ["level": 4],
      link: "game://level/4"
    ),
    KnownPayload(
      Fixture.emarsys,
      "emarsys",
      id: "1cf3f_JhIPRzBvNtQF",
      data: ["u": ["sid": "1cf3f_JhIPRzBvNtQF", "tier": "gold"], "k": 1],
      link: "https://e.com"
    ),
    KnownPayload(Fixture.adobe, "adobe", data: ["trip": 9], link: "trip://9"),
    KnownPayload(Fixture.batch, "batch", data: ["theme": "red"], link: "shop://sale"),
    KnownPayload(Fixture.klaviyo, "klaviyo", data: ["season": "spring"], link: "shop://new"),
    KnownPayload(
      Fixture.moEngage,
      "moengage",
      data: ["screenData": ["story": "3"]],
      link: "news://3"
    ),
    KnownPayload(
      Fixture.salesforce,
      "salesforce",
      data: ["key1": "v"],
      link: "https://example.com"
    ),
    KnownPayload(Fixture.stream, "stream", id: "e8f3-01", data: ["room": 1]),
    KnownPayload(Fixture.expo, "expo", data: ["note": 12]),
    KnownPayload(
      Fixture.homeAssistant,
      "homeassistant",
      data: [
        "notification_icon": "mdi:dishwasher", "url": "/lovelace/kitchen", "webhook_id": "cc2c0d5e",
      ],
      link: "/lovelace/kitchen"
    ),
    KnownPayload(
      Fixture.pushy,
      "pushy",
      id: "5e0f7a1b2c3d4e5f60718293",
      data: ["message": "Open"]
    ),
    KnownPayload(
      Fixture.knock,
      "knock",
      id: "2oDUVp04jploAbYiUy5pQpAQaMc",
      data: ["path": "/posts/7"]
    ),
    KnownPayload(
      Fixture.pinpoint,
      "pinpoint",
      data: ["media-url": "https://example.org/sale.png"],
      link: "shop://sale"
    ),
    KnownPayload(Fixture.sendbird, "sendbird", id: "872024427", data: ["trip": 6]),
    KnownPayload(
      Fixture.twilio,
      "twilio",
      id: "RU0c01",
      data: ["author": "ann", "conversation_sid": "CH01"]
    ),
    KnownPayload(Fixture.intercom, "intercom", data: [:], link: "shop://help/7"),
    KnownPayload(
      Fixture.bloomreach,
      "bloomreach",
      data: ["campaign_id": "c1", "aisle": 3],
      link: "shop://sale"
    ),
    KnownPayload(Fixture.localytics, "localytics", data: ["aisle": 3], link: "shop://sale"),
    KnownPayload(
      Fixture.getui,
      "getui",
      id: "OSA-0707_33EqPl:3ab0cb8d-a1-15d1:309f3457",
      data: ["payload": #"{"page":"order"}"#]
    ),
    KnownPayload(
      Fixture.matrix,
      "matrix",
      id: "$b",
      data: ["room_id": "!a:example.org", "event_id": "$b", "unread_count": 2]
    ),
    KnownPayload(
      Fixture.ntfy,
      "ntfy",
      id: "hwQ2YpKdmg",
      data: [
        "id": "hwQ2YpKdmg", "time": "1635528741", "event": "message", "topic": "backups",
        "click": "https://nas.example/log",
      ],
      link: "https://nas.example/log"
    ),
    KnownPayload(Fixture.plain, "apns", data: ["d": "a word", "x": 1]),
  ]
}
