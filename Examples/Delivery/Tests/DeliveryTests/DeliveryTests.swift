import DeliveryShared
import Foundation
import PushHubBackend
import Testing

@MainActor
struct DeliveryTests {
  @Test(arguments: ["7", "A-17", "Käse 3"])
  func `the links of an order and of its courier lead to their pages`(order: String) throws {
    let navigator = Navigator()
    #expect(navigator.open(DeliveryPage.order(order).link))
    #expect(navigator.path == [.order(order)])
    // As the system opens it: percent-encoded.
    let url = try #require(URL(string: DeliveryPage.courier(order).link))
    #expect(navigator.open(url.absoluteString))
    #expect(navigator.path == [.order(order), .courier(order)])
    #expect(navigator.open("delivery://orders"))
    #expect(navigator.path == [])
  }

  @Test(arguments: [
    nil, "", "https://orders/7", "delivery://offers/7", "delivery://orders/7/bill",
    "delivery://orders/7/courier/1",
  ])
  func `another link changes nothing`(link: String?) {
    let navigator = Navigator()
    navigator.open("delivery://orders/7")
    #expect(!navigator.open(link))
    #expect(navigator.path == [.order("7")])
  }

  @Test func `a push names the order and the minutes as the README shows`() throws {
    let json = JSONDecoder()
    let attributes = try json.decode(DeliveryAttributes.self, from: Data(#"{"order":"7"}"#.utf8))
    #expect(attributes.order == "7")
    let texts = try json.decode(
      [DeliveryAttributes.ContentState].self,
      from: Data(#"[{"minutes":7},{"minutes":0}]"#.utf8)
    )
    .map(\.text)
    #expect(texts == ["In 7 min", "At the door"])
  }

  @Test func `the tokens of controls that are gone are removed, and no others`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (tokens, a, b) = (SharedTokens(folder: folder), PushToken(text: "a"), PushToken(text: "b"))
    try tokens.set(a, named: "widgets")
    try tokens.setControls([a, b])
    #expect(tokens.all() == ["widgets": a, "control-0": a, "control-1": b])
    try tokens.setControls([b])
    #expect(tokens.all() == ["widgets": a, "control-0": b, "control-1": nil as PushToken?])
  }
}
