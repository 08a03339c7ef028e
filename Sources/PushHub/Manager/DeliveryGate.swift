/// Decides once what came of observers' work: when all have answered, or when time is up.
///
/// Answer and deadline go through the same gate, so that whichever comes second finds it closed.
/// Workers are admitted until the gate closes; it does not close by itself before it is sealed.
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

  private var results: [FetchResult?] = []
  private var missing = 0
  private var isSealed = false

  /// Whether the result is not final yet.
  private(set) var isOpen = true

  /// What counts for each worker: a missing answer counts as failed.
  var countedResults: [FetchResult] { results.map { $0 ?? .failed } }

  /// Admits one more worker.
  ///
  /// - Returns: Its place, or `nil` if the gate has closed.
  mutating func admit() -> Worker? {
    guard isOpen else { return nil }
    results.append(nil)
    missing += 1
    return results.count - 1
  }

  /// Lets the gate close as soon as nobody's answer is missing.
  ///
  /// - Returns: Whether that closes it.
  mutating func seal() -> Bool {
    isSealed = true
    return closeIfComplete()
  }

  /// Takes an answer.
  mutating func accept(_ result: FetchResult, from worker: Worker) -> Reception {
    guard isOpen, results[worker] == nil else { return .late }
    results[worker] = result
    missing -= 1
    return closeIfComplete() ? .closed : .counted
  }

  /// Closes the gate if it is open.
  ///
  /// - Returns: Those whose answers are missing, or `nil` if the gate had closed before.
  mutating func close() -> [Worker]? {
    guard isOpen else { return nil }
    isOpen = false
    return results.indices.filter { results[$0] == nil }
  }

  private mutating func closeIfComplete() -> Bool {
    guard isOpen, isSealed, missing == 0 else { return false }
    isOpen = false
    return true
  }
}
