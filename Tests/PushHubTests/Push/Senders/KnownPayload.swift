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
    KnownPayload(Fixture.plain, "apns", data: ["d": "a word", "x": 1]),
  ]
}
