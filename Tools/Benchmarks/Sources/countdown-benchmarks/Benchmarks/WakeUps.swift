import PushHub
import PushHubTesting

/// How often the handler wakes the app when there is nothing to say.
@MainActor
struct WakeUps {
  func run(into verdicts: Verdicts) {
    let scheduler = ManualScheduler()
    let handler = CountdownHandler(scheduler: scheduler)
    handler.add(contentsOf: items(100_000, within: 7_200...10_000))
    let delay = scheduler.nextDeadline.map { $0 - scheduler.now } ?? .zero
    verdicts.expect(
      delay > .seconds(3_600),
      "an hour with 100,000 models, none shown and none ending, wakes nothing up",
      found: "the first wake-up comes after \(delay)",
      .counted
    )

    let shared = ManualScheduler()
    let cells = (0..<100).map { _ in Cell() }
    let handlers = cells.map { cell in
      let handler = CountdownHandler(scheduler: shared)
      handler.add(contentsOf: items(100, within: 7_200...10_000))
      handler.bind(cell, to: "offer-0")
      return handler
    }
    verdicts.expect(
      shared.pendingCount == handlers.count,
      "100 handlers with 100 models each schedule one action each",
      found: "\(shared.pendingCount)",
      .counted
    )

    let live = LiveScheduler()
    let lasting = cells.map { cell in
      let handler = CountdownHandler(scheduler: live)
      handler.add(contentsOf: items(100, within: 7_200...10_000))
      handler.bind(cell, to: "offer-0")
      return handler
    }
    let isOne = live.pendingWakeUp != nil
    for handler in lasting {
      handler.removeAll()
    }
    verdicts.expect(
      isOne && live.pendingWakeUp == nil,
      "100 handlers share the one timer of a live scheduler, and disarm it when they have nothing",
      found: isOne && live.pendingWakeUp == nil ? "yes" : "no",
      .counted
    )
  }
}
