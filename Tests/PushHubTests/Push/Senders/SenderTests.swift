import PushHub
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SenderTests {
  private func read(_ json: String) throws -> (String, String?, [String: JSONValue], String?) {
    let payload = try payload(json)
    let sender = PushSenders.sender(of: payload)
    return (
      sender.name, sender.messageID(of: payload), sender.customData(of: payload),
      sender.link(of: payload)
    )
  }

  @Test func `the standard senders are asked in a fixed order`() {
    #expect(
      PushSenders.standard.map(\.name) == [
        "fcm", "umeng", "jpush", "onesignal", "airship", "customerio", "braze", "apns",
      ]
    )
  }

  @Test func `FCM has its id and leaves its housekeeping out`() throws {
    let (name, id, data, link) = try read(Fixture.fcm)
    #expect(name == "fcm" && id == "0:1566917231%abc" && link == nil)
    #expect(data == ["order_id": "42", "google.maps": "kept"])
  }

  @Test func `UMeng has its id and leaves its housekeeping out`() throws {
    let (name, id, data, link) = try read(Fixture.umeng)
    #expect(name == "umeng" && id == "us11522150108324571311" && link == nil)
    #expect(data == ["page": "sale"])
  }

  @Test func `a key d without p is not UMeng's`() throws {
    #expect(try read(#"{"aps":{},"d":"x"}"#).0 == "apns")
  }

  @Test(arguments: [
    "9007199254740993", "27021597978863340", "18446744073709551615", "18446744073709551616",
    "12345678901234567890123", "1441008682",
  ])
  func `an id of JPush that is a number is kept digit for digit`(digits: String) throws {
    #expect(try read(#"{"aps":{},"_j_msgid":\#(digits)}"#).1 == digits)
    #expect(try read(#"{"aps":{},"_j_msgid":"\#(digits)"}"#).1 == digits)
  }

  @Test func `JPush leaves its housekeeping out`() throws {
    let (name, id, data, link) = try read(Fixture.jpush)
    #expect(name == "jpush" && id == "9007199254740993" && link == nil)
    #expect(data == ["room": "lobby"])
  }

  @Test(arguments: ["1.5", "1e3", "-1", "{}", "[]", "true", "null", #""""#])
  func `an id of JPush that is no whole number and no text is none`(value: String) throws {
    #expect(try read(#"{"aps":{},"_j_msgid":\#(value)}"#).0 == "apns")
  }

  @Test func `OneSignal has its data in one dictionary`() throws {
    let (name, id, data, link) = try read(Fixture.oneSignal)
    #expect(name == "onesignal" && id == "a0b1-c2" && link == "https://example.com")
    #expect(data == ["deal": 7])
  }

  @Test func `OneSignal's other form has its data beside aps`() throws {
    let (name, id, data, link) = try read(Fixture.oneSignalData)
    #expect(name == "onesignal" && id == "a0b1-c2" && link == "https://example.com")
    #expect(data == ["deal": 7])
  }

  @Test func `OneSignal without data has none`() throws {
    let (_, id, data, link) = try read(#"{"aps":{},"custom":{"i":"x","a":[1]},"y":1}"#)
    #expect(id == "x" && data.isEmpty && link == nil)
  }

  @Test func `Airship has its id and its deep link`() throws {
    let (name, id, data, link) = try read(Fixture.airship)
    #expect(name == "airship" && id == "e68c9ab6" && link == "match://7")
    #expect(data == ["match": 7])
  }

  @Test func `Airship's metadata alone is recognised, without an id`() throws {
    let (name, id, _, _) = try read(#"{"aps":{},"com.urbanairship.metadata":"eyJ2Ijox"}"#)
    #expect(name == "airship" && id == nil)
  }

  @Test func `Customer io has its delivery id and its link`() throws {
    let (name, id, data, link) = try read(Fixture.customerIO)
    #expect(name == "customerio" && id == "RPILAgU" && link == "app://home")
    #expect(data == ["step": 2])
  }

  @Test func `Braze is recognised by its dictionary and has no id`() throws {
    let (name, id, data, link) = try read(Fixture.braze)
    #expect(name == "braze" && id == nil && link == "app://deal")
    #expect(data == ["ab_test": "B"])
  }

  @Test func `what nobody recognises is plain`() throws {
    let (name, id, data, link) = try read(Fixture.plain)
    #expect(name == "apns" && id == nil && link == nil)
    #expect(data == ["d": "a word", "x": 1])
  }

  @Test(arguments: [
    "gcm.message_id", "d", "custom", "os_data", "_", "com.urbanairship.metadata",
    "CIO-Delivery-ID", "ab",
  ])
  func `an id of the wrong type, or an empty one, recognises nothing`(key: String) throws {
    for value in ["{}", "[]", "1", "true", "null", #""""#, #"{"i":""}"#, #"{"i":{}}"#] {
      if key == "ab", value.hasPrefix("{\"") { continue }
      #expect(try read(#"{"aps":{},"p":0,"\#(key)":\#(value)}"#).0 == "apns", "\(value)")
    }
  }

  @Test func `of several senders the first in the order wins`() throws {
    let json = #"{"aps":{},"_":"a","CIO-Delivery-ID":"c","gcm.message_id":"f"}"#
    #expect(try read(json).0 == "fcm")
  }

  @Test func `a repeated id counts as it was written last`() throws {
    #expect(try read(#"{"aps":{},"_j_msgid":1,"_j_msgid":2}"#).1 == "2")
  }

  @Test func `an app's own sender goes first and has no link unless it says so`() throws {
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
    let payload = try payload(#"{"aps":{},"news":{"id":"n1"},"_":"a"}"#)
    let sender = PushSenders.sender(of: payload, among: [NewsDesk()] + PushSenders.standard)
    #expect(sender.name == "newsdesk" && sender.link(of: payload) == nil)
    #expect(PushSenders.sender(of: payload).name == "airship")
    #expect(PushSenders.sender(of: payload, among: []).name == "apns")
  }

  @Test(arguments: Fixture.all)
  func `bytes and dictionary name the same sender and id`(json: String) throws {
    let payload = try payload(json)
    let canonical = try PushHubTests.payload(payload.canonicalJSON)
    let sender = PushSenders.sender(of: payload)
    #expect(PushSenders.sender(of: canonical).name == sender.name)
    #expect(sender.messageID(of: canonical) == sender.messageID(of: payload))
    #expect(sender.customData(of: canonical) == sender.customData(of: payload))
  }
}
