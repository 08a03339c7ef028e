import PushHubObservers
import Testing

/// How large a badge is, and what is said for it.
struct BadgeLookTests {
  private let seven = Badge(.number(7, isCapped: false))
  private let many = Badge(.number(99, isCapped: true))

  @Test func `what shows nothing takes no room and has no label`() {
    #expect(BadgeMetrics().size(of: .none, textWidth: 50) == (0, 0))
    #expect(BadgeSpeech().label(for: .none) == nil)
  }

  @Test func `a dot is round, a digit too, and more digits are wider`() {
    let metrics = BadgeMetrics()
    #expect(metrics.size(of: Badge(.dot), textWidth: 50) == (10, 10))
    #expect(metrics.size(of: seven, textWidth: 7) == (18, 18))
    #expect(metrics.size(of: many, textWidth: 22) == (32, 18))
  }

  @Test(arguments: [(0.0, 0.8), (0.8, 0.8), (1.3, 1.3), (2.0, 2.0), (3.6, 2.0)])
  func `a badge grows with the text, within bounds`(unit: Double, scale: Double) {
    let metrics = BadgeMetrics(scale: unit)
    #expect(metrics.scale == scale)
    #expect(metrics.dotDiameter == 10 * scale)
    #expect(metrics.size(of: seven).height == 18 * scale)
    #expect(metrics.fontSize < metrics.height)
  }

  @Test func `a label tells dots, numbers and large numbers apart`() {
    let speech = BadgeSpeech()
    #expect(speech.label(for: Badge(.dot)) == "Unread")
    #expect(speech.label(for: seven) == "7 unread")
    #expect(speech.label(for: many) == "More than 99 unread")
  }

  @Test func `labels are the app's`() {
    let speech = BadgeSpeech(
      dot: "Neues",
      number: { "\($0) neue" },
      moreThan: { "Mehr als \($0) neue" }
    )
    #expect(
      [Badge(.dot), seven, many].map { speech.label(for: $0) } == [
        "Neues", "7 neue", "Mehr als 99 neue",
      ]
    )
  }
}
