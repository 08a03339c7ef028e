/// Decides once what came of a background delivery: when all have answered, or when time is up.
///
/// Answer and deadline go through the same gate, so that whichever comes second finds it closed.
struct DeliveryGate {
  /// What became of an answer.
  enum Reception: Equatable {
    /// The answer counts; others are still missing.
    case counted

    /// The answer counts and was the last.
    case closed

    /// The gate had closed before.
    case late
  }

  /// One observer's place, in the order in which they were asked.
  typealias Worker = Int

  private var results: [FetchResult?]
  private var missing: Int
  private var isOpen = true

  /// Opens a gate for a number of workers.
  init(workers: Int) {
    results = Array(repeating: nil, count: workers)
    missing = workers
    isOpen = workers > 0
  }

  /// What counts for each worker: a missing answer counts as failed.
  var countedResults: [FetchResult] { results.map { $0 ?? .failed } }

  /// Takes an answer.
  mutating func accept(_ result: FetchResult, from worker: Worker) -> Reception {
    guard isOpen, results[worker] == nil else { return .late }
    results[worker] = result
    missing -= 1
    guard missing == 0 else { return .counted }
    isOpen = false
    return .closed
  }

  /// Closes the gate if it is open.
  ///
  /// - Returns: Those whose answers are missing, or `nil` if the gate had closed before.
  mutating func close() -> [Worker]? {
    guard isOpen else { return nil }
    isOpen = false
    return results.indices.filter { results[$0] == nil }
  }
}
