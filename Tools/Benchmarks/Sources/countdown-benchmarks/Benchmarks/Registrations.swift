import CAllocations
import PushHub
import PushHubTesting

/// What it costs to register a model, and what it occupies.
@MainActor
struct Registrations {
  let effort: Effort

  func run(into verdicts: Verdicts) async {
    let items = items(effort.models, within: 3_600...7_200)
    var comparison = Comparison()
    var bytes: [String: Double] = [:]
    for _ in 0..<effort.turns {
      await add("PushHub, as a batch", items.count, to: &comparison, &bytes) {
        let handler = CountdownHandler(scheduler: ManualScheduler())
        handler.add(contentsOf: items)
        return handler
      }
      await add("PushHub, one by one", items.count, to: &comparison, &bytes) {
        let handler = CountdownHandler(scheduler: ManualScheduler())
        for item in items {
          handler.add(item)
        }
        return handler
      }
      await add("walking all", items.count, to: &comparison, &bytes) {
        let handler = WalkingHandler(scheduler: ManualScheduler())
        handler.add(items)
        return handler
      }
    }
    for _ in 0..<effort.rounds {
      await add(TimerForEach.self, to: &comparison, &bytes)
      await add(TaskForEach.self, to: &comparison, &bytes)
    }
    let names = [
      "PushHub, as a batch", "PushHub, one by one", "walking all", TimerForEach.name,
      TaskForEach.name,
    ]
    var table = Table("Registering a model", columns: ["", "models", "ns each", "bytes each"])
    for name in names {
      let count = name.hasSuffix("each") ? effort.peers : effort.models
      table.add(
        [name, "\(count)", comparison.nanoseconds(of: name).text(0), (bytes[name] ?? .nan).text(0)]
      )
    }
    table.print()
    for (name, limit) in zip(names, [2, 4.5]) {
      verdicts.expect(
        comparison.ratio(of: name, to: "walking all"),
        atMost: limit,
        "\(name): registering one of \(effort.models) models, against walking all"
      )
    }
  }

  private func add(
    _ name: String,
    _ count: Int,
    to comparison: inout Comparison,
    _ bytes: inout [String: Double],
    _ register: () -> AnyObject
  ) async {
    await waitForQuiet()
    let before = allocations_live_bytes()
    var kept: AnyObject?
    comparison.add(cost(perUnitOf: count) { kept = register() }, of: name)
    bytes[name] = Double(allocations_live_bytes() - before) / Double(count)
    withExtendedLifetime(kept) {}
  }

  private func add(
    _ type: any PeerOfEach.Type,
    to comparison: inout Comparison,
    _ bytes: inout [String: Double]
  ) async {
    let count = effort.peers
    await waitForQuiet()
    let before = allocations_live_bytes()
    let countdown = Countdown(from: count)
    var peer: (any PeerOfEach)?
    let spent = cost(perUnitOf: count) {
      peer = type.init(count: count, endingAt: .now + .seconds(3_600), countdown)
    }
    comparison.add(spent, of: type.name)
    bytes[type.name] = Double(allocations_live_bytes() - before) / Double(count)
    peer?.cancel()
    if type == TaskForEach.self { await countdown.wait() }
  }
}
