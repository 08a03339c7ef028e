import Foundation
import PushHub
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The texts of banners.
@MainActor
struct ForegroundBannerContentTests {
  private func texts(_ alert: String) -> [String?]? {
    let payload = payload(#"{"aps":{"alert":\#(alert)}}"#)
    let push = Push(
      id: "1",
      messageID: nil,
      payload: payload,
      sender: PushIdentification().identity(of: payload).sender,
      receivedAt: Date(timeIntervalSince1970: 0),
      callbacks: [.present]
    )
    let banner = ForegroundBanner(push) { $0.key == "HELLO" ? $0.filled("Hello, %@!") : nil }
    return banner.map { [$0.title, $0.subtitle, $0.body] }
  }

  @Test func `the texts of the alert, and those of the app's strings`() {
    #expect(texts(#""Hi""#) == [nil, nil, "Hi"])
    let alert = #"{"title":"A","subtitle":" B ","loc-key":"HELLO","loc-args":["Mira"]}"#
    #expect(texts(alert) == ["A", "B", "Hello, Mira!"])
  }

  @Test(arguments: [#""""#, #"" \n""#, "{}", #"{"title":""}"#, #"{"loc-key":"NONE"}"#, "7"])
  func `an invisible text is no text`(alert: String) {
    #expect(texts(alert) == nil)
  }

  @Test func `placeholders are filled with texts alone`() throws {
    let alert = #"{"aps":{"alert":{"loc-key":"K","loc-args":["a","b"]}}}"#
    let localization = try #require(payload(alert).aps.bodyLocalization)
    let texts = [
      "%@ %@ %@": "a b ", "%2$@%1$@": "ba", "100%%": "100%", "%d %s %": "%d %s %",
      "%9$@|%0$@": "|%0$@", "%99999999999999999999$@": "%99999999999999999999$@", "": "",
      "é%@🙂": "éa🙂",
    ]
    for (format, text) in texts {
      #expect(localization.filled(format) == text)
    }
  }

  @Test func `a key that no bundle has is no text`() throws {
    let alert = #"{"aps":{"alert":{"loc-key":"no such key"}}}"#
    let localization = try #require(payload(alert).aps.bodyLocalization)
    #expect(localization.text() == nil)
  }
}
