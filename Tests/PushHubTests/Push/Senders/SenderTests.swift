import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct SenderTests {
  private final class LinkOpener: PushResponder {
    private(set) var links: [String?] = []

    func respond(to response: PushResponse, of push: Push) -> Bool {
      links.append(push.link(for: response))
      return true
    }
  }

  private func read(_ json: String) -> (String, String?, [String: JSONValue], String?) {
    let payload = payload(json)
    let sender = PushIdentification().identity(of: payload).sender
    return (
      sender.name, sender.messageID(of: payload), sender.customData(of: payload),
      sender.link(of: payload)
    )
  }

  @Test(arguments: KnownPayload.all)
  func `each sender has its id, its link and the app's data`(known: KnownPayload) {
    let (name, id, data, link) = read(known.json)
    #expect(name == known.name)
    #expect(id == known.id)
    #expect(data == known.data)
    #expect(link == known.link)
  }

  @Test(
    arguments: [
      (#""gcm.message_id":"1","gcm.app_link":"app://sale""#, "app://sale"),
      (#""itbl":{"defaultAction":{"type":"dismiss"}},"url":"https://e.com""#, nil),
      (#""itbl":{"messageId":"2"},"url":"https://e.com""#, "https://e.com"),
    ] as [(String, String?)]
  )
  func `a link is that of the sender's action`(members: String, link: String?) {
    #expect(read("{\"aps\":{},\(members)}").3 == link)
  }

  @Test(
    arguments: [
      #""itbl":{"messageId":"1","actionButtons":[{"identifier":"a","title":"A","action":{"type":"openUrl","data":"app://a"}},{"identifier":"b","title":"B","action":{"type":"snooze","data":"app://b"}},{"title":"without"}],"defaultAction":{"type":"openUrl","data":"app://push"}}"#,
      #""url":"app://push","body":{"_k":{},"action_buttons":[{"id":"a","label":"A","url":"app://a"},{"id":"b","label":"B"},7]}"#,
      #""ems":{"default_action":{"type":"OpenExternalUrl","url":"app://push"},"actions":[{"id":"a","title":"A","type":"OpenExternalUrl","url":"app://a"},{"id":"b","title":"B","type":"x","url":"app://b"}]}"#,
      #""id":"7","time":"1","topic":"t","event":"message","click":"app://push","actions":"[{\"id\":\"a\",\"action\":\"view\",\"label\":\"A\",\"url\":\"app://a\"},{\"id\":\"b\",\"label\":\"B\",\"url\":\"app://b\"}]""#,
    ]
  )
  @MainActor
  func `a payload's button opens its own link, others the push's`(members: String)
    async
  {
    let app = SimulatedApp()
    let opener = LinkOpener()
    app.manager.add(opener)
    let payload = payload("{\"aps\":{},\(members)}")
    for action in [
      PushResponse.Action.default, .custom("a"), .custom("b"), .custom("own"), .dismiss,
    ] {
      app.manager.open(payload, response: PushResponse(action: action))
      await app.settle()
    }
    #expect(opener.links == ["app://push", "app://a", nil, "app://push", nil])
    let sender = PushIdentification().identity(of: payload).sender
    #expect(
      sender.buttons(of: payload) == [
        PushButton(identifier: "a", title: "A", link: "app://a"),
        PushButton(identifier: "b", title: "B"),
      ]
    )
  }

  @Test(arguments: [
    (
      #""url":"/0","webhook_id":"w","actions":[{"action":"A","title":"A","uri":"/a"},{"identifier":"B","title":"B"}]"#,
      ["a", "b"], ["/a", "/0"]
    ),
    (
      #""_":"1","^d":"/0","com.urbanairship.interactive_actions":{"a":{"^d":"/a"},"b":{}}"#,
      ["a", "b"], ["/a", nil]
    ),
    (
      #""source":"xnpe_platform","action":"deeplink","url":"/0","actions":[{"title":"A","action":"deeplink","url":"/a"},{"title":"B","action":"app"}]"#,
      ["EXPONEA_ACTION_DEEPLINK_0", "EXPONEA_ACTION_APP_1"], ["/a", nil]
    ),
  ])
  func `a button opens what its sender's own app opens`(
    members: String,
    ids: [String],
    links: [String?]
  ) {
    let push = Push(payload: payload("{\"aps\":{},\(members)}"))
    #expect(ids.map { push.link(for: PushResponse(action: .custom($0))) } == links)
  }

  @Test func `all payloads of senders are tried`() {
    #expect(KnownPayload.all.map(\.json) == Fixture.all)
    #expect(
      Set(KnownPayload.all.map(\.name)) == Set(PushIdentification.standardSenders.map(\.name))
    )
  }

  @Test(arguments: [
    "2026-01-01", "x", "u1", "u59724151377788789501", "59724151377788789501uu",
    "user/4711/lists/123456",
  ])
  func `a key d that isn't an id of UMeng is an app's own`(value: String) {
    let (name, id, data, _) = read(#"{"aps":{},"d":"\#(value)","p":1}"#)
    #expect(name == "apns" && id == nil && data == ["d": .string(value), "p": 1])
  }

  @Test func `an id of UMeng without p is an app's own`() {
    #expect(read(#"{"aps":{},"d":"uu59724151377788789501"}"#).0 == "apns")
  }

  @Test func `a dictionary ab without Braze's members is an app's own`() {
    let (name, _, data, _) = read(#"{"aps":{},"ab":{"variant":"b"},"url":"shop://7"}"#)
    #expect(name == "apns" && data == ["ab": ["variant": "b"], "url": "shop://7"])
  }

  @Test(arguments: [#""c":"dGVzdA==""#, #""att":{"url":"x"}"#, #""ab_cd":{}"#])
  func `each of Braze's members of ab is a sign`(member: String) {
    #expect(read(#"{"aps":{},"ab":{\#(member)}}"#).0 == "braze")
  }

  @Test(arguments: [
    #""room_id":"7","event_id":"8","unread_count":1"#, #""room_id":"!a","event_id":"8""#,
    #""id":"7","topic":"chat","event":"message","click":"app://7""#,
    #""id":"1","topic":"a","event":"x","click":"""#,
    #""ll":{"lat":1,"lng":2}"#, #""source":"web","action":"deeplink","url":"shop://7""#,
    #""sendbird":{"channel":"a"}"#, #""data":{"pinpoint":7}"#,
  ])
  func `an app's own keys that resemble a sender's recognize nothing`(members: String) {
    let (name, id, _, link) = read(#"{"aps":{},\#(members)}"#)
    #expect(name == "apns" && id == nil && link == nil)
  }

  @Test func `a request of ntfy to poll has the id of the message`() {
    let json = #"{"aps":{},"id":"a","time":"1","event":"poll_request","topic":"t","poll_id":"a"}"#
    let (name, id, _, link) = read(json)
    #expect(name == "ntfy" && id == "a" && link == nil)
  }

  @Test func `what Sendbird sends about a message later has no message id`() {
    let (name, id, _, _) = read(
      #"{"aps":{},"sendbird":{"category":"x","message_id":1,"channel":{"channel_url":"g"}}}"#
    )
    #expect(name == "sendbird" && id == nil)
  }

  @Test(arguments: [("deeplink", true), ("browser", true), ("app", false), ("self-check", false)])
  func `Bloomreach has a link where its action opens one`(action: String, opens: Bool) {
    let link = read(
      #"{"aps":{},"source":"xnpe_platform","action":"\#(action)","url":"shop://7"}"#
    ).3
    #expect(link == (opens ? "shop://7" : nil))
  }

  @Test(arguments: [
    "9007199254740993", "27021597978863340", "18446744073709551615", "18446744073709551616",
    "12345678901234567890123", "1441008682",
  ])
  func `an id of JPush that is a number is kept digit for digit`(digits: String) {
    #expect(read(#"{"aps":{},"_j_msgid":\#(digits)}"#).1 == digits)
    #expect(read(#"{"aps":{},"_j_msgid":"\#(digits)"}"#).1 == digits)
  }

  @Test(arguments: ["1.5", "1e3", "-1", "{}", "[]", "true", "null", #""""#])
  func `an id of JPush that is no whole number and no text is none`(value: String) {
    #expect(read(#"{"aps":{},"_j_msgid":\#(value)}"#).0 == "apns")
  }

  @Test func `OneSignal without data has none`() {
    let (_, id, data, link) = read(#"{"aps":{},"custom":{"i":"x","a":[1]},"y":1}"#)
    #expect(id == "x" && data.isEmpty && link == nil)
  }

  @Test func `Airship's metadata alone is recognized, without an id`() {
    let (name, id, _, _) = read(#"{"aps":{},"com.urbanairship.metadata":"eyJ2Ijox"}"#)
    #expect(name == "airship" && id == nil)
  }

  @Test(arguments: ["^d", "deep_link_action", "^u", "open_external_url_action"])
  func `what Airship opens, by whatever name, is the link`(action: String) {
    let (name, _, data, link) = read(#"{"aps":{},"_":"a","\#(action)":"app://x","k":1}"#)
    #expect(name == "airship" && link == "app://x" && data == ["k": 1])
  }

  @Test func `each of Klaviyo's deliveries is a message, and its browser target a link`() {
    let json = #"{"aps":{},"body":{"_k":{"m":"a","tm":"01K4"}},"web_url":"https://e.com"}"#
    let (name, id, _, link) = read(json)
    #expect(name == "klaviyo" && id == "01K4" && link == "https://e.com")
    #expect(read(#"{"aps":{},"body":{"_k":{"m":"a","t":"1"}}}"#).1 == nil)
  }

  @Test func `the id of a campaign is no message id`() {
    for json in [
      #"{"aps":{},"wzrk_id":"1778663560_20260513"}"#, #"{"aps":{},"_lpm":5571215811412}"#,
      #"{"aps":{},"moengage":{"cid":"30328270_L_0"}}"#, #"{"aps":{},"com.batch":{"i":"CAMPAIGN"}}"#,
      #"{"aps":{},"data":{"pinpoint":{"campaign":{"campaign_id":"c0ffee"}}}}"#,
      #"{"aps":{},"ll":{"ca":1234567,"cr":7654321}}"#,
    ] {
      let (name, id, _, _) = read(json)
      #expect(name != "apns" && id == nil, "\(json)")
    }
  }

  @Test(arguments: ["message.updated", "reaction.new", "message.reminder_due"])
  func `what happens to a chat message later is no second showing of it`(type: String) {
    let (name, id, _, _) = read(
      #"{"aps":{},"stream":{"type":"\#(type)","id":"m","cid":"messaging:a"}}"#
    )
    #expect(name == "stream" && id == nil)
  }

  @Test func `an action that opens no page is no link`() {
    let json = #"{"aps":{},"itbl":{"messageId":"m","defaultAction":{"type":"buy","data":"x"}}}"#
    #expect(read(json).3 == nil)
    #expect(read(#"{"aps":{},"_lpn":1,"_lpx":{"__name__":"Play","URL":"x"}}"#).3 == nil)
    #expect(read(#"{"aps":{},"com.batch":{"l":7}}"#).3 == nil)
  }

  @Test func `Iterable's old templates have the link beside aps`() {
    #expect(read(#"{"aps":{},"itbl":{"messageId":"m"},"url":"app://x"}"#).3 == "app://x")
  }

  @Test func `a silent push of MoEngage and one of CleverTap's old form are recognized`() {
    let silent = #"{"aps":{"content-available":1},"moengage":{"silentPush":1}}"#
    #expect(read(silent).0 == "moengage")
    #expect(read(#"{"aps":{},"W$id":"campaign_123"}"#).0 == "clevertap")
  }

  @Test func `Salesforce is recognized by two ids where its name is missing`() {
    #expect(read(#"{"aps":{},"_m":"NDIy","_r":"7ce6"}"#).0 == "salesforce")
    #expect(read(#"{"aps":{},"_m":"NDIy","_sid":"other"}"#).0 == "apns")
  }

  @Test(arguments: [
    "gcm.message_id", "d", "custom", "os_data", "_", "com.urbanairship.metadata", "CIO-Delivery-ID",
    "ab", "ab_uri", "_uamid", "itbl", "ems", "_xdm", "com.batch", "moengage", "_sid", "stream",
    "experienceId", "webhook_id", "data", "body", "pw_msg", "_pushyId", "knock_message_id",
    "sendbird", "twi_message_id", "intercom_push_type", "source", "ll", "ll_deep_link_url",
    "_gmid_", "room_id", "event_id",
  ])
  func `an id of the wrong type, or an empty one, recognizes nothing`(key: String) {
    let dictionaries = ["itbl", "ems", "_xdm", "com.batch", "moengage"]
    for value in ["{}", "[]", "1", "true", "null", #""""#, #"{"i":""}"#, #"{"i":{}}"#] {
      if dictionaries.contains(key), value.hasPrefix("{\"") { continue }
      #expect(read(#"{"aps":{},"p":0,"\#(key)":\#(value)}"#).0 == "apns", "\(value)")
    }
  }

  @Test func `of several senders the first in the order wins, with the id of FCM`() {
    let json = #"{"aps":{},"_":"a","CIO-Delivery-ID":"c","gcm.message_id":"f"}"#
    let (name, id, _, _) = read(json)
    #expect(name == "airship" && id == "f")
  }

  @Test func `an app's own keys d and p, sent through FCM, are not UMeng's`() {
    let (name, _, data, _) = read(#"{"aps":{},"gcm.message_id":"f","d":"x","p":1}"#)
    #expect(name == "fcm" && data == ["d": "x", "p": 1])
  }

  @Test func `FCM's keys are the app's own in other senders' payloads`() {
    let (_, _, data, _) = read(#"{"aps":{},"webhook_id":"w","from":"Kim","gcm.message_id":1}"#)
    #expect(data == ["webhook_id": "w", "from": "Kim", "gcm.message_id": 1])
  }

  @Test func `a repeated id counts as it was written last`() {
    #expect(read(#"{"aps":{},"_j_msgid":1,"_j_msgid":2}"#).1 == "2")
  }

  @Test func `an app's own sender goes first and has no link unless it says so`() {
    struct NewsDesk: PushSender {
      let name = "newsdesk"
      func recognizes(_ payload: PushPayload) -> Bool { messageID(of: payload) != nil }
      func messageID(of payload: PushPayload) -> String? {
        payload.root["news"]?["id"]?.stringValue
      }
      func customData(of payload: PushPayload) -> [String: JSONValue] {
        payload["news"]?.objectValue ?? [:]
      }
    }
    let payload = payload(#"{"aps":{},"news":{"id":"n1"},"_":"a"}"#)
    let sender = PushIdentification(senders: [NewsDesk()] + PushIdentification.standardSenders)
      .identity(of: payload).sender
    #expect(sender.name == "newsdesk" && sender.link(of: payload) == nil)
    #expect(PushIdentification().identity(of: payload).sender.name == "airship")
    #expect(PushIdentification(senders: []).identity(of: payload).sender.name == "apns")
  }
}
