import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Each look at the clock shows something else, once or for ever.
@MainActor
struct QuietEveryFaultTests {
  @Test(arguments: [-40_000.0, 4e9])
  func `whatever the clock shows, the next look comes to the same`(error: Double) async throws {
    try await expectNoHarm(by: "clock, \(error) s", to: "QuietRules") { run in
      await QuietLife(run) { run.plan.fails() ? error : 0 }.live()
    }
  }
}

/// Quiet nights, over two days and two starts of an app.
@MainActor
private final class QuietLife {
  private let run: FaultRun
  private let base = ManualScheduler()
  private let clock: ForwardingScheduler
  private let lifecycle = AppLifecycle()

  init(_ run: FaultRun, error: @escaping @MainActor () -> Double) {
    self.run = run
    clock = ForwardingScheduler(base) { $0 + error() }
  }

  func live() async -> [QuietState] {
    _ = await use()
    run.plan.heal()
    return await use()
  }

  /// - Returns: What was true each hour of a day.
  private func use() async -> [QuietState] {
    let rules = QuietRules(settings: .nights) { .gmt }
    let hub = NotificationManager(scheduler: base)
    let context = PluginContext(push: hub, lifecycle: lifecycle, scheduler: clock)
    context.attach(rules)
    var states: [QuietState] = []
    for hour in 0..<24 {
      if hour == 8 {
        lifecycle.setAccount("ann")
        context.detach(rules)
        context.attach(rules)
      }
      await run.pass(.seconds(3_600), on: base) {
        run.requireDeadline(on: base, if: true, "\(rules.state)")
      }
      lifecycle.setPhase(hour.isMultiple(of: 2) ? .active : .background)
      states.append(rules.state)
    }
    context.detach(rules)
    base.advance(by: .zero)
    run.require(base.pendingCount == 0, "something is scheduled after the end")
    return states
  }
}
