import Testing

@testable import PushHubReplay

struct UsageErrorTests {
  private static let names = ["hub", "unread", "countdown", "badge", "screenshot"]

  @Test(arguments: [
    ("unred", "unread"), ("UNREAD", "unread"), ("nuread", "unread"), ("umread", "unread"),
    ("unreadd", "unread"), ("hbu", "hub"), ("hup", "hub"), ("screnshto", "screenshot"),
    ("badges", "badge"),
  ])
  func `a slip of the keyboard is told from which name it comes`(text: String, name: String) {
    #expect(UsageError.nearest(to: text, among: Self.names) == name)
  }

  @Test(arguments: ["", "x", "radio", "down", "hubbub", "bd", "shot"])
  func `what is like no name comes from none`(text: String) {
    #expect(UsageError.nearest(to: text, among: Self.names) == nil)
  }

  @Test func `among no names there is none, and what is very long is like none`() {
    #expect(UsageError.nearest(to: "hub", among: []) == nil)
    let long = String(repeating: "unread", count: 100_000)
    #expect(UsageError.nearest(to: long, among: Self.names) == nil)
  }
}
