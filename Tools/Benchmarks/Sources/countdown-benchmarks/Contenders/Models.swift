import PushHub

/// Models with total times between a shortest and a longest, the same in every run.
func items(_ count: Int, within times: ClosedRange<Double>) -> [CountdownItem] {
  var state: UInt64 = 0x5EED
  return (0..<count).map { number in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let share = Double(state >> 11) / Double(UInt64(1) << 53)
    let seconds = times.lowerBound + (times.upperBound - times.lowerBound) * share
    return CountdownItem(
      id: "offer-\(number)",
      total: .nanoseconds(Int64(seconds * 1e9))
    )
  }
}

extension CountdownItem {
  /// How long it counts; zero if it ends at an instant.
  var total: Duration { if case .after(let total) = end { total } else { .zero } }
}

/// A cell that adds up its updates.
@MainActor
final class Cell: CountdownTarget {
  private(set) var updates = 0
  private var seconds: Int64 = 0

  func countdownChanged(to state: CountdownState) {
    show(state.remaining)
  }

  func show(_ remaining: Duration) {
    updates += 1
    seconds &+= remaining.components.seconds
  }
}
