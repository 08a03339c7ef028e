import PushHub
import PushHubTesting
import Testing

/// One life of a feature behind a door, and what was found wrong in it.
@MainActor
final class FaultRun {
  let plan: FaultPlan
  private(set) var broken: [String] = []
  private var begun: [String] = []
  private var ended: [String] = []

  init(_ plan: FaultPlan) {
    self.plan = plan
  }

  /// Counts an operation, which has no answer for days if it fails.
  func hang(on scheduler: ManualScheduler) async throws {
    if plan.fails() { try await scheduler.sleep(for: .seconds(1_000_000)) }
  }

  /// Notes what must hold and does not.
  func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { broken.append(what()) }
  }

  /// Begins work that must end, and once.
  func begin(
    _ name: String,
    on scheduler: ManualScheduler,
    _ work: @escaping @MainActor () async -> Void
  ) {
    begun.append(name)
    scheduler.perform {
      await work()
      self.ended.append(name)
    }
  }

  /// Notes what has begun and not ended.
  func requireCompletions() {
    require(begun.sorted() == ended.sorted(), "begun \(begun), ended \(ended)")
  }

  /// Notes a wait that nothing ends.
  func requireDeadline(on scheduler: ManualScheduler, if isUndone: Bool, _ what: String) {
    require(!isUndone || scheduler.nextDeadline != nil, "\(what) waits without a deadline")
  }
}

extension ManualScheduler {
  /// Lets time pass with everything that is due, and looks after each.
  func pass(_ duration: Duration, look: @MainActor () -> Void = {}) async {
    let end = now + duration
    await settle()
    look()
    while let next = nextDeadline, next <= end {
      advance(to: next)
      await settle()
      look()
    }
    advance(to: end)
    await settle()
    look()
  }
}

/// Lets a feature live once without faults, and then with each operation at its door failing, once and
/// from then on until the door is healed.
///
/// Of many operations only six or so fail, at even distances, unless long searches are wanted.
///
/// - Parameter life: Lives, heals the plan before its last start, and gives what it has come to then.
@MainActor
func expectNoHarm<State: Equatable & Sendable>(
  by door: String,
  to feature: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  in life: @MainActor (FaultRun) async throws -> State
) async throws {
  let healthy = FaultRun(FaultPlan())
  let state = try await life(healthy)
  let count = healthy.plan.operationCount
  var broken = healthy.broken.map { "without a fault: \($0)" }
  let distance = Exhaustive.choose(max(1, count / 6), thorough: 1)
  for number in stride(from: 0, to: count, by: distance) {
    for extent in FaultPlan.Extent.allCases {
      let run = FaultRun(FaultPlan(.init(number: number + 1, extent: extent)))
      let other = try await life(run)
      run.require(run.plan.faultCount > 0, "no fault")
      run.require(other == state, "came to \(other) instead of \(state)")
      broken += run.broken.map { "\(number + 1), \(extent): \($0)" }
    }
  }
  #expect(count > 0, "\(feature), \(door)", sourceLocation: sourceLocation)
  #expect(broken == [], "\(feature), \(door)", sourceLocation: sourceLocation)
}
