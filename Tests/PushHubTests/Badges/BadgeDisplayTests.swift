import PushHub
import PushHubObservers
import Testing

/// Every short history of a view against the rule in words.
struct BadgeDisplayTests {
  private struct Step: Hashable {
    let reading: BadgeReading
    let isOnScreen: Bool
    let reducesMotion: Bool
  }

  private static let readings: [BadgeReading] = [
    BadgeReading(.none, account: "ann"),
    BadgeReading(Badge(.dot), account: "ann"),
    BadgeReading(Badge(.number(3, isCapped: false)), account: "ann"),
    BadgeReading(.none, account: "ann", isKnown: false),
    BadgeReading(Badge(.dot), account: "bob"),
    BadgeReading(.none, isKnown: false),
  ]

  private static let steps = readings.flatMap { reading in
    [(true, false), (true, true), (false, false)].map {
      Step(reading: reading, isOnScreen: $0.0, reducesMotion: $0.1)
    }
  }

  /// What must happen, from the whole history rather than from what a display remembers.
  private func expectation(after history: [Step], _ step: Step) -> BadgeDisplay.Change {
    let old = history.last?.reading
    guard step.reading.badge != (old?.badge ?? .none) else { return .nothing }
    let wasRead = old.map { $0.isKnown && !$0.badge.isShown } ?? false
    let isUnread = step.reading.isKnown && step.reading.badge.isShown
    let isSame = old?.account == step.reading.account
    let mayMove = step.isOnScreen && !step.reducesMotion
    return wasRead && isUnread && isSame && mayMove ? .scalingIn : .atOnce
  }

  @Test func `a badge scales in exactly from read to unread before the user's eyes`() {
    var count = 0
    var moves = 0
    func visit(_ display: BadgeDisplay, _ history: [Step]) {
      guard history.count < 3 else { return }
      for step in Self.steps {
        var next = display
        let change = next.show(
          step.reading,
          isOnScreen: step.isOnScreen,
          reducesMotion: step.reducesMotion
        )
        let isRight =
          change == expectation(after: history, step) && next.badge == step.reading.badge
        if !isRight {
          Issue.record("\(history) then \(step): \(change)")
        }
        count += 1
        moves += change == .scalingIn ? 1 : 0
        visit(next, history + [step])
      }
    }
    visit(BadgeDisplay(), [])
    #expect(count == 18 + 18 * 18 + 18 * 18 * 18)
    #expect(moves > 0)
  }

  @Test(arguments: readings)
  func `the first binding never moves`(reading: BadgeReading) {
    var display = BadgeDisplay()
    #expect(display.show(reading, isOnScreen: true, reducesMotion: false) != .scalingIn)
  }

  @Test func `the same state never moves again`() {
    var display = BadgeDisplay()
    _ = display.show(Self.readings[0], isOnScreen: true, reducesMotion: false)
    #expect(display.show(Self.readings[1], isOnScreen: true, reducesMotion: false) == .scalingIn)
    #expect(display.show(Self.readings[1], isOnScreen: true, reducesMotion: false) == .nothing)
    #expect(display.show(Self.readings[2], isOnScreen: true, reducesMotion: false) == .atOnce)
  }

  @Test func `nobody is asked about motion unless something would move`() {
    var display = BadgeDisplay()
    var questions = 0
    func asked() -> Bool {
      questions += 1
      return false
    }
    for index in [1, 0, 0] {
      _ = display.show(Self.readings[index], isOnScreen: true, reducesMotion: asked())
    }
    _ = display.show(Self.readings[1], isOnScreen: false, reducesMotion: asked())
    _ = display.show(Self.readings[0], isOnScreen: true, reducesMotion: asked())
    #expect(questions == 0)
    _ = display.show(Self.readings[1], isOnScreen: true, reducesMotion: asked())
    #expect(questions == 1)
  }
}
