import PushHub
import PushHubTesting

/// A tick with 100 shown cells, among few and many models.
@MainActor
struct Ticks {
  let effort: Effort

  private let shown = 100

  func run(into verdicts: Verdicts) async {
    let sizes = [1_000, effort.models]
    let fields = sizes.map { Field(items($0, within: 100_000...200_000), shown: shown) }
    var comparison = Comparison()
    for turn in 0..<2 * effort.turns {
      // The second contender finds the machine in another state than the first.
      let pairs = Array(zip(sizes, fields))
      for (size, field) in turn.isMultiple(of: 2) ? pairs : pairs.reversed() {
        comparison.add(await field.measure(ticks: effort.ticks), of: "PushHub \(size)")
      }
    }
    for _ in 0..<effort.rounds {
      for (size, field) in zip(sizes, fields) {
        let walks = max(3, min(effort.ticks, 20_000_000 / size))
        comparison.add(await field.measureWalking(ticks: walks), of: "walking \(size)")
      }
      comparison.add(await costOfWakingAll(TimerForEach.self, count: 1_000), of: TimerForEach.name)
      comparison.add(await costOfWakingAll(TaskForEach.self, count: 1_000), of: TaskForEach.name)
    }
    var table = Table(
      "A tick with 100 shown cells, µs",
      columns: ["models", "PushHub", "walking all", TimerForEach.name, TaskForEach.name]
    )
    for size in sizes {
      let names = ["PushHub \(size)", "walking \(size)"]
      let peers = [TimerForEach.name, TaskForEach.name]
      table.add(
        ["\(size)"]
          + names.map { (comparison.nanoseconds(of: $0) / 1_000).text(2) }
          + peers.map { size == 1_000 ? (comparison.nanoseconds(of: $0) / 1_000).text(2) : "–" }
      )
    }
    table.print()
    verdicts.expect(
      comparison.ratio(of: "PushHub \(effort.models)", to: "PushHub 1000"),
      atMost: 1.3,
      "a tick among \(effort.models) models, against one among 1,000"
    )
  }
}

/// The cost of so many models that receive an instant, each of which waits for itself.
@MainActor
func costOfWakingAll(_ type: any PeerOfEach.Type, count: Int) async -> Double {
  var lead = Duration.milliseconds(100) + .microseconds(30) * count
  while true {
    let countdown = Countdown(from: count)
    let end = ContinuousClock.now + lead
    let peer = type.init(count: count, endingAt: end, countdown)
    try? await Task.sleep(until: end - .milliseconds(20), clock: .continuous)
    let start = processorTime()
    let isEarly = ContinuousClock.now < end
    await countdown.wait()
    let spent = processorTime() - start
    peer.cancel()
    if isEarly { return spent }
    // It took so long to register all that some had ended before the measurement began.
    lead *= 2
  }
}

/// The same models and cells in both kinds of handler.
@MainActor
private final class Field {
  private let scheduler = ManualScheduler()
  private let handler: CountdownHandler
  private let walkingScheduler = ManualScheduler()
  private let walking: WalkingHandler
  private let cells: [Cell]

  init(_ items: [CountdownItem], shown: Int) {
    handler = CountdownHandler(scheduler: scheduler)
    walking = WalkingHandler(scheduler: walkingScheduler)
    cells = (0..<2 * shown).map { _ in Cell() }
    handler.add(contentsOf: items)
    walking.add(items)
    let distance = items.count / shown
    for number in 0..<shown {
      handler.bind(cells[number], to: items[number * distance].id)
      walking.bind(cells[shown + number], to: items[number * distance].id)
    }
    walking.tickEverySecond()
  }

  func measure(ticks: Int) async -> Double {
    await measure(cells.prefix(cells.count / 2), ticks: ticks, on: scheduler)
  }

  func measureWalking(ticks: Int) async -> Double {
    await measure(cells.suffix(cells.count / 2), ticks: ticks, on: walkingScheduler)
  }

  private func measure(
    _ cells: ArraySlice<Cell>,
    ticks: Int,
    on scheduler: ManualScheduler
  ) async -> Double {
    scheduler.advance(by: .seconds(2))
    let before = cells.reduce(0) { $0 + $1.updates }
    let spent = cost(perUnitOf: ticks) {
      scheduler.advance(by: .seconds(ticks))
    }
    let updates = cells.reduce(0) { $0 + $1.updates } - before
    precondition(updates == ticks * cells.count, "cells missed ticks")
    return spent
  }
}
