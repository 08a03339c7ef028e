import PushHub
import Testing

@testable import TestSupport

struct PayloadIssueTests {
  @Test func `the path of an issue is short even if one character is not`() {
    let key = "a" + String(repeating: "\u{301}", count: 10_000)
    let payload = payload("{\"aps\":{},\"\(key)\":\"\\ud800\"}")
    #expect(payload.issues.count == 1)
    #expect(payload.issues.allSatisfy { $0.path.unicodeScalars.count < 80 })
  }

  @Test(arguments: Fixture.all)
  func `payloads as senders make them have no issues`(json: String) {
    #expect(payload(json).issues.isEmpty)
  }

  @Test func `a byte order mark is skipped with one issue`() {
    let payload = payload("\u{FEFF}{\"aps\":{\"badge\":1}}")
    #expect(payload.shortIssues == ["byteOrderMark "])
    #expect(payload.aps.badge == 1)
  }

  @Test func `offsets count the byte order mark`() {
    #expect(payloadError("\u{FEFF}{]")?.offset == 4)
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""a\ud800b""#, "a\u{FFFD}b"),
    (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"), (#""\ud800\n""#, "\u{FFFD}\n"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
  ])
  func `half a surrogate pair reads as U+FFFD with one issue`(json: String, text: String) {
    let payload = payload(#"{"aps":{},"a":[0,\#(json)]}"#)
    #expect(payload["a"]?[1]?.stringValue == text)
    #expect(payload.shortIssues == ["loneSurrogate a[1]"])
  }

  @Test func `half a surrogate pair in a key is an issue of that entry`() {
    let payload = payload(#"{"aps":{},"k\ud800":"\ud800"}"#)
    #expect(payload["k\u{FFFD}"]?.stringValue == "\u{FFFD}")
    #expect(payload.shortIssues == ["loneSurrogate [\"k\u{FFFD}\"]"])
  }

  @Test func `keys of one text with different bytes have an issue each`() {
    let payload = payload("{\"aps\":{},\"\u{E9}\":\"\\ud800\",\"e\u{301}\":\"\\ud800\"}")
    let paths = payload.issues.map { Array($0.path.utf8) }
    #expect(paths == ["[\"\u{E9}\"]", "[\"e\u{301}\"]"].map { Array($0.utf8) })
  }

  @Test(arguments: [
    #"{"aps":{},"a":1,"a":2}"#, #"{"aps":{},"a":1,"\u0061":2}"#, #"{"aps":{},"\u0061":1,"a":2}"#,
    #"{"a":0,"aps":{},"a":1,"a":2}"#,
  ])
  func `of a repeated key the last value counts, with one issue`(json: String) {
    let payload = payload(json)
    #expect(payload["a"]?.intValue == 2)
    #expect(payload.object["a"]?.intValue == 2)
    #expect(payload.root.count == 2)
    #expect(payload.shortIssues == ["duplicateKey a"])
  }

  @Test(arguments: [2, 15, 16, 17, 40])
  func `repeated keys are found among few and many`(count: Int) {
    let keys = (0..<count).map { "\"k\($0)\":\($0)" } + ["\"k0\":-1", "\"k1\":-2"]
    let payload = payload("{\"aps\":{},\(keys.joined(separator: ","))}")
    #expect(payload.shortIssues == ["duplicateKey k0", "duplicateKey k1"])
    #expect(payload["k0"]?.intValue == -1)
    #expect(payload.root.count == count + 1)
  }

  @Test func `the same key in different dictionaries is no issue`() {
    #expect(payload(#"{"aps":{},"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#).issues.isEmpty)
  }

  @Test func `a field with two faults has one issue`() {
    let payload = payload(#"{"aps":{"badge":1,"badge":"\ud800"}}"#)
    #expect(payload.issues.map(\.path) == ["aps.badge"])
    #expect(payload.aps.badge == nil)
  }

  @Test func `paths name keys that look like syntax in brackets`() {
    let payload = payload(#"{"aps":{},"a.b":{"":["\ud800"]},"\"":"\ud800","_-9":"\ud800"}"#)
    #expect(payload.issues.map(\.path) == [#"["a.b"][""][0]"#, #"["\""]"#, "_-9"])
  }

  @Test func `after a hundred issues the rest is counted`() {
    let list = Array(repeating: #""\ud800""#, count: 250).joined(separator: ",")
    let issues = payload(#"{"aps":{},"a":[\#(list)]}"#).issues
    #expect(issues.count == 101)
    #expect(issues[99].path == "a[99]")
    #expect(issues[100].code == .moreIssues)
    #expect(issues[100].description.contains("150"))
  }

  @Test func `issues are sentences that name types and paths but never values`() {
    let payload = payload(
      #"{"aps":{"alert":4711,"badge":"secret","sound":1e999},"a":"secret\ud800","a":"secret"}"#
    )
    #expect(payload.issues.count == 4)
    for issue in payload.issues {
      #expect(!issue.description.contains("secret") && !issue.description.contains("4711"))
      #expect(issue.description.hasPrefix(issue.path) && issue.description.hasSuffix("."))
      #expect("\(issue)" == issue.description)
    }
  }
}
