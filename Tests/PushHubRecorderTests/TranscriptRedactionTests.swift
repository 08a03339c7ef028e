import Foundation
import PushHubObservers
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

struct TranscriptRedactionTests {
  private let redactor = TranscriptRedactor(names: ["home", "me", "notifications", "reader"])

  @Test func `texts, custom data, names and tokens are gone`() throws {
    let inputs = [
      #"{"t":0,"push":{"aps":{"alert":{"title":"secret"},"thread-id":"secret","#
        + #""content-state":{"name":"secret","sound":"secret","score":271828}},"#
        + #""k":"secret","n":271828,"deep":[{"a":"secret"}]},"request":"secret"}"#,
      #"{"t":0,"open":{"aps":{"alert":"secret"},"gcm.message_id":"secret"},"reply":"secret"}"#,
      #"{"t":0,"launch":{"push":{"aps":{"alert":"secret"}}}}"#,
      #"{"t":0,"launch":{"push":{"aps":{}},"reply":"secret","request":"secret"}}"#,
      #"{"t":0,"push":{"aps":{"otp":271828,"sound":{"name":"secret.caf","note":"secret"},"#
        + #""category":"secret","interruption-level":"secret","event":"secret","#
        + #""badge":"secret","secret@example.org":{"secret":true}},"#
        + #""+271828":1,"a secret":{"secret":null}}}"#,
      #"{"t":0,"push":{"aps":{"alert":{"secret":1,"loc-args":["secret"]},"sound":"secret.caf","#
        + #""attributes":{"secret":271828},"url-args":["secret"],"target-content-id":"secret"}}}"#,
      #"{"t":0,"page":"chat/secret","visible":true}"#,
      #"{"t":0,"unread":{"error":"https://secret.example.org: 271828"}}"#,
      #"{"t":0,"latest":{"error":"secret"}}"#,
      #"{"t":0,"account":"secret"}"#,
      #"{"t":0,"token":"00112233445566778899"}"#,
      #"{"t":0,"latest":[{"id":"secret","order":1}]}"#,
      #"{"t":0,"read":{"id":"secret","order":1}}"#,
      #"{"t":0,"countdown":{"add":[{"id":"secret","seconds":1}],"remove":["secret"],"#
        + #""show":["secret"],"hide":["secret"]}}"#,
    ]
    for line in inputs {
      let text = try redacted(line)
      #expect(!text.contains("secret"))
      #expect(!text.contains("271828"))
      #expect(!text.contains("00112233"))
      #expect(text != line)
    }
  }

  @Test(arguments: ["true", "false", "12", "home", "503"])
  func `no reply stays, whatever it looks like`(reply: String) throws {
    let line = #"{"t":0,"open":{"aps":{}},"reply":"\#(reply)"}"#
    #expect(try !redacted(line).contains(#""\#(reply)""#))
  }

  @Test func `what the app and the system named stays`() throws {
    let lines = [
      #"{"t":0,"page":"home","visible":true}"#,
      #"{"t":0,"app":"active"}"#,
      #"{"t":0,"unread":{"error":"503","retryAfter":1},"latency":2}"#,
      #"{"t":0,"unread":4}"#,
      #"{"t":0,"open":{"aps":{"badge":3,"interruption-level":"passive","event":"end","#
        + #""sound":{"critical":1,"name":"default","volume":0.5},"relevance-score":0.5}},"#
        + #""action":"REPLY"}"#,
      #"{"t":0,"push":{"aps":{"sound":"default","content-available":1,"timestamp":1767254400}}}"#,
    ]
    for line in lines {
      #expect(try redacted(line) == line)
    }
  }

  @Test func `keys and names that the app keeps stay`() throws {
    let redactor = TranscriptRedactor(
      keeping: ["kind", "counts"],
      names: ["inbox", "MESSAGE", "a.caf", "offline"]
    )
    let lines = [
      #"{"t":0,"page":"inbox","visible":true}"#,
      #"{"t":0,"unread":{"error":"offline"}}"#,
      #"{"t":0,"push":{"aps":{"category":"MESSAGE","sound":"a.caf","counts":[1,{"new":2}]},"#
        + #""kind":"order","custom":{"kind":{"deep":["order",7]}}}}"#,
    ]
    for line in lines {
      #expect(try redacted(line, by: redactor) == line)
    }
    let text = #"{"t":0,"push":{"aps":{"alert":"inbox"}},"request":"kind"}"#
    #expect(try !redacted(text, by: redactor).contains("inbox"))
  }

