import Foundation
import PushHub
import Testing

@testable import TestSupport

struct UserInfoTests {
  @Test(arguments: Fixture.all + [Fixture.varied])
  func `the system's dictionary and its bytes give equal payloads`(json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let userInfo = try #require(object as? [AnyHashable: Any])
    let payload = PushPayload(userInfo: userInfo)
    #expect(payload == TestSupport.payload(json))
    #expect(payload.issues.isEmpty)
    #expect(payload.aps.title == TestSupport.payload(json).aps.title)
  }

  @Test func `numbers and booleans of Foundation keep their kind and digits`() {
    let numbers: [(NSNumber, String)] = [
      (true, "true"), (NSNumber(value: false), "false"), (1, "1"), (NSNumber(value: Int8(0)), "0"),
      (NSNumber(value: 9_007_199_254_740_993), "9007199254740993"), (0.5, "0.5"),
      (NSNumber(value: UInt64.max), "18446744073709551615"),
      (NSDecimalNumber(string: "12345678901234567890123"), "12345678901234567890123"),
      (NSNumber(value: Int64.max), "9223372036854775807"),
      (NSNumber(value: Int64.min), "-9223372036854775808"),
      (NSNumber(value: 0x1p63), "9223372036854775808"),
      (NSNumber(value: 0x1p62), "4611686018427387904"),
    ]
    for (number, text) in numbers {
      #expect(PushPayload(userInfo: ["v": number])["v"]?.jsonText == text)
    }
  }

  @Test func `optionals are what they hold, and nil is null`() {
    let some: NSNumber? = NSNumber(value: 1)
    let twice: Int?? = 2
    let payload = PushPayload(userInfo: [
      "nil": Int?.none as Any, "null": NSNull(), "some": some as Any, "twice": twice as Any,
      "text": String?("x") as Any,
    ])
    #expect(payload["nil"] == .null && payload["null"] == .null)
    #expect(payload["some"] == 1 && payload["twice"] == 2 && payload["text"] == "x")
  }

  @Test func `keys that aren't strings are left out with one issue a dictionary`() {
    let payload = PushPayload(userInfo: [
      "aps": [String: Any](), 7: "seven", 8: "eight", "in": [AnyHashable(true): 1, "a": 2],
    ])
    #expect(Set(payload.shortIssues) == ["nonStringKey ", "nonStringKey in"])
    #expect(payload["in"] == ["a": 2])
    #expect(payload.root.count == 2)
  }

  @Test func `a missing element of a list in aps costs itself with one issue`() {
    let alert: [String: Any] = ["loc-key": "K", "loc-args": ["a", Date()] as [Any]]
    let payload = PushPayload(userInfo: ["aps": ["alert": alert]])
    #expect(payload.issues.map(\.path) == ["aps.alert.loc-args[1]"])
    #expect(payload.aps.bodyLocalization?.key == "K")
    #expect(payload.aps.bodyLocalization?.arguments == ["a", ""])
  }
}
