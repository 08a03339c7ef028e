import PushHub
import PushHubTesting

/// Ends at distinct times within an hour, reported one by one.
@MainActor
final class Ends {
  private let effort: Effort
  private let models: [CountdownItem]
  private let order: [String]
  private let yardstick: LookingUp
  private var comparison = Comparison()
  private var isInOrder = true

  private static let before = "PushHub"
  private static let after = "PushHub, after what has threads"

  init(effort: Effort) {
    self.effort = effort
    let models = items(effort.models, within: 1...3_600)
    self.models = models
    order = models.indices.sorted { (models[$0].total, $0) < (models[$1].total, $1) }
      .map { models[$0].id }
    yardstick = LookingUp(models)
  }

  /// To be called before anything has had threads.
  func measureAlone() async {
    for _ in 0..<effort.turns {
      await endAll(as: Self.before)
    }
    for _ in 0..<max(3, effort.rounds / 2) {
      comparison.add(await walkAll(), of: "walking all")
    }
  }

  /// To be called after all else.
  func run(into verdicts: Verdicts) async {
    for _ in 0..<max(3, effort.rounds / 2) {
      for type in [TimerForEach.self, TaskForEach.self] as [any PeerOfEach.Type] {
        let spent = await costOfWakingAll(type, count: effort.peers)
        comparison.add(spent / Double(effort.peers), of: type.name)
      }
    }
    for _ in 0..<effort.turns {
      await endAll(as: Self.after)
    }
    printTable()
    for name in [Self.before, Self.after] {
      verdicts.expect(
        comparison.ratio(of: name, to: yardstickName(name)),
        atMost: 18,
        "\(name): each of \(effort.models) ends within a simulated hour, against looking it up"
      )
    }
    verdicts.expect(
      isInOrder,
      "\(effort.models) ends come once each, in order",
      found: isInOrder ? "yes" : "no",
      .counted
    )
  }

  private func yardstickName(_ name: String) -> String {
    name.replacing("PushHub", with: "looking each up")
  }

  private func printTable() {
    var table = Table(
      "The end of a model",
      columns: ["", "models", "ns each", "against looking up", "when"]
    )
    for name in [Self.before, Self.after] {
      let ratio = comparison.ratio(of: name, to: yardstickName(name))
      add(name, effort.models, ratio.text(2), "exactly, in order", to: &table)
      add(yardstickName(name), effort.models, "", "", to: &table)
    }
    add("walking all", effort.models, "", "up to a second late", to: &table)
    for name in [TimerForEach.name, TaskForEach.name] {
      add(name, effort.peers, "", "as the system likes, all at one instant", to: &table)
    }
    table.print()
  }

  private func add(
    _ name: String,
    _ count: Int,
    _ ratio: String,
    _ accuracy: String,
    to table: inout Table
  ) {
    table.add([name, "\(count)", comparison.nanoseconds(of: name).text(0), ratio, accuracy])
  }

  /// Measures the yardstick before and after, so that a machine that gets slower or faster meanwhile
  /// counts for both.
  private func endAll(as name: String) async {
    await waitForQuiet()
    let before = lookUpAll()
    comparison.add(endAll(), of: name)
    comparison.add((before + lookUpAll()) / 2, of: yardstickName(name))
  }

  private func endAll() -> Double {
    let scheduler = ManualScheduler()
    let handler = CountdownHandler(scheduler: scheduler)
    handler.add(contentsOf: models)
    var told: [String] = []
    told.reserveCapacity(models.count)
    handler.onExpiry = { told += $0 }
    let spent = cost(perUnitOf: models.count) {
      scheduler.advance(by: .seconds(3_600))
    }
    isInOrder = isInOrder && told == order
    return spent
  }

  private func lookUpAll() -> Double {
    var told: [String] = []
    told.reserveCapacity(models.count)
    yardstick.onExpiry = { told += $0 }
    let spent = cost(perUnitOf: models.count) {
      yardstick.end(order, before: .seconds(3_600))
    }
    precondition(told.count == models.count, "some did not end")
    return spent
  }

  private func walkAll() async -> Double {
    await waitForQuiet()
    let scheduler = ManualScheduler()
    let handler = WalkingHandler(scheduler: scheduler)
    handler.add(models)
    var count = 0
    handler.onExpiry = { _ in count += 1 }
    handler.tickEverySecond()
    let spent = cost(perUnitOf: models.count) {
      scheduler.advance(by: .seconds(3_600))
    }
    precondition(count == models.count, "some did not end")
    return spent
  }
}