  @Test func `a request identifier that is a UUID stays one, in its letter case`() throws {
    let redactor = TranscriptRedactor()
    func request(_ text: String) throws -> String {
      let line = #"{"t":0,"push":{"aps":{}},"request":"\#(text)"}"#
      let redacted = try redacted(line, by: redactor)
      return String(redacted.dropLast(2).suffix(36))
    }
    let capitals = try request("5D0C0D4B-7A39-4D45-B3B7-9E9C0C9B6F10")
    let small = try request("5d0c0d4b-7a39-4d45-b3b7-9e9c0c9b6f10")
    #expect(UUID(uuidString: capitals) != nil)
    #expect(UUID(uuidString: capitals) == UUID(uuidString: small))
    #expect(capitals != small)
    #expect(!capitals.contains("5D0C0D4B"))
  }

  @Test func `a feature's key stays, and its text is hashed likewise`() throws {
    var redactor = TranscriptRedactor()
    redactor.keys.insert("order")
    let push = payload(#"{"aps":{},"order":"o-1","other":"o-1"}"#)
    let read = ReadNotifications(upTo: NotificationCursor(order: 1, id: "o-1"))
    let redacted = try TestSupport.redacted(push, by: redactor)
    let mark = try TestSupport.redacted(read, by: redactor)?.mark
    #expect(redacted.object["order"]?.stringValue == mark?.id)
    #expect(mark?.id != "o-1")
    #expect(redacted.object["other"] == nil)
    #expect(redacted.object.count == 3)
  }

  @Test func `equal names stay equal and different ones different`() throws {
    func id(_ name: String) throws -> String? {
      let line = #"{"t":0,"push":{"aps":{},"gcm.message_id":"\#(name)"}}"#
      return try PushPayload(json: redacted(line).utf8).root["push"]?["gcm.message_id"]?.stringValue
    }
    #expect(try id("a") == id("a"))
    #expect(try id("a") != id("b"))
    #expect(try id("") == "")
  }

  @Test func `another recorder gives other names`() throws {
    let line = #"{"t":0,"account":"alice"}"#
    let other = TranscriptRedactor()
    #expect(try redacted(line, by: other) != redacted(line))
  }

  @Test func `a number in place of a flag is hashed`() throws {
    let secret = "4915112345678"
    for aps in [
      #""input-push-token":"#, #""content-available":"#, #""mutable-content":"#,
      #""sound":{"critical":"#,
    ] {
      let end = aps.contains("{") ? "}" : ""
      let number = #"{"t":0,"push":{"aps":{\#(aps)\#(secret)\#(end)}}}"#
      #expect(try !redacted(number).contains(secret))
      let flag = #"{"t":0,"push":{"aps":{\#(aps)1\#(end)}}}"#
      #expect(try redacted(flag) == flag)
    }
    let spelt = #"{"t":0,"push":{"aps":{"content-available":1.0000e0}}}"#
    #expect(try redacted(spelt) == #"{"t":0,"push":{"aps":{"content-available":1}}}"#)
  }

  @Test(
    arguments: [
      "google.c.", "gcm.", "com.urbanairship.", "CIO-Delivery-", "wzrk_", "W$", "_j_", "_lp",
      "adb_", "pw_",
    ]
  )
  func `of a key that begins as a sender's only that stays`(prefix: String) throws {
    let line = #"{"t":0,"push":{"aps":{"alert":{"\#(prefix)secret":1}},"\#(prefix)secret":1}}"#
    let text = try redacted(line)
    #expect(!text.contains("secret"))
    #expect(text.contains("\"\(prefix)#"))
  }

  @Test func `every sender is still recognized, and what is strange is still strange`() throws {
    let strange = [
      #"{"aps":{},"_j_msgid":9007199254740993}"#,
      #"{"aps":{"badge":"x","alert":7},"d":"uu59724151377788789501","p":0}"#,
      #"{"aps":{},"d":"u1","p":0}"#, #"{"aps":[1]}"#, #"{"k":1}"#,
      #"{"aps":{"content-available":2,"mutable-content":true},"wzrk_acct_id":"x"}"#,
      #"{"aps":{},"custom":{"i":"a","a":{"k":1}}}"#, #"{"aps":{},"ab":{"c":"d"}}"#,
      #"{"aps":{},"_sid":"SFMC"}"#,
    ]
    for payload in Fixture.all + strange {
      let original = try PushPayload(json: payload.utf8)
      let redacted = try TestSupport.redacted(original, by: redactor)
      #expect(redacted.shortIssues == original.shortIssues)
      let senders = [original, redacted].map { PushIdentification().identity(of: $0).sender }
      #expect(senders[0].name == senders[1].name)
      let ids = [senders[0].messageID(of: original), senders[1].messageID(of: redacted)]
      #expect((ids[0] == nil) == (ids[1] == nil))
      let links = [senders[0].link(of: original), senders[1].link(of: redacted)]
      #expect((links[0] == nil) == (links[1] == nil))
    }
  }

  private func redacted(_ line: String, by other: TranscriptRedactor? = nil) throws -> String {
    let input = try #require(try input(line))
    return try TranscriptRecord(time: .zero, input: input).line(other ?? redactor)
  }
}
