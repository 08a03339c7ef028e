import PushHub
import Testing

@testable import PushHubReplay
@testable import TestSupport

@MainActor
struct ReportPageTests {
  private static let title = "<script>alert(1)</script>\u{202E}<!--{{script}}"

  /// A letter that makes one character of itself and what follows.
  private static let prefix = "\u{D4E}"

  private func page() async throws -> String {
    let title = JSONValue.string(Self.title).jsonText
    let records = """
      {"t":0,"account":\(title)}
      {"t":1,"push":{"aps":{"alert":{"title":\(title)}}},"request":\(title)}
      """
    let transcript = try transcript("{\"transcript\":1}\n" + records)
    return try ReportPage([await report(of: transcript, named: Self.title)]).html()
  }

  @Test func `texts can neither end the data nor begin anything`() async throws {
    let page = try await page()
    #expect(page.contains(#"\u003cscript>alert(1)\u003c/script>\\u{202e}\u003c!--{{script}}"#))
    #expect(page.split(separator: "<script").count == 3)
    #expect(!page.contains("alert(1)</script>"))
    #expect(!page.contains("\u{202E}"))
  }

  @Test func `no letter hides what would end the data`() async throws {
    let name = JSONValue.string("\(Self.prefix)</script>\(Self.prefix)<b>\(Self.prefix)&").jsonText
    let report = try await report(ofRecords: "{\"t\":0,\"tokenError\":\(name)}")
    let page = try ReportPage([report]).html().unicodeScalars
    let hidden = zip(page, page.dropFirst()).filter { $0.0 == "\u{D4E}" }.map(\.1)
    #expect(hidden.count > 6)
    #expect(!hidden.contains("<"))
  }

  @Test func `the page is whole and needs nothing from elsewhere`() async throws {
    let page = try await page()
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(!page.contains("{{report}}") && !page.contains("{{style}}"))
    let addresses = page.matches(of: /https?:\/\/[^"' ]+/).map { String($0.output) }
    #expect(addresses == ["http://www.w3.org/2000/svg"], "the namespace is a name, not a place")
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `what went wrong can be read without a script, an outage a line`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"tokenError":"no network"}
        {"t":5,"tokenError":"no network"}
        """
    )
    let page = try ReportPage([report]).html()
    #expect(page.contains("<li>0:00:00.000 to 0:00:05.000: "))
    #expect(page.split(separator: "no network</li>").count == 2)
  }

  @Test func `texts stay texts`() {
    #expect(
      ReportPage.text(#"</noscript><b a="1">&"#)
        == "&lt;/noscript&gt;&lt;b a=&quot;1&quot;&gt;&amp;"
    )
  }
}
