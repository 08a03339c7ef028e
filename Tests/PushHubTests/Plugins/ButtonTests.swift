import Foundation
import PushHub
import Testing

@testable import TestSupport

/// Which button a response is of, for a feature that has brought the category.
struct ButtonTests {
  private func button(
    _ action: PushResponse.Action,
    sentAs category: String?,
    shownAs shownCategory: String? = nil
  ) -> String? {
    let aps = category.map { #"{"category":"\#($0)"}"# } ?? "{}"
    let push = Push(
      id: "m1",
      messageID: nil,
      payload: payload(#"{"aps":\#(aps)}"#),
      sender: PushIdentification.standardSenders[0],
      receivedAt: .distantPast,
      callbacks: []
    )
    return PushResponse(action: action, category: shownCategory).button(in: "order", of: push)
  }

  @Test func `a button of the category has its identifier`() {
    #expect(button(.custom("note"), sentAs: "order") == "note")
  }

  @Test func `a tap and a dismissal are no buttons`() {
    #expect(button(.default, sentAs: "order") == nil)
    #expect(button(.dismiss, sentAs: "order") == nil)
  }

  @Test func `a button of another category is none of it`() {
    #expect(button(.custom("note"), sentAs: "news") == nil)
    #expect(button(.custom("note"), sentAs: nil) == nil)
  }

  @Test func `the category that was shown counts, whatever was sent`() {
    #expect(button(.custom("note"), sentAs: "news", shownAs: "order") == "note")
    #expect(button(.custom("note"), sentAs: "order", shownAs: "news") == nil)
  }
}
