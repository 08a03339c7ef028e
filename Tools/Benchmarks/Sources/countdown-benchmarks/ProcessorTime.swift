import Foundation

/// The processor time of this process so far, in nanoseconds, on all cores together.
///
/// Unlike the time of day it does not count what other programs do meanwhile.
func processorTime() -> Double {
  Double(clock()) * 1e9 / Double(CLOCKS_PER_SEC)
}

/// How much processor time some work takes for each of its units, in nanoseconds.
@MainActor
func cost(perUnitOf units: Int, _ work: () -> Void) -> Double {
  let start = processorTime()
  work()
  return (processorTime() - start) / Double(units)
}

/// Waits until what was measured before has been cleared away, on whichever thread that happens.
func waitForQuiet() async {
  var start = processorTime()
  while true {
    try? await Task.sleep(for: .milliseconds(50))
    let now = processorTime()
    if now - start < 1_000_000 { return }
    start = now
  }
}
