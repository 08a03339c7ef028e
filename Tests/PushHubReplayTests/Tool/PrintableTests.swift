import PushHub
import Testing

struct PrintableTests {
  @Test func `JSON with strange characters made visible is the same JSON`() throws {
    let strange = JSONValue.string("a\u{202E}\u{7F}\u{2028}\u{E0001}é\u{1F600}")
    let text = printableJSON(strange.jsonText)
    #expect(text == #""a\u202e\u007f\u2028\udb40\udc01é😀""#)
    #expect(try PushPayload(json: "{\"a\":\(text)}".utf8)["a"] == strange)
  }
}
