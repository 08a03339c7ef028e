import Foundation
import PushHub
import Testing

@testable import TestSupport

struct JSONValueTests {
  @Test func `values are compared byte for byte`() {
    let composed: JSONValue = ["a": "\u{E9}"]
    #expect(composed != ["a": "e\u{301}"])
    #expect(JSONValue.object(["\u{E9}": 1]) != .object(["e\u{301}": 1]))
    let one: JSONValue = ["b": [1, nil, true], "a": "\u{E9}"]
    let same: JSONValue = ["a": "\u{E9}", "b": [1.0, nil, true]]
    #expect(one == same && one.hashValue == same.hashValue)
  }

  private let value: JSONValue = [
    "null": nil, "yes": true, "int": 3, "half": 0.5, "text": "tea", "list": [1, "two"],
    "inner": ["a": ["b": 1]],
  ]

  @Test func `each accessor gives nil for the other kinds`() {
    let kinds = [value["null"], value["yes"], value["int"], value["text"], value["list"], value]
    #expect(kinds.filter { $0?.isNull == true }.count == 1)
    #expect(kinds.compactMap { $0?.boolValue }.count == 1)
    #expect(kinds.compactMap { $0?.intValue }.count == 1)
    #expect(kinds.compactMap { $0?.doubleValue }.count == 1)
    #expect(kinds.compactMap { $0?.stringValue }.count == 1)
    #expect(kinds.compactMap { $0?.arrayValue }.count == 1)
    #expect(kinds.compactMap { $0?.objectValue }.count == 1)
  }

  @Test func `subscripts reach inside and give nil outside`() {
    #expect(value["inner"]?["a"]?["b"]?.intValue == 1)
    #expect(value["list"]?[1]?.stringValue == "two")
    #expect(value["list"]?[2] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["list"]?["a"] == nil)
    #expect(value["text"]?[0] == nil)
  }

  @Test func `text has sorted keys and no white space`() {
    let value: JSONValue = ["b": [1, nil, true], "a": [:], "c": [], "B": "x"]
    #expect(value.jsonText == #"{"B":"x","a":{},"b":[1,null,true],"c":[]}"#)
    #expect("\(value)" == value.jsonText)
  }

  @Test func `text escapes what JSON demands and nothing more`() {
    let value: JSONValue = "\"\\/\u{0}\n\u{1F}é😀"
    #expect(value.jsonText == #""\"\\/\u0000\u000a\u001fé😀""#)
  }

  @Test func `text repeats numbers digit for digit and reads back as the same value`() {
    let text = #"{"a":9007199254740993,"b":1.10,"c":-0,"d":1E+2}"#
    let value = JSONValue.object(payload(text).object)
    #expect(value.jsonText == text)
    #expect(JSONValue.object(payload(value.jsonText).object) == value)
  }

  @Test func `objects of one size differ by any name and any value`() {
    let value: JSONValue = ["a": 1, "b": 2]
    let others: [JSONValue] = [
      ["a": 1, "c": 2], ["c": 1, "d": 2], ["a": 1, "b": 3], ["b": 1, "a": 2],
    ]
    #expect(others.allSatisfy { $0 != value && value != $0 && [value] != [$0] })
  }

  @Test(arguments: ["", "{", "[1,]", "01", "{} {}", "\u{FEFF}x"])
  func `a text that is no JSON does not decode, as other values do not`(text: String) throws {
    let stored = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSONValue].self, from: stored) }
  }

  @MainActor
  @Test func `a damaged value in a store is a first run`() throws {
    let name = "PushHub-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    defaults.set(Data(#"["{"]"#.utf8), forKey: "value")
    let store = UserDefaultsStore<[JSONValue]>(key: "value", in: defaults)
    #expect(throws: DecodingError.self) { try store.load() }
  }

  @Test func `of two values with one name the last counts in a literal too`() {
    #expect((["a": 1, "a": 2] as JSONValue)["a"]?.intValue == 2)
  }
}
