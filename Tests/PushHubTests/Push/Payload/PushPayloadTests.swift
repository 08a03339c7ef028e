import Foundation
import PushHub
import Testing

@testable import TestSupport

struct PushPayloadTests {
  @Test func `Data, an array, a slice and a text's bytes give the same payload`() throws {
    let bytes = Array(Fixture.fcm.utf8)
    let payload = try PushPayload(json: bytes)
    #expect(try PushPayload(json: Data(bytes)) == payload)
    #expect(try PushPayload(json: ([0, 0] + bytes)[2...]) == payload)
    #expect(try PushPayload(json: Data([0] + bytes).dropFirst()) == payload)
    #expect(try PushPayload(json: Fixture.fcm.utf8) == payload)
  }

  @Test func `nodes reach inside without decoding what is around`() {
    let root = payload(Fixture.varied).root
    #expect(root["aps"]?["sound"]?["volume"]?.doubleValue == 0.5)
    #expect(root["aps"]?["alert"]?["loc-args"]?.value[1]?.stringValue == "b")
    #expect(root["n"]?.value[0]?.isNull == true)
    #expect(root["n"]?.value[1]?.boolValue == true)
    #expect(root["n"]?.value[2]?.boolValue == false)
    #expect(root["n"]?.value[3]?.intValue == -1500)
    #expect(root["n"]?.value[4] == [:])
    #expect(root["n"]?.elements.count == 5)
    #expect(root.keys == ["aps", "n", "eé"])
    #expect(root.count == 3)
  }

  @Test func `a node asked for another kind gives nil`() throws {
    let node = try #require(payload(Fixture.varied).root["n"])
    #expect(node.stringValue == nil && node.intValue == nil && node.boolValue == nil)
    #expect(node["a"] == nil && node.keys.isEmpty && node.entries.isEmpty)
    let number = node.elements[3]
    #expect(number.boolValue == nil && number["a"] == nil && number.count == 0)
    #expect(number.elements.isEmpty && number.keys.isEmpty)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\0"),
    (#""a\u0000b""#, "a\0b"), (#""é€😀\u007f""#, "é€😀\u{7F}"), (#""\\u0041""#, "\\u0041"),
  ])
  func `strings are read with their escapes resolved`(json: String, text: String) {
    let payload = payload(#"{"aps":{},"a":\#(json)}"#)
    #expect(payload["a"]?.stringValue == text)
    #expect(payload.issues.isEmpty)
  }

  @Test func `the app's own part is decoded by Foundation`() throws {
    struct Order: Decodable, Equatable {
      var orderID: String
      var aps: Badge
      enum CodingKeys: String, CodingKey {
        case orderID = "order_id"
        case aps
      }
    }
    struct Badge: Decodable, Equatable {
      var badge: Int
    }
    let order = try payload(Fixture.fcm).decode(Order.self)
    #expect(order == Order(orderID: "42", aps: Badge(badge: 3)))
  }

  @Test func `a decoder of the app's is used as it is configured`() throws {
    struct Order: Decodable {
      var orderId: String
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try payload(Fixture.fcm).decode(Order.self, using: decoder).orderId == "42")
    #expect(throws: DecodingError.self) { try payload("{}").decode(Order.self) }
  }

  @Test func `no way of printing shows what a payload says`() {
    let payload = payload(Fixture.fcm)
    var dumped = ""
    dump(payload, to: &dumped)
    for text in ["\(payload)", String(reflecting: payload), dumped] {
      #expect(!text.contains("Parcel") && !text.contains("1566917231"))
    }
    #expect("\(payload)".hasPrefix("PushPayload(9 keys, "))
  }
}
