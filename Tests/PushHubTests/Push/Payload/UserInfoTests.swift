import Foundation
import PushHub
import Testing

struct UserInfoTests {
  @Test(arguments: Fixture.all + [Fixture.varied])
  func `the system's dictionary and its bytes give equal payloads`(json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let userInfo = try #require(object as? [AnyHashable: Any])
    let payload = PushPayload(userInfo: userInfo)
    #expect(try payload == PushHubTests.payload(json))
    #expect(payload.issues.isEmpty)
    #expect(try payload.aps.title == PushHubTests.payload(json).aps.title)
  }

  @Test func `numbers and booleans of Swift keep their kind and digits`() {
    let payload = PushPayload(userInfo: [
      "true": true, "one": 1, "int8": Int8(-1), "uint64": UInt64.max, "half": 0.5,
      "float": Float(0.25), "big": 9_007_199_254_740_993, "decimal": Decimal(string: "1.10") ?? 0,
    ])
    #expect(payload["true"] == true)
    #expect(payload["one"] == 1)
    #expect(payload["int8"] == -1)
    #expect(payload["uint64"]?.numberValue?.text == "18446744073709551615")
    #expect(payload["half"] == 0.5)
    #expect(payload["float"] == 0.25)
    #expect(payload["big"]?.numberValue?.text == "9007199254740993")
    #expect(payload["decimal"]?.doubleValue == 1.1)
  }

  @Test func `numbers and booleans of Foundation keep their kind and digits`() {
    let payload = PushPayload(userInfo: [
      "true": NSNumber(value: true), "false": NSNumber(value: false), "one": NSNumber(value: 1),
      "zero": NSNumber(value: Int8(0)), "big": NSNumber(value: 9_007_199_254_740_993),
      "huge": NSNumber(value: UInt64.max), "half": NSNumber(value: 0.5),
      "digits": NSDecimalNumber(string: "12345678901234567890123"),
    ])
    #expect(payload["true"] == true)
    #expect(payload["false"] == false)
    #expect(payload["one"] == 1)
    #expect(payload["zero"] == 0)
    #expect(payload["big"]?.numberValue?.text == "9007199254740993")
    #expect(payload["huge"]?.numberValue?.text == "18446744073709551615")
    #expect(payload["half"] == 0.5)
    #expect(payload["digits"]?.numberValue?.text == "12345678901234567890123")
  }

  @Test func `containers and strings of Foundation are read like those of Swift`() {
    let inner = NSDictionary(dictionary: ["list": NSArray(array: [1, NSString(string: "b")])])
    let payload = PushPayload(userInfo: [
      "foundation": inner, "swift": ["list": [1, "b"] as [Any]],
      "hashable": [AnyHashable("list"): [1, "b"] as [Any]] as [AnyHashable: Any],
      "typed": ["list": [1, 2]],
    ])
    #expect(payload["foundation"] == ["list": [1, "b"]])
    #expect(payload["swift"] == payload["foundation"])
    #expect(payload["hashable"] == payload["foundation"])
    #expect(payload["typed"] == ["list": [1, 2]])
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

  @Test func `an empty dictionary is an empty payload without aps`() {
    let payload = PushPayload(userInfo: [:])
    #expect(payload.object.isEmpty)
    #expect(payload.shortIssues == ["missing aps"])
  }

  @Test func `values that JSON doesn't have are left out with one issue each`() {
    struct Secret {}
    let payload = PushPayload(userInfo: [
      "aps": ["alert": "Hi", "badge": Date()] as [String: Any], "data": Data([1]),
      "list": [1, Secret(), 3] as [Any], "nan": Double.nan,
      "infinity": NSNumber(value: -Double.infinity),
    ])
    #expect(
      Set(payload.shortIssues) == [
        "unsupportedValue aps.badge", "unsupportedValue data", "unsupportedValue list[1]",
        "nonFiniteNumber nan", "nonFiniteNumber infinity",
      ]
    )
    #expect(payload["list"] == [1, nil, 3])
    #expect(payload["data"] == nil && payload["nan"] == nil)
    #expect(payload.aps.title == nil && payload.aps.body == "Hi" && payload.aps.badge == nil)
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

  @Test func `text of any kind survives`() {
    let text = "\"\\\u{0}\n\u{1F}é😀\u{2028}\u{FFFF}"
    let payload = PushPayload(userInfo: ["aps": ["alert": text], text: text])
    #expect(payload.aps.body == text)
    #expect(payload[text]?.stringValue == text)
    #expect(payload.issues.isEmpty)
  }
}
