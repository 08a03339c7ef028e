import Foundation
import PushHubObservers
import Testing

@testable import TestSupport

/// What is written and spoken of a remaining time.
struct CountdownTextTests {
  private let english = Locale(identifier: "en_US")

  private func text(_ remaining: Duration) -> String {
    CountdownState(id: "a", remaining: remaining).text(in: english)
  }

  private func spokenText(_ seconds: Int64) -> String {
    CountdownState(id: "a", remaining: .seconds(seconds)).spokenText(in: english)
  }

  @Test func `the last second is shown until no time is left`() {
    #expect(text(Duration(secondsComponent: 0, attosecondsComponent: 1)) == "0:01")
    #expect(text(.nanoseconds(1)) == "0:01")
    #expect(text(.milliseconds(999)) == "0:01")
    #expect(text(.seconds(1)) == "0:01")
    #expect(text(.zero) == "0:00")
    #expect(text(Duration(secondsComponent: 0, attosecondsComponent: -1)) == "0:00")
    #expect(text(.seconds(-90)) == "0:00")
  }

  @Test func `each whole second has its text for exactly one second`() {
    for seconds in stride(from: 1, through: 7_300, by: Exhaustive.choose(7, thorough: 1)) {
      let last = text(.seconds(seconds))
      #expect(text(.seconds(seconds - 1) + .nanoseconds(1)) == last)
      #expect(text(.seconds(seconds) + .nanoseconds(1)) != last)
    }
  }

  @Test func `hours are written from an hour on, and there may be many`() {
    #expect(text(.seconds(3_599)) == "59:59")
    #expect(text(.milliseconds(3_599_001)) == "1:00:00")
    #expect(text(.seconds(3_725)) == "1:02:05")
    #expect(text(.seconds(360_000)) == "100:00:00")
  }

  @Test func `the longest time there is can be written`() {
    #expect(text(.seconds(1_000_000_000_000)) == "277,777,777:46:40")
    #expect(CountdownState(id: "a", remaining: .seconds(Int64.max)).secondsLeft == .max)
  }

  @Test func `digits and separators are those of the locale`() {
    let state = CountdownState(id: "a", remaining: .seconds(3_725))
    #expect(state.text(in: Locale(identifier: "fi_FI")) == "1.02.05")
    #expect(state.text(in: Locale(identifier: "ar_EG")) == "١:٠٢:٠٥")
    #expect(state.text == state.text(in: .autoupdatingCurrent))
  }

  @Test func `the time is spoken in the units that there are`() {
    #expect(spokenText(125) == "2 minutes, 5 seconds")
    #expect(spokenText(1) == "1 second")
    #expect(spokenText(3_600) == "1 hour")
    #expect(spokenText(0) == "0 seconds")
    #expect(spokenText(-5) == "0 seconds")
    let german = Locale(identifier: "de_DE")
    let state = CountdownState(id: "a", remaining: .milliseconds(61_500))
    #expect(state.spokenText(in: german) == "1 Minute und 2 Sekunden")
    #expect(state.spokenText == state.spokenText(in: .autoupdatingCurrent))
  }
}
