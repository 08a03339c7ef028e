/// The middle of some measurements: half are smaller, half are larger.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Nanoseconds for one unit of work, measured for several contenders in turns.
///
/// In each round every contender runs once, and a ratio is taken within the round: what the machine
/// does meanwhile hits both sides alike.
struct Comparison {
  private var rounds: [String: [Double]] = [:]

  mutating func add(_ nanoseconds: Double, of contender: String) {
    rounds[contender, default: []].append(nanoseconds)
  }

  func nanoseconds(of contender: String) -> Double {
    median(rounds[contender] ?? [])
  }

  /// The median over the rounds of one contender's time divided by another's.
  func ratio(of contender: String, to other: String) -> Double {
    median(zip(rounds[contender] ?? [], rounds[other] ?? []).map { $0 / $1 })
  }
}

/// How long some work takes for each of its units.
func nanoseconds(
  perUnitOf units: Int,
  _ work: @MainActor () async throws -> Void
) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  return (ContinuousClock.now - start) / .nanoseconds(1) / Double(units)
}
