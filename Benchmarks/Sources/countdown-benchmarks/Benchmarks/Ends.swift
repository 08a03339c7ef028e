import PushHub

/// Ends at distinct times within an hour, told one by one.
@MainActor
struct Ends {
  let effort: Effort

  func run(into verdicts: Verdicts) async {
    let items = items(effort.models, within: 1...3_600)
    let order = items.indices.sorted { (items[$0].duration, $0) < (items[$1].duration, $1) }
      .map { items[$0].id }
    var comparison = Comparison()
    var isInOrder = true
    for _ in 0..<max(3, effort.rounds / 2) {
      let (cost, told) = await endAll(items)
      comparison.add(cost, of: "PushHub")
      isInOrder = isInOrder && told == order
      comparison.add(await walkAll(items), of: "walking all")
    }
    for _ in 0..<max(3, effort.rounds / 2) {
      for type in [TimerForEach.self, TaskForEach.self] as [any PeerOfEach.Type] {
        let spent = await costOfWakingAll(type, count: effort.peers)
        comparison.add(spent / Double(effort.peers), of: type.name)
      }
    }
    var table = Table("The end of a model", columns: ["", "models", "ns each", "when"])
    let rows = [
      ("PushHub", effort.models, "exactly, in order"),
      ("walking all", effort.models, "up to a second late"),
      (TimerForEach.name, effort.peers, "as the system likes, all at one instant"),
      (TaskForEach.name, effort.peers, "as the system likes, all at one instant"),
    ]
    for (name, count, accuracy) in rows {
      table.add([name, "\(count)", comparison.nanoseconds(of: name).text(0), accuracy])
    }
    table.print()
    verdicts.expect(
      comparison.nanoseconds(of: "PushHub"),
      atMost: 1_000,
      "ns for each of \(effort.models) ends within a simulated hour",
      decimals: 0
    )
    verdicts.expect(
      isInOrder,
      "\(effort.models) ends come once each, in order",
      found: isInOrder ? "yes" : "no",
      .counted
    )
  }

  private func endAll(_ items: [CountdownItem]) async -> (cost: Double, told: [CountdownID]) {
    await waitForQuiet()
    let scheduler = ManualScheduler()
    let handler = CountdownHandler(scheduler: scheduler)
    handler.add(contentsOf: items)
    var told: [CountdownID] = []
    told.reserveCapacity(items.count)
    handler.onExpiry = { told += $0 }
    let spent = cost(perUnitOf: items.count) {
      scheduler.advance(by: .seconds(3_600))
    }
    return (spent, told)
  }

  private func walkAll(_ items: [CountdownItem]) async -> Double {
    await waitForQuiet()
    let scheduler = ManualScheduler()
    let handler = WalkingHandler(scheduler: scheduler)
    handler.add(items)
    var count = 0
    handler.onExpiry = { _ in count += 1 }
    handler.tickEverySecond()
    let spent = cost(perUnitOf: items.count) {
      scheduler.advance(by: .seconds(3_600))
    }
    precondition(count == items.count, "some did not end")
    return spent
  }
}
