import CAllocations
import Foundation
import PushHub
import PushHubTesting
import SampleObservers

/// Many pushes at once, as a device gets them that was offline, against one now and then.
@MainActor
struct Burst {
  let effort: Effort
  private let pushCount = 500

  func run(into verdicts: Verdicts) async throws {
    let names = (
      lone: "one an hour",
      burst: "\(pushCount) at once",
      full: "\(pushCount) at once, after 1,000 that the journal keeps"
    )
    var comparison = Comparison()
    for _ in 0..<effort.rounds {
      comparison.add(try nanosecondsPerPush(after: .seconds(3_600)), of: names.lone)
      comparison.add(try nanosecondsPerPush(after: .zero), of: names.burst)
      comparison.add(try nanosecondsPerPush(after: .zero, keeping: 1_000), of: names.full)
    }
    let few = try liveBytes(after: pushCount)
    let many = try liveBytes(after: pushCount * 10)
    var table = Table("Pushes to ten observers, µs each", columns: ["", "µs"])
    for name in [names.lone, names.burst, names.full] {
      table.add([name, (comparison.nanoseconds(of: name) / 1_000).text(2)])
    }
    table.print()
    verdicts.expect(
      comparison.ratio(of: names.burst, to: names.lone),
      atMost: 1.5,
      "a push of \(pushCount) at once, against a lone one"
    )
    verdicts.expect(
      comparison.ratio(of: names.full, to: names.burst),
      atMost: 2.5,
      "the same with a journal of 1,000 events, against one of 32"
    )
    guard allocations_are_counted() else { return }
    verdicts.expect(
      many <= few * 1.05,
      "\(pushCount * 10) pushes that no observer received occupy what \(pushCount) do",
      found: "\((many / 1_024).text(0)) KiB, and \((few / 1_024).text(0)) KiB",
      .counted
    )
  }

  /// The time in the manager alone, each push being timed by itself, once the journal is full.
  private func nanosecondsPerPush(after pause: Duration, keeping count: Int = 32) throws -> Double {
    let scheduler = ManualScheduler()
    var configuration = NotificationManager.Configuration()
    configuration.journalCapacity = count
    let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    let observers = (0..<10).map { _ in SampleObserver() }
    for observer in observers { manager.add(observer) }
    var cost = Duration.zero
    for payload in try payloads(count + pushCount) {
      scheduler.advance(by: pause)
      let start = ContinuousClock.now
      manager.receive(payload, via: .remote)
      if manager.statistics.received > count { cost += ContinuousClock.now - start }
    }
    precondition(observers.allSatisfy { $0.received == count + pushCount }, "pushes were lost")
    return cost / .nanoseconds(1) / Double(pushCount)
  }

  /// What a manager occupies with everything that it keeps.
  private func liveBytes(after count: Int) throws -> Double {
    let before = allocations_live_bytes()
    let manager = NotificationManager(scheduler: ManualScheduler())
    for payload in try payloads(count) { manager.receive(payload, via: .remote) }
    return withExtendedLifetime(manager) { Double(allocations_live_bytes() - before) }
  }

  private func payloads(_ count: Int) throws -> [PushPayload] {
    try (0..<count).map { try PushPayload(json: PayloadPath.payload($0)) }
  }
}
