import Foundation
import PushHub
import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct ReportPageTests {
  private static let title = "<script>alert(1)</script>\u{202E}<!--{{script}}"

  private func page() throws -> String {
    let title = JSONValue.string(Self.title).jsonText
    var play = try HandMadePlay(
      """
      {"t":0,"account":\(title)}
      {"t":1,"push":{"aps":{"alert":{"title":\(title)}}},"request":\(title)}
      """
    )
    play.record()
    play.record(.hub("received", Self.title))
    return try ReportPage(report: play.report(named: Self.title)).html()
  }

  @Test func `texts can neither end the data nor begin anything`() throws {
    let page = try page()
    #expect(page.contains(#"\u003cscript>alert(1)\u003c/script>\\u{202e}\u003c!--{{script}}"#))
    #expect(page.split(separator: "<script").count == 3)
    #expect(!page.contains("alert(1)</script>"))
    #expect(!page.contains("\u{202E}"))
  }

  @Test func `the page is whole and needs nothing from elsewhere`() throws {
    let page = try page()
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(!page.contains("{{report}}") && !page.contains("{{style}}"))
    let addresses = page.matches(of: /https?:\/\/[^"' ]+/).map { String($0.output) }
    #expect(addresses == ["http://www.w3.org/2000/svg"], "the namespace is a name, not a place")
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `the same play gives the same bytes`() throws {
    #expect(try page() == page())
  }

  @Test func `JSON with strange characters made visible is the same JSON`() throws {
    let strange = JSONValue.string("a\u{202E}\u{7F}\u{2028}\u{E0001}é\u{1F600}")
    let text = printableJSON(strange.jsonText)
    #expect(text == #""a\u202e\u007f\u2028\udb40\udc01é😀""#)
    #expect(try PushPayload(json: "{\"a\":\(text)}".utf8)["a"] == strange)
  }

  @Test(arguments: [
    (0.0004, "0 s"), (0.4, "0.4 s"), (59.9996, "60 s"), (60, "1 min"), (125, "2 min 5 s"),
    (3_600, "1 h"), (12_060, "3 h 21 min"),
  ])
  func `durations are told in words`(seconds: Double, words: String) {
    #expect(Duration.seconds(seconds).words == words)
  }

  @Test(arguments: [
    (#""launch":{}"#, "the app is launched"),
    (#""launch":{"push":{"aps":{"alert":"Hi"}}}"#, "the app is launched by a tap on “Hi”"),
    (#""app":"background""#, "the app goes to the background"),
    (#""overlay":false"#, "what covered the page is gone"),
    (#""account":null"#, "the user signs out"),
    (#""push":{"aps":{}},"via":"present""#, "push without a text arrives in the foreground"),
    (#""push":{"aps":{"alert":{"loc-key":"K"}}}"#, "push “K” arrives"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"REPLY""#, "the user answers “Hi” with REPLY"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"dismiss""#, "the user dismisses “Hi”"),
    (#""preview":"outside""#, "the user touches beside the preview"),
    (#""unread":3,"latency":0.4"#, "the server answers 3 from now on, after 0.4 s"),
    (#""unread":{"error":"503"}"#, "the server fails from now on: 503"),
    (#""latest":[]"#, "the listener reports an empty list"),
    (#""latest":{"error":"gone"}"#, "the listener fails: gone"),
    (#""read":{"id":"n1","order":1}"#, "everything up to n1 is read"),
    (
      #""countdown":{"add":[{"id":"a","seconds":90}],"hide":["b"],"background":"pauses"}"#,
      "countdowns: pause in the background; with a of 1 min 30 s; hiding b"
    ),
    (#""countdown":{}"#, "countdowns: no change"),
  ])
  func `records are told in words`(record: String, words: String) throws {
    #expect(try input("{\"t\":0,\(record)}")?.sentence == words)
  }
}
