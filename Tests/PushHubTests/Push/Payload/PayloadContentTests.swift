import PushHub
import Testing

@testable import TestSupport

struct PayloadContentTests {
  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":[1,2]}"#, " { \"a\" : [ 1 , 2 ] } "),
    (#"{"a":"é/"}"#, #"{"\u0061":"\u00e9\/"}"#), (#"{"a":1}"#, #"{"a":1.0}"#),
    (#"{"a":1}"#, #"{"a":10e-1}"#), (#"{"a":2}"#, #"{"a":1,"a":2}"#),
    (#"{"a":"\ud800"}"#, "{\"a\":\"\u{FFFD}\"}"), (#"{}"#, "\u{FEFF}{}"),
  ])
  func `payloads that say the same are equal however they are written`(
    one: String,
    other: String
  ) {
    let (one, other) = (payload(one), payload(other))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one.canonicalJSON == other.canonicalJSON)
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":1}"#, #"{"a":true}"#), (#"{"a":null}"#, #"{}"#),
    (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#), (#"{"a":{}}"#, #"{"a":[]}"#),
    (#"{"a":"x"}"#, #"{"a":"X"}"#),
    (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#), (#"{"a":0}"#, #"{"a":null}"#),
    ("{\"a\":\"e\u{301}\"}", "{\"a\":\"\u{E9}\"}"), ("{\"e\u{301}\":1}", "{\"\u{E9}\":1}"),
    (#"{"a":"\n"}"#, #"{"a":"\\n"}"#), (#"{"a":{"b":1}}"#, #"{"a":1,"b":1}"#),
  ])
  func `payloads that say something else differ`(one: String, other: String) {
    #expect(payload(one) != payload(other))
  }

  private static let names = [
    "é", "e\u{301}c", "e", "ec", "\u{212B}", "\u{212A}", "", "\u{FFFF}", "😀", "q\u{307}\u{323}",
  ]

  @Test func `a payload equals itself whatever the order of its keys`() {
    var generator = SeededGenerator(printedAs: "the order of the keys")
    let members = Self.names.enumerated().map { "\"\($1)\":\($0)" }
    let first = payload("{" + members.joined(separator: ",") + "}")
    #expect(first.root.count == Self.names.count && first.shortIssues == ["missing aps"])
    for _ in 0..<500 {
      let members = members.shuffled(using: &generator).joined(separator: ", ")
      let other = payload("{ \(members) }")
      #expect(other == first && other.hashValue == first.hashValue)
      #expect(other.canonicalJSON.utf8.elementsEqual(first.canonicalJSON.utf8))
    }
  }

  @Test func `keys that are composed differently are two keys`() {
    let payload = payload("{\"e\u{301}\":1,\"\u{E9}\":2,\"aps\":{}}")
    #expect(payload.issues.isEmpty && payload.root.count == 3)
    #expect(payload.root["e\u{301}"]?.intValue == 1 && payload.root["\u{E9}"]?.intValue == 2)
    #expect(payload.root.keys.map { Array($0.utf8) }.contains(Array("e\u{301}".utf8)))
    #expect(payload.object.count == 2 && payload.object["\u{E9}"]?.intValue == 2)
  }

  @Test func `a key with very many combining marks is made fit for a dictionary`() {
    let marks = String(repeating: "\u{301}", count: 30)
    let name = "x\(marks)\(marks)\u{301}"
    let payload = payload("{\"\(name)\":1,\"y\(marks)\":2}")
    let names = payload.object.keys.sorted().map { Array($0.utf8) }
    let safe = ["x\(marks)\u{34F}\(marks)\u{34F}\u{301}", "y\(marks)"]
    #expect(names == safe.map { Array($0.utf8) })
    #expect(payload.root[name]?.intValue == 1)
  }

  @Test func `payloads that differ in one byte hash differently, whichever it is`() {
    let hashes = (0..<24).map { index in
      let start = String(repeating: "a", count: index)
      let end = String(repeating: "a", count: 23 - index)
      return payload("{\"a\":\"\(start)c\(end)\"}").hashValue
    }
    #expect(Set(hashes).count == 24)
  }

  @Test func `canonical JSON is one text that is read back the same`() {
    let payload = payload(#"{"b":[1.50,1e2,-0],"a":"\u0041\/\u0001","aps":{}}"#)
    #expect(payload.canonicalJSON == #"{"a":"A/\u0001","aps":{},"b":[1.5,100,0]}"#)
    #expect(TestSupport.payload(payload.canonicalJSON) == payload)
  }

  @Test(arguments: [
    ("\u{FEFF}{\"b\":1.0}", #"{"b":1.0}"#),
    (#"{"b":9007199254740993,"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
    (#"{"a":"x\udc00"}"#, "{\"a\":\"x\u{FFFD}\"}"),
  ])
  func `other bytes are written anew, each issue settled`(json: String, clean: String) {
    #expect(payload(json).json == Array(clean.utf8))
  }

  @Test func `a wrong type in aps leaves the bytes as they came`() {
    let json = #"{"aps":{"badge":"7"}}"#
    #expect(payload(json).json == Array(json.utf8))
  }

  // MARK: - Random payloads

  @Test func `a value written in any way is read as that value`() {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the values written"))
    for _ in 0..<500 {
      let object = random.object(depth: 4)
      let text = random.write(.object(object))
      let payload = payload(text)
      #expect(payload.object == object, "\(text)")
      #expect(payload.json == Array(text.utf8))
      #expect(payload.root.count == object.count)
      #expect(Set(payload.root.keys) == Set(object.keys))
    }
  }

  @Test func `a value written in two ways gives equal payloads`() {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the values written twice"))
    for _ in 0..<300 {
      let value = JSONValue.object(random.object(depth: 4))
      let (one, other) = (payload(random.write(value)), payload(random.write(value)))
      #expect(one == other && one.hashValue == other.hashValue)
      #expect(one.canonicalJSON == other.canonicalJSON)
    }
  }
}
