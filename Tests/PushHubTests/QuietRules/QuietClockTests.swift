import Foundation
import Testing

@testable import PushHubObservers

/// Clocks that show no time.
@Suite(.timeLimit(.minutes(15)))
struct QuietClockTests {
  private let now = ContinuousClock.now

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a clock that shows no time is looked at again after a minute`(seconds: Double) throws {
    var settings = QuietSettings()
    let from = try #require(TimeOfDay("22:00"))
    let to = try #require(TimeOfDay("07:00"))
    settings.windows = [QuietWindow(from: from, to: to)]
    var core = QuietCore()
    #expect(core.handle(.settings(settings), at: now) == [.look])
    let moment = QuietCore.Moment(
      date: Date(timeIntervalSinceReferenceDate: seconds),
      zone: .gmt
    )
    _ = core.handle(.looked(moment), at: now)
    #expect(core.nextDeadline == now + .seconds(60))
    #expect(core.handle(.deadline, at: now + .seconds(60)) == [.look])
  }
}
