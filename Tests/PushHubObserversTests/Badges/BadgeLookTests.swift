import Testing

@testable import PushHubObservers

/// How a badge looks, how large it is, when it moves, and what is said for it.
struct BadgeLookTests {
  private let many = Badge(.number(150), cap: 99)

  @Test func `a number is shown up to its cap`() {
    #expect([Badge.none, .dot, .number(7), many].map(\.text) == ["", "", "7", "99+"])
    #expect([Badge.none, .dot, .number(7), many].map(\.number) == [0, 0, 7, 99])
    #expect([Badge.none, .dot, .number(7), many].map(\.isCapped) == [false, false, false, true])
    #expect(Badge(.number(99), cap: 99).text == "99")
    #expect(Badge(.number(3), cap: 0).text == "1+")
  }

  @Test func `a number out of range is moved to the nearest`() {
    #expect([-1, 0, Int.min].map(Badge.number) == [.none, .none, .none])
    #expect(Badge.number(.max).number == 1_000_000_000)
  }

  @Test func `what shows nothing takes no room and has no label`() {
    #expect(BadgeMetrics(scale: 1).size(of: .none, textWidth: 50) == (0, 0))
    #expect(Badge.none.spokenText == nil)
  }

  @Test func `a dot is round, a digit too, and more digits are wider`() {
    let metrics = BadgeMetrics(scale: 1)
    #expect(metrics.size(of: .dot, textWidth: 50) == (10, 10))
    #expect(metrics.size(of: .number(7), textWidth: 7) == (18, 18))
    #expect(metrics.size(of: many, textWidth: 22) == (32, 18))
  }

  @Test(arguments: [(0.0, 0.8), (0.8, 0.8), (1.3, 1.3), (2.0, 2.0), (3.6, 2.0)])
  func `a badge grows with the text, within bounds`(unit: Double, scale: Double) {
    let metrics = BadgeMetrics(scale: unit)
    #expect(metrics.scale == scale)
    #expect(metrics.size(of: .dot).width == 10 * scale)
    #expect(metrics.fontSize < metrics.size(of: .number(7)).height)
  }

  @Test func `words distinguish dots, numbers and large numbers`() {
    #expect(Badge.dot.spokenText == "Unread")
    #expect(Badge.number(7).spokenText == "7 unread")
    #expect(many.spokenText == "More than 99 unread")
  }

  @Test func `a badge appears exactly from read to unread, both known`() {
    let all: [Badge] = [
      .none, .dot, .number(3), .number(4), .unknown, Badge(.dot, isKnown: false),
    ]
    for new in all {
      #expect(!new.appears(after: nil), "a first binding never moves")
      for old in all {
        let isUnread = [.dot, .number(3), .number(4)].contains(new)
        #expect(new.appears(after: old) == (old == .none && isUnread), "\(old) to \(new)")
      }
    }
  }
}
