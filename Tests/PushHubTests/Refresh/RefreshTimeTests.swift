import Testing

@testable import PushHub

/// When a time in the background is over, and when the next is asked for.
struct RefreshTimeTests {
  @Test func `in every order of events, a time is over once, by what comes first`() {
    var sequences: [[RefreshTime.Event]] = [[]]
    var mistakes: [String] = []
    for _ in 0..<6 {
      sequences = sequences.flatMap { start in RefreshTime.Event.allCases.map { start + [$0] } }
      for sequence in sequences where effects(of: sequence) != wanted(of: sequence) {
        mistakes.append("\(sequence)")
      }
    }
    #expect(sequences.count == 4_096)
    #expect(mistakes == [])
  }

  private func effects(of events: [RefreshTime.Event]) -> [RefreshTime.Effect] {
    var time = RefreshTime()
    return events.flatMap { time.handle($0) }
  }

  /// Expiry ends it at any moment, answers only after it has begun; the first end is the only one.
  private func wanted(of events: [RefreshTime.Event]) -> [RefreshTime.Effect] {
    let expiry = events.firstIndex(of: .expired) ?? events.count
    let beginning = events.firstIndex(of: .began) ?? events.count
    guard beginning < expiry else {
      return expiry < events.count ? [.complete(isSuccess: false)] : []
    }
    let answer =
      events.indices.first { $0 > beginning && [.finished, .failed].contains(events[$0]) }
      ?? events.count
    if answer < expiry { return [.refresh, .complete(isSuccess: events[answer] == .finished)] }
    return expiry < events.count ? [.refresh, .cutOff, .complete(isSuccess: false)] : [.refresh]
  }

  @Test func `the system is asked on leaving, in each time, and where nothing is asked for`() {
    let schedule = RefreshSchedule()
    let asks = RefreshSchedule.Occasion.allCases.filter { schedule.asks(on: $0) }
    #expect(asks == [.wentToBackground, .began, .missing])
  }

  @Test func `refused, it is asked on every occasion, until it takes the request`() {
    var schedule = RefreshSchedule()
    schedule.noteAnswer(isRefused: true)
    #expect(RefreshSchedule.Occasion.allCases.allSatisfy { schedule.asks(on: $0) })
    schedule.noteAnswer(isRefused: false)
    #expect(!schedule.asks(on: .otherPhase))
  }
}
